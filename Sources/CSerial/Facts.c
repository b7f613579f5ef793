// What a driver says about a port: the low-latency flag, which Swift cannot see.
#include "CSerial.h"

#include <linux/serial.h>
#include <sys/ioctl.h>

int flexion_low_latency(int descriptor) {
  struct serial_struct facts;
  if (ioctl(descriptor, TIOCGSERIAL, &facts) != 0) return -1;
  return (facts.flags & ASYNC_LOW_LATENCY) != 0;
}
