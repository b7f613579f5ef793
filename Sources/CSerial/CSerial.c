#define _GNU_SOURCE
#include "CSerial.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

int flexion_openpty(int *master, int *slave, char *path, int capacity) {
  if (openpty(master, slave, NULL, NULL, NULL) != 0) return errno;
  int failure = ptsname_r(*master, path, capacity);
  if (failure == 0 && (fcntl(*master, F_SETFD, FD_CLOEXEC) != 0 || fcntl(*slave, F_SETFD, FD_CLOEXEC) != 0)) {
    failure = errno;
  }
  if (failure != 0) {
    close(*master);
    close(*slave);
  }
  return failure;
}

int flexion_lock_port(int descriptor) {
  // The advisory lock first: it is the one that root respects too.
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno;
  return ioctl(descriptor, TIOCEXCL) == 0 ? 0 : errno;
}

int flexion_lower_control_lines(int descriptor) {
  int lines = TIOCM_DTR | TIOCM_RTS;
  return ioctl(descriptor, TIOCMBIC, &lines) == 0 ? 0 : errno;
}
