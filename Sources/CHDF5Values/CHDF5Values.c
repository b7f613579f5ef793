#include "CHDF5Values.h"

#include <hdf5.h>

int64_t hdf5NativeDouble(void) { return H5T_NATIVE_DOUBLE; }
int64_t hdf5NativeFloat(void) { return H5T_NATIVE_FLOAT; }
unsigned hdf5ReadOnly(void) { return H5F_ACC_RDONLY; }
unsigned hdf5Truncate(void) { return H5F_ACC_TRUNC; }
int64_t hdf5Default(void) { return H5P_DEFAULT; }
int64_t hdf5All(void) { return H5S_ALL; }
int64_t hdf5DatasetCreation(void) { return H5P_DATASET_CREATE; }
void hdf5Silence(void) {
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}
