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
    std::filesystem::path folder; ///< each window has a journal of its own in it
    /// At most one step is written in that time; the first change is written at once.
    std::chrono::milliseconds interval{2000};
};

/// Keeps unsaved work beside the frames: they hand over what there is and never wait for the disk. When this object
/// goes, the last change is written, and the journal stays unless it was discarded.
class Journaling {
public:
    explicit Journaling(JournalOptions options);
    Journaling(const Journaling&) = delete;
    Journaling& operator=(const Journaling&) = delete;
    ~Journaling();

    /// From now on this is what must not be lost. Returns at once.
    void keep(UnsavedWork work);
    /// There is nothing to lose any more. Returns at once.
    void discard();
    /// What was kept last is written now, whatever the interval. Returns at once.
    void hurry();
    /// Goes as soon as what is kept next is on the disk: that is the same work, opened again.
    void replace(LeftWork left);

    /// Returns when the last change is on the disk, or could not be written. From any thread.
    void flush();
    /// Why nothing could be kept, once.
    std::optional<Error> take_problem();

private:
    using Clock = std::chrono::steady_clock;
    /// What the disk shall hold next.
    struct Order {
        std::optional<UnsavedWork> work; ///< none: nothing
        std::vector<LeftWork> replaced;
    };

    void put(std::optional<UnsavedWork> work);
    void work();
    bool has_turn() const;
    Result<void> carry_out(Order& order);

    const std::chrono::milliseconds interval_;
    Journal journal_; ///< of the thread alone
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Order> order_;
    bool at_once_ = false;           ///< it does not wait for the interval
    std::vector<LeftWork> replaced_; ///< they go with the next order
    std::optional<Error> problem_;
    bool told_ = false; ///< that nothing could be kept
    bool busy_ = false;
    bool hurries_ = false;
    bool ends_ = false;
    Clock::time_point next_;
    std::thread thread_;
};

} // namespace attn
