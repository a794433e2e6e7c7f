#include "core/check/trial_memory.h"

#include <cstdlib> // says whether it is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace attn {

void return_freed_memory_at_once() {
#ifdef __GLIBC__
    constexpr int large = 1 << 20; // otherwise blocks up to 32 MB are kept, once such a one was freed
    mallopt(M_MMAP_THRESHOLD, large);
#endif
}

} // namespace attn
