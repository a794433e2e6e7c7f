#pragma once

#include "core/tensor/result.h"

#include <new>
#include <string_view>
#include <type_traits>

namespace attn {

/// Returns the memory of this machine in bytes; infinity if the system does not report it.
double physical_memory();

/// Returns the Result of `work`; if there is not enough memory, an error that names `what`, such as "opening a.json".
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
