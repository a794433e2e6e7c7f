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

/// A thread that finds results which take longer than a frame, one after the other. A frame asks for a result again and
/// again (`want`) until it can `take` it.
class Background {
public:
    /// The most multiplications that a frame does itself; results that take more are found here. A few dozen results of
    /// this size, one a head, take a part of a frame; a layer of six words and eight numbers stays far below.
    static constexpr double most_multiplications_at_once = 1e6;

    using Key = std::array<Index, 3>;
    /// The data that a result is worked out from.
    struct Inputs {
        std::vector<std::uint64_t> numbers; ///< e.g. versions
        std::vector<Matrix> matrices;       ///< compared by address, which stays taken while they are kept here
        std::vector<std::shared_ptr<const void>> values; ///< compared by address, too
        bool operator==(const Inputs& other) const;
    };
    /// Finds a result. What it returns after `stop` was requested is dropped.
    using Find = std::function<std::any(const std::stop_token& stop)>;
    /// `wake` is called from the thread after each result.
    explicit Background(std::function<void()> wake);
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Asks for the result of `key` from these inputs; `first` puts it before all that waits. A search for the same key
    /// from other inputs is stopped and begun anew.
    void want(const Key& key, const Inputs& from, bool first, Find find);

    struct Found {
        Inputs from;
        std::any value; ///< empty: it could not be found, e.g. for want of memory
    };
    /// The last result found for the key, which is handed out once.
    std::optional<Found> take(const Key& key);

    /// Drops searches and results that were not wanted since the last call.
    void forget_unwanted();
    /// True if a search waits or is under way, or a result was not taken yet.
    bool is_busy() const;
    /// Returns when no search waits or is under way.
    void finish();

private:
    struct Work {
        Key key;
        Inputs from;
        Find find;
        bool is_wanted = true; ///< asked for since the last `forget_unwanted`
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
        bool is_wanted = true; ///< asked for since the last `forget_unwanted`
    };
    std::map<Key, Untaken> found_;
    std::jthread thread_; ///< started by the first `want`
};

} // namespace attn
