// What Swift's Glibc module cannot see of serial ports: pseudo terminals and arbitrary speeds.
#ifndef FLEXION_CSERIAL_H
#define FLEXION_CSERIAL_H

// Opens a pseudo terminal pair; the slave's path is written to `path`. Returns 0 or an errno value.
int flexion_openpty(int *master, int *slave, char *path, int capacity);

#endif
