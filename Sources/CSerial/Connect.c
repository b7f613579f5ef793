#define _GNU_SOURCE
#include "CSerial.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

static int connect_one(const struct addrinfo *address, int timeout, int *descriptor) {
  int number = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (number < 0) return errno;
  int failure = connect(number, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
  if (failure == EINPROGRESS) {
    struct pollfd watch = {.fd = number, .events = POLLOUT};
    socklen_t size = sizeof failure;
    int ready = poll(&watch, 1, timeout);
    failure = ready < 0 ? errno : ready == 0 ? ETIMEDOUT : 0;
    if (ready > 0 && getsockopt(number, SOL_SOCKET, SO_ERROR, &failure, &size) != 0) failure = errno;
  }
  if (failure != 0) {
    close(number);
    return failure;
  }
  int on = 1;
  setsockopt(number, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(number, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  *descriptor = number;
  return 0;
}

int flexion_connect(const char *host, const char *port, int timeout, int *descriptor) {
  struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = 0;
  if (getaddrinfo(host, port, &wanted, &found) != 0) return -1;
  int failure = ECONNREFUSED;
  for (const struct addrinfo *address = found; address; address = address->ai_next) {
    failure = connect_one(address, timeout, descriptor);
    if (failure == 0) break;
  }
  freeaddrinfo(found);
  return failure;
}
