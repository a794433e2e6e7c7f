#pragma once

#include "core/tensor/result.h"

#include <new>
#include <string_view>
#include <type_traits>

namespace attn {

/// What `work` gives, a Result; where memory does not suffice for it, an error that says for what: "opening a.json".
template <class Work>
std::invoke_result_t<Work> with_memory_for(std::string_view what, const Work& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        // All that `work` had is free again, so that there is room for the sentence.
        return error("Not enough memory for {}.", what);
    }
}

} // namespace attn
