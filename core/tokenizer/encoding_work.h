#pragma once

#include "core/tensor/result.h"

#include <chrono>
#include <cstddef>

namespace attn {

/// What encoding one text has taken so far. A tokenizer's file comes from anywhere, and its steps may take for ever or
/// let a text grow without end: one allowance is for all steps and all parts of a text.
class EncodingWork {
public:
    static constexpr std::chrono::seconds usual_time{10};

    explicit EncodingWork(std::chrono::nanoseconds time = usual_time)
        : time_(time), deadline_(std::chrono::steady_clock::now() + time) {}

    /// Fails where the time is over, or would be after so much more.
    Result<void> check_time(std::chrono::nanoseconds more = {}) const {
        if (std::chrono::steady_clock::now() + more <= deadline_)
            return {};
        return error("the tokenizer takes more than {} seconds on this text",
                     std::chrono::duration<double>(time_).count());
    }

    /// Fails where the parts that are done and one of so many bytes are together more than `limit`.
    Result<void> check_size(std::size_t bytes, std::size_t limit) const {
        if (bytes <= limit && done_ <= limit - bytes)
            return {};
        return error("the text grows beyond {} bytes", limit);
    }

    /// A part of so many bytes is done.
    void add_done(std::size_t bytes) { done_ += bytes; }

private:
    std::chrono::nanoseconds time_;
    std::chrono::steady_clock::time_point deadline_;
    std::size_t done_ = 0;
};

} // namespace attn
