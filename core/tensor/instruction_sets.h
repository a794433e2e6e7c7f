// For which instruction sets Highway compiles our kernels. To be included before any header of Highway, and by every
// source with kernels.

#pragma once

// What brings nothing to float32 arithmetic, or has vectors of a length that only the machine knows. The names are
// looked up where Highway asks.
#define HWY_DISABLED_TARGETS                                                                                           \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#include <hwy/detect_targets.h>

// Of later versions than Debian 12's.
#ifndef HWY_AVX3_ZEN4
#define HWY_AVX3_ZEN4 0
#endif
#ifndef HWY_AVX3_SPR
#define HWY_AVX3_SPR 0
#endif
