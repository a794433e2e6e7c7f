// The instruction sets for which Highway compiles our kernels. Every source with kernels includes this file before any
// header of Highway.

#pragma once

// These targets bring nothing to float32 arithmetic, or have vectors whose length only the machine knows. The names are
// looked up where Highway uses this macro.
#define HWY_DISABLED_TARGETS                                                                                           \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#include <hwy/detect_targets.h>

// Targets of Highway versions newer than Debian 12's.
#ifndef HWY_AVX3_ZEN4
#define HWY_AVX3_ZEN4 0
#endif
#ifndef HWY_AVX3_SPR
#define HWY_AVX3_SPR 0
#endif
