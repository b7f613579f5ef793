#ifndef FLEXION_ALLOCATIONS_H
#define FLEXION_ALLOCATIONS_H

/// Heap allocations that this thread has made since it began; -1 where they cannot be counted (sanitizers).
long heapAllocationsOfThisThread(void);

#endif
