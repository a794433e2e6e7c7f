#pragma once

#include "core/tensor/matrix.h"

#include <any>
#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace attn {

/// Whether both are the same matrices, as Matrix::is_same_as has it.
bool are_same(const std::vector<Matrix>& left, const std::vector<Matrix>& right);

/// A thread beside that of the frames: it finds what takes longer than a frame, one after the other. A frame wants
/// something again and again until it is found.
class Background {
public:
    using Key = std::array<Index, 3>;
    using Find = std::function<std::any()>;
    /// `wake` is called from the thread when something was found.
    explicit Background(std::function<void()> wake);
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Begins to find what the key stands for from these matrices, or goes on with it; `first`: before all that waits.
    /// What was wanted from other matrices, and waits, goes; what is under way is finished, and then can be taken.
    void want(const Key& key, const std::vector<Matrix>& from, bool first, Find find);

    struct Found {
        std::vector<Matrix> from;
        std::any value; ///< empty: there was not enough memory
    };
    /// What was found last under the key, once.
    std::optional<Found> take(const Key& key);

    /// Gives up what waits and was not wanted since this was called last.
    void forget_unwanted();
    /// Whether something waits or is under way.
    bool is_busy() const;
    /// Returns when nothing is.
    void finish();

private:
    struct Work {
        Key key;
        std::vector<Matrix> from;
        Find find;
        bool is_wanted = true; ///< since `forget_unwanted`
    };

    void work(const std::stop_token& closing);

    std::function<void()> wake_;
    mutable std::mutex mutex_; ///< guards all below
    std::condition_variable_any changed_;
    std::deque<Work> waiting_;
    std::optional<Work> running_;
    std::map<Key, Found> found_;
    std::jthread thread_; ///< begun when it is first needed
};

} // namespace attn
