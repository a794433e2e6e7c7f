#include "core/tensor/memory.h"

#include <limits>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace attn {

double physical_memory() {
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0)
        return static_cast<double>(pages) * static_cast<double>(page);
#endif
    return std::numeric_limits<double>::infinity();
}

} // namespace attn
