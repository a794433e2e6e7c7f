#pragma once

#include "core/engine/trace.h"
#include "core/figure/theme.h"
#include "ui/toolkit/scene.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace attn {

/// Outlines for a moment the cells that a change moved, wherever their numbers are shown.
class ChangeHighlight {
public:
    /// To be called before a change is computed. Unless the change is a step of the same gesture (other than 0), ends
    /// the highlight and releases the trace from before the last change, so that the engine can reuse its storage.
    void give_way(std::uint64_t gesture);
    /// Highlights what differs between `before` and `now`; for the steps of one gesture, since before the first step.
    void begin(Trace before, const Trace& now, std::uint64_t gesture);
    void end();
    /// Fades the highlight.
    void pass(float seconds);

    bool is_on() const { return left_ > 0; }
    /// Outlines the moved cells, in front of the items that the scene has so far.
    void add(Scene& scene, const Theme& theme, const Trace& now);

private:
    /// The smallest block of a matrix that holds all its moved cells.
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
    float left_ = 0; ///< seconds until the highlight ends
    std::uint64_t gesture_ = 0;
    std::map<Slot, std::optional<Block>> blocks_; ///< by matrix asked about so far; `nullopt`: nothing moved
    std::map<const float*, CellId> matrices_;    ///< kept matrices that may have moved, by the address of their numbers
    std::map<Address, std::uint64_t> on_demand_; ///< versions of matrices computed on demand that may have moved
};

} // namespace attn
