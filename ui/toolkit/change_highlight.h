#pragma once

#include "core/engine/trace.h"
#include "core/figure/theme.h"
#include "ui/toolkit/scene.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace attn {

/// Outlines for a moment the cells that an edit changed, wherever their numbers are shown.
class ChangeHighlight {
public:
    /// Must be called before a change is computed. Unless the change is a step of the same gesture (other than 0), ends
    /// the highlight and releases the trace from before the last change, so that the engine can reuse its storage.
    void give_way(std::uint64_t gesture);
    /// Highlights the cells that differ between `before` and `now`; for the steps of one gesture, those that differ
    /// since before its first step.
    void begin(Trace before, const Trace& now, std::uint64_t gesture);
    void end();
    /// Subtracts `seconds` from the time that is left, so that the highlight fades.
    void pass(float seconds);

    bool is_on() const { return left_ > 0; }
    /// Outlines the changed cells, in front of the items that the scene already contains.
    void add(Scene& scene, const Theme& theme, const Trace& now);

private:
    /// The smallest block of a matrix that contains all its changed cells.
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
    std::map<Slot, std::optional<Block>> blocks_; ///< changed block of each matrix that was asked about; nullopt:
                                                  ///< nothing changed
    std::map<const float*, CellId> matrices_;     ///< stored matrices that may have changed, by the address of their
                                                  ///< numbers
    std::map<Address, std::uint64_t> on_demand_;  ///< versions of matrices, computed on demand, that may have changed
};

} // namespace attn
