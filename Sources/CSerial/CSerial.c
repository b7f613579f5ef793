#define _GNU_SOURCE
#include "CSerial.h"

#include <errno.h>
#include <pty.h>
#include <stdlib.h>
#include <unistd.h>

int flexion_openpty(int *master, int *slave, char *path, int capacity) {
  if (openpty(master, slave, NULL, NULL, NULL) != 0) return errno;
  int failure = ptsname_r(*master, path, capacity);
  if (failure != 0) {
    close(*master);
    close(*slave);
  }
  return failure;
}
