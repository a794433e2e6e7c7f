#pragma once

#include "core/tensor/result.h"

#include <new>
#include <string_view>
#include <type_traits>

namespace attn {

/// The memory of this machine in bytes; infinity where that cannot be asked for.
double physical_memory();

/// The Result of `work`; if memory runs out, an error that names `what`, such as "opening a.json".
template <class Work>
std::invoke_result_t<Work> with_memory_for(std::string_view what, const Work& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        // The memory of `work` is free again, so there is room for the message.
        return error("Not enough memory for {}.", what);
    }
}

} // namespace attn
