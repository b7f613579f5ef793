#ifndef TEST_INSTRUCTIONS_H
#define TEST_INSTRUCTIONS_H

/// Machine instructions that a piece of work takes, counted one by one in a copy of this process (ptrace, single
/// steps); -1 where no process may be traced.
///
/// The copy has this thread only: the work may compute, but neither wait for others nor take memory.
long instructionsOf(void (*work)(void *), void *context);

#endif
