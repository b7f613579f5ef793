#include "TestInstructions.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

long instructionsOf(void (*work)(void *), void *context) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(1);
    raise(SIGSTOP);
    work(context);
    raise(SIGSTOP);
    _exit(0);
  }
  int status = 0;
  long count = -1;
  if (waitpid(child, &status, 0) == child && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP) {
    count = 0;
    while (ptrace(PTRACE_SINGLESTEP, child, 0, 0) == 0) {
      if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) { count = -1; break; }
      if (WSTOPSIG(status) == SIGSTOP) break;
      if (WSTOPSIG(status) != SIGTRAP) { count = -1; break; }
      count++;
    }
  }
  if (!WIFEXITED(status) && !WIFSIGNALED(status)) {
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  return count;
}
