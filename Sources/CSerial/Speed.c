// Its own file: <asm/termbits.h> and <termios.h> define the same names.
#include "CSerial.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <errno.h>

int ioctl(int descriptor, unsigned long request, ...);

int flexion_set_speed(int descriptor, unsigned int baud) {
  struct termios2 settings;
  if (ioctl(descriptor, TCGETS2, &settings) != 0) return errno;
  settings.c_cflag &= ~(CBAUD | (CBAUD << IBSHIFT));
  settings.c_cflag |= BOTHER | (BOTHER << IBSHIFT);
  settings.c_ospeed = baud;
  settings.c_ispeed = baud;
  return ioctl(descriptor, TCSETS2, &settings) == 0 ? 0 : errno;
}

unsigned int flexion_get_speed(int descriptor) {
  struct termios2 settings;
  return ioctl(descriptor, TCGETS2, &settings) == 0 ? settings.c_ospeed : 0;
}
