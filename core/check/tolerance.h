#pragma once

#include "core/check/answer.h"

#include <cstdint>
#include <optional>

namespace attn {

/// A score below this is hidden: programs write −∞ for it, or a large negative number. Known bugs are tried with −1e9.
inline constexpr float hidden_below = -1e8F;

/// The roundings that an answer in 16 bits is allowed: `of_storing`, one for each number that was computed in float32;
/// `of_computing`, as many as computing in 16 bits takes.
enum class Roundings : std::uint8_t { of_storing, of_computing };

/// The largest number of a stage; infinite ones and hidden scores do not count.
double largest_entry(const Trace& trace, ArrayId id);

/// The largest difference at which numbers of a stage still count as equal: what float32 allows, more where the answer
/// was computed in 16 bits, or `relative` times the largest entry. Single cells may be allowed less.
double allowed_difference(const Trace& trace, const AnsweredStage& answered, const std::optional<double>& relative,
                          Roundings roundings = Roundings::of_computing);

/// The largest difference that each number of a stage is allowed. A share may differ by what rounding of the scores in
/// its own row explains: hardly at all where one key takes everything. A hidden share is exactly 0.
class AllowedDifference {
public:
    /// Both must outlive it.
    AllowedDifference(const Trace& trace, const AnsweredStage& answered, const std::optional<double>& relative,
                      Roundings roundings);

    double most() const { return most_; }
    /// Cell by cell, of the n-th matrix that an item has in the answer; empty where each cell is allowed the most.
    Matrix by_cell(Index item, Index n) const;

private:
    Matrix of_head(Index item, Index head) const;

    const Trace& trace_;
    const AnsweredStage& answered_;
    double most_ = 0;
    double least_ = 0;              ///< of cells that are not hidden
    std::optional<ArrayId> scores_; ///< those that the shares are made from; nothing for other stages
};

} // namespace attn
