#pragma once

#include "core/tensor/matrix.h"

#include <any>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace attn {

/// A thread beside that of the frames: it finds what takes longer than a frame, one after the other. A frame wants
/// something again and again until it is found.
class Background {
public:
    /// A frame that asks for something which takes more multiplications than this does not wait for it. A few dozen
    /// such things, one for each head, take a part of a frame; a layer of six words and eight numbers stays far below.
    static constexpr double most_multiplications_at_once = 1e6;

    using Key = std::array<Index, 3>;
    /// All that something is worked out from.
    struct Inputs {
        std::vector<std::uint64_t> numbers; ///< versions are numbers too
        std::vector<Matrix> matrices;       ///< equal where they lie at the same place, which is theirs as long as this
        bool operator==(const Inputs& other) const;
    };
    /// Once it is asked to stop, nobody hears what it returns.
    using Find = std::function<std::any(const std::stop_token& stop)>;
    /// `wake` is called from the thread when something was found.
    explicit Background(std::function<void()> wake);
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Begins to find what the key stands for from these inputs, or goes on with it; `first`: before all that waits.
    /// What was wanted from other inputs goes: if it is under way, it is asked to stop.
    void want(const Key& key, const Inputs& from, bool first, Find find);

    struct Found {
        Inputs from;
        std::any value; ///< empty: there was not enough memory
    };
    /// What was found last under the key, once.
    std::optional<Found> take(const Key& key);

    /// Gives up what was not wanted since this was called last; what was found for it goes, too.
    void forget_unwanted();
    /// True if something waits, is under way, or was found and not taken.
    bool is_busy() const;
    /// Returns when nothing waits or is under way.
    void finish();

private:
    struct Work {
        Key key;
        Inputs from;
        Find find;
        bool is_wanted = true; ///< since `forget_unwanted`
        std::stop_source stop{};
    };

    void work(const std::stop_token& closing);

    std::function<void()> wake_;
    mutable std::mutex mutex_; ///< guards all below
    std::condition_variable_any changed_;
    std::deque<Work> waiting_;
    std::optional<Work> running_;
    struct Untaken {
        Found found;
        bool is_wanted = true; ///< since `forget_unwanted`
    };
    std::map<Key, Untaken> found_;
    std::jthread thread_; ///< begun when it is first needed
};

} // namespace attn
