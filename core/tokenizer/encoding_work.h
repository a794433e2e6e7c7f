#pragma once

#include "core/tensor/result.h"

#include <chrono>
#include <cstddef>

namespace attn {

/// The time and the bytes that encoding one text has used so far. A tokenizer's file is not trusted: its steps might
/// run forever or let a text grow without end. One limit applies to all steps and all parts of a text together.
class EncodingWork {
public:
    static constexpr std::chrono::seconds usual_time{10};

    explicit EncodingWork(std::chrono::nanoseconds time = usual_time)
        : time_(time), deadline_(std::chrono::steady_clock::now() + time) {}

    /// Fails if the time is over, or would be over after `more`.
    Result<void> check_time(std::chrono::nanoseconds more = {}) const {
        if (std::chrono::steady_clock::now() + more <= deadline_)
            return {};
        return error("the tokenizer takes more than {} seconds on this text",
                     std::chrono::duration<double>(time_).count());
    }

    /// Fails if the bytes of all parts done so far and `bytes` exceed `limit` together.
    Result<void> check_size(std::size_t bytes, std::size_t limit) const {
        if (bytes <= limit && done_ <= limit - bytes)
            return {};
        return error("the text grows beyond {} bytes", limit);
    }

    /// Adds a part of `bytes` bytes to those that are done.
    void add_done(std::size_t bytes) { done_ += bytes; }

private:
    std::chrono::nanoseconds time_;
    std::chrono::steady_clock::time_point deadline_;
    std::size_t done_ = 0;
};

} // namespace attn
