// What Swift's Glibc module cannot see of serial ports: pseudo terminals, arbitrary speeds, signal-safe stopping.
#ifndef FLEXION_CSERIAL_H
#define FLEXION_CSERIAL_H

// Opens a pseudo terminal pair, both ends close-on-exec; the slave's path is written to `path`.
// Returns 0 or an errno value.
int flexion_openpty(int *master, int *slave, char *path, int capacity);

// Sets any speed [baud] by TCSETS2, also those without a Bxxx constant. Returns 0 or an errno value.
int flexion_set_speed(int descriptor, unsigned int baud);

// The speed that the port says it has [baud]; 0 when it says none.
unsigned int flexion_get_speed(int descriptor);

// Takes the port for this process: TIOCEXCL and an advisory flock. Returns 0 or an errno value.
int flexion_lock_port(int descriptor);

// Lowers the DTR and RTS lines. Returns 0 or an errno value; ENOTTY on a pseudo terminal.
int flexion_lower_control_lines(int descriptor);

// 1 when the driver passes bytes on at once (ASYNC_LOW_LATENCY), 0 when not, -1 when it does not say.
int flexion_low_latency(int descriptor);

// Connects to a host within `timeout` [ms] an address; the socket is non-blocking and close-on-exec.
// Returns 0, an errno value, or -1 for a host without an address.
int flexion_connect(const char *host, const char *port, int timeout, int *descriptor);

// From now on SIGINT, SIGTERM and SIGHUP are noted instead of ending the program. A second one ends it.
void flexion_watch_stop_signals(void);

// The number of the stop signal that arrived; 0 when none did.
int flexion_stop_signal(void);

#endif
