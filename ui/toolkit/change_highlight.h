#pragma once

#include "core/engine/trace.h"
#include "core/figure/theme.h"
#include "ui/toolkit/scene.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace attn {

/// The cells that a change moved, outlined for a moment, wherever their numbers are shown.
class ChangeHighlight {
public:
    /// A change is about to be computed: unless it is a step of the same gesture (other than 0), what was there before
    /// the last one is let go, so that the engine has its storage.
    void give_way(std::uint64_t gesture);
    /// Begins with what was there before the change; steps of one gesture count from its beginning.
    void begin(Trace before, const Trace& now, std::uint64_t gesture);
    void end();
    /// Lets it fade.
    void pass(float seconds);

    bool is_on() const { return left_ > 0; }
    /// Outlines what moved, in front of the items that the scene has so far.
    void add(Scene& scene, const Theme& theme, const Trace& now);

private:
    /// The smallest block of a matrix that holds all that moved.
    struct Block {
        Index row = 0, rows = 0, column = 0, columns = 0;
    };
    using Slot = std::tuple<ArrayId, Index, Index>; // item, head

    bool goes_on(std::uint64_t gesture) const { return is_on() && gesture != 0 && gesture == gesture_; }
    bool has_moved(const CellId& cell, const Trace& now) const;
    const std::optional<Block>& block_of(const CellId& first, const Trace& now);
    void find_matrices(const Trace& now);
    std::optional<CellId> find_moved(const Matrix& matrix, const Trace& now) const;
    void add_cells(Scene& scene, Stroke stroke, const Trace& now) const;
    void add_images(Scene& scene, Stroke stroke, const Trace& now);

    Trace before_;
    float left_ = 0; ///< seconds
    std::uint64_t gesture_ = 0;
    std::map<Slot, std::optional<Block>> blocks_; ///< as far as they were asked for
    std::map<const float*, CellId> matrices_;     ///< those kept that may have moved, by where their numbers are
    std::map<Address, std::uint64_t> on_demand_;  ///< and those not kept, with their versions
};

} // namespace attn
