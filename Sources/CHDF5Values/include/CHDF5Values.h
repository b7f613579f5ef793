#ifndef FLEXION_CHDF5_VALUES_H
#define FLEXION_CHDF5_VALUES_H

#include <stdbool.h>
#include <stdint.h>

// Constants of libhdf5 that are macros with a call inside, which Swift does not see. An `hid_t` is an `int64_t`.

/// Types of a double and a float of this machine.
int64_t hdf5NativeDouble(void);
int64_t hdf5NativeFloat(void);
/// True for the integers of 1 to 8 bytes and the floats of 4 and 8, in either order of bytes.
bool hdf5IsPlainNumber(int64_t type);
/// Flag that opens a file for reading only.
unsigned hdf5ReadOnly(void);
/// Flag that makes a file anew.
unsigned hdf5Truncate(void);
/// Property list of defaults, and the selection of a whole space.
int64_t hdf5Default(void);
int64_t hdf5All(void);
/// Class of the properties that a dataset is made with.
int64_t hdf5DatasetCreation(void);
/// Keeps the library from printing errors of this thread: ours are typed.
void hdf5Silence(void);

#endif
