#include "CHDF5Values.h"

#include <hdf5.h>

int64_t hdf5NativeDouble(void) { return H5T_NATIVE_DOUBLE; }
int64_t hdf5NativeFloat(void) { return H5T_NATIVE_FLOAT; }
unsigned hdf5ReadOnly(void) { return H5F_ACC_RDONLY; }
unsigned hdf5Truncate(void) { return H5F_ACC_TRUNC; }
int64_t hdf5Default(void) { return H5P_DEFAULT; }
int64_t hdf5All(void) { return H5S_ALL; }
int64_t hdf5DatasetCreation(void) { return H5P_DATASET_CREATE; }
bool hdf5IsPlainNumber(int64_t type) {
  const hid_t known[] = {H5T_IEEE_F64LE, H5T_IEEE_F32LE, H5T_IEEE_F64BE, H5T_IEEE_F32BE, H5T_STD_I8LE,  H5T_STD_U8LE,
                         H5T_STD_I16LE,  H5T_STD_U16LE,  H5T_STD_I32LE,  H5T_STD_U32LE,  H5T_STD_I64LE, H5T_STD_U64LE,
                         H5T_STD_I8BE,   H5T_STD_U8BE,   H5T_STD_I16BE,  H5T_STD_U16BE,  H5T_STD_I32BE, H5T_STD_U32BE,
                         H5T_STD_I64BE,  H5T_STD_U64BE};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (H5Tequal(type, known[i]) > 0) return true;
  }
  return false;
}
void hdf5Silence(void) { H5Eset_auto2(H5E_DEFAULT, NULL, NULL); }

// Closing a damaged file may fail, and then the library complains when the program ends. It can be kept from that only
// before anybody calls it, even for its version.
__attribute__((constructor)) static void neverAtExit(void) { H5dont_atexit(); }
