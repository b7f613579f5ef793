#define _GNU_SOURCE
#include "CSerial.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t stop_signal;

static void note_stop(int signal_number) { stop_signal = signal_number; }

void flexion_watch_stop_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_stop;
  // The handler goes after the first signal, so that the second ends the program. No SA_RESTART: a waiting poll
  // returns at once.
  action.sa_flags = SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, 0);
  sigaction(SIGTERM, &action, 0);
  sigaction(SIGHUP, &action, 0);
}

int flexion_stop_signal(void) { return stop_signal; }
