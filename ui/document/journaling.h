#pragma once

#include "core/journal/journal.h"
#include "core/journal/left_work.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace attn {

struct JournalOptions {
    std::filesystem::path folder; ///< holds a journal for each window
    /// The least time between two written steps; the first change is written at once.
    std::chrono::milliseconds interval{2000};
};

/// Stores unsaved work in the background: frames pass it to this object and never wait for the disk. The destructor
/// writes the last change; the journal stays on the disk unless it was discarded.
class Journaling {
public:
    explicit Journaling(JournalOptions options);
    Journaling(const Journaling&) = delete;
    Journaling& operator=(const Journaling&) = delete;
    ~Journaling();

    /// Sets the work that must not be lost. Returns at once.
    void keep(UnsavedWork work);
    /// Discards the journal, since there is nothing left that could be lost. Returns at once.
    void discard();
    /// Has the last work written now, whatever the interval. Returns at once.
    void hurry();
    /// Removes another journal as soon as the next work is on the disk: both contain the same work.
    void replace(LeftWork left);

    /// Waits until the last change is on the disk, or could not be written. May be called from any thread.
    void flush();
    /// Returns why the work could not be stored; each problem is reported once.
    std::optional<Error> take_problem();

private:
    using Clock = std::chrono::steady_clock;
    /// The journal's next content.
    struct Order {
        std::optional<UnsavedWork> work; ///< nullopt: there is no unsaved work
        std::vector<LeftWork> replaced;
    };

    void put(std::optional<UnsavedWork> work);
    void work();
    bool has_turn() const;
    Result<void> carry_out(Order& order);

    const std::chrono::milliseconds interval_;
    Journal journal_; ///< used by the thread alone
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Order> order_;
    bool at_once_ = false;           ///< the order does not wait for the interval
    std::vector<LeftWork> replaced_; ///< removed with the next order
    std::optional<Error> problem_;
    bool told_ = false; ///< true: the user was told that the work could not be stored
    bool busy_ = false;
    bool hurries_ = false;
    bool ends_ = false;
    Clock::time_point next_;
    std::thread thread_;
};

} // namespace attn
