#pragma once

#include "core/check/answer.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace attn {

/// A score below this is hidden: programs write −∞ for it, or a large negative number. Known bugs are tried with −1e9.
inline constexpr float hidden_below = -1e8F;

/// The roundings that an answer in 16 bits is allowed: `of_storing`, one for each number that was computed in float32;
/// `of_computing`, as many as computing in 16 bits takes.
enum class Roundings : std::uint8_t { of_storing, of_computing };

/// The precision in which rotary angles are computed. PyTorch's models use float32, whose angles of late places are off
/// by a part of a degree.
enum class Angles : std::uint8_t { in_float64, in_float32 };

/// The differences that a comparison allows.
struct Leniency {
    std::optional<double> relative; ///< to a stage's largest entry; none: what float32 allows
    Roundings roundings = Roundings::of_computing;
    Angles angles = Angles::in_float64;
    double shares = 1e-3; ///< the most that an attention weight may differ, however large its scores are
};

/// The largest magnitude in a stage; infinite numbers and hidden scores do not count.
double largest_entry(const Trace& trace, ArrayId id);

class SizesOfTerms;

/// The largest allowed difference for each number of a stage: what rounding of its own operands explains. A hidden
/// attention weight must be exactly 0.
class AllowedDifference {
public:
    /// Trace and answered stage must outlive this object.
    AllowedDifference(const Trace& trace, const AnsweredStage& answered, const Leniency& leniency);
    ~AllowedDifference();
    AllowedDifference(const AllowedDifference&) = delete;
    AllowedDifference& operator=(const AllowedDifference&) = delete;

    /// The largest difference that any cell is allowed.
    double most() const { return most_; }
    /// The least difference that each cell is allowed, as a part of its value.
    double part_of_itself() const { return part_; }
    /// The differences for each cell of the n-th matrix that an item has in the answer; empty if all cells are allowed
    /// most().
    Matrix by_cell(Index item, Index n) const;

private:
    Matrix of_head(Index item, Index head) const;
    Matrix of_shares(Address slot) const;

    const Trace& trace_;
    const AnsweredStage& answered_;
    double coarse_ = 0; ///< relative error of computing in 16 bits
    std::unique_ptr<SizesOfTerms> terms_;
    double most_ = 0;
    double part_ = 0;
    double error_of_terms_ = 0;
    bool is_exponential_ = false; ///< exponentials, or made from them without a sum of products
    bool is_uniform_ = false;     ///< all cells are allowed the most
};

} // namespace attn
