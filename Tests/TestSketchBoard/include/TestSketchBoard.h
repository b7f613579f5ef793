#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Counts of the two chips, forces then rates: the board reads them at its own time [us].
typedef void (*flexion_sketch_sensor)(int32_t shank, uint32_t micros, int16_t *counts);

/// Runs the sketch from power-on for `duration` [us], the clock starting at `start`; what it printed goes to `bytes`.
/// A chip of which the bit in `missing` is set (1 thigh, 2 shank) does not answer. Gives the bytes printed.
int32_t flexion_sketch_run(
    uint32_t start, uint32_t duration, int32_t missing, flexion_sketch_sensor sensor, uint8_t *bytes,
    int32_t capacity);

#ifdef __cplusplus
}
#endif
