#pragma once

#include "core/tensor/matrix.h"

#include <any>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace attn {

/// A thread that computes results which take longer than a frame, one after the other. Each frame asks for a result
/// (`want`) until it can `take` it.
class Background {
public:
    /// The most multiplications that a frame does itself; results that need more are computed here. A few dozen results
    /// of this size, one for each head, take a part of a frame; a layer of six words and eight numbers stays far below.
    static constexpr double most_multiplications_at_once = 1e6;

    using Key = std::array<Index, 3>;
    /// The data from which a result is computed.
    struct Inputs {
        std::vector<std::uint64_t> numbers; ///< numbers that are compared by value, e.g. versions
        std::vector<Matrix> matrices;       ///< compared by address, which no other matrix can get while they are
                                            ///< stored here
        std::vector<std::shared_ptr<const void>> values; ///< objects that are also compared by address
        bool operator==(const Inputs& other) const;
    };
    /// Computes a result. A result that is returned after `stop` was requested is dropped.
    using Find = std::function<std::any(const std::stop_token& stop)>;
    /// `wake` is called from the thread after each result.
    explicit Background(std::function<void()> wake);
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Asks for the result of `key` from these inputs; `first` puts it before all waiting work. A computation for the
    /// same key from other inputs is stopped and replaced.
    void want(const Key& key, const Inputs& from, bool first, Find find);

    struct Found {
        Inputs from;
        std::any value; ///< empty: the result could not be computed, e.g. for lack of memory
    };
    /// Returns the last result computed for the key, once.
    std::optional<Found> take(const Key& key);

    /// Drops computations and results that were not wanted since the last call.
    void forget_unwanted();
    /// True if a computation is waiting or under way, or a result has not been taken yet.
    bool is_busy() const;
    /// Returns when no computation is waiting or under way.
    void finish();

private:
    struct Work {
        Key key;
        Inputs from;
        Find find;
        bool is_wanted = true; ///< true: the work was asked for since the last `forget_unwanted`
        std::stop_source stop{};
    };

    void work(const std::stop_token& closing);

    std::function<void()> wake_;
    mutable std::mutex mutex_; ///< guards all members below
    std::condition_variable_any changed_;
    std::deque<Work> waiting_;
    std::optional<Work> running_;
    struct Untaken {
        Found found;
        bool is_wanted = true; ///< true: the result was asked for since the last `forget_unwanted`
    };
    std::map<Key, Untaken> found_;
    std::jthread thread_; ///< started by the first `want`
};

} // namespace attn
