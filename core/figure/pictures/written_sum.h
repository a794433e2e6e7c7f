#pragma once

#include "core/figure/pictures/draw_context.h"

#include <memory>

namespace attn {

/// Where the sum of a cell may be written: its terms beside the rows of the matrix that they are made with, all of it
/// ending at one edge.
struct WrittenSumPlace {
    float right = 0;      ///< where everything ends
    float top = 0;        ///< of the first row
    float row_height = 0; ///< logical pixels
    Index rows = 0;
    Range colours{}; ///< of the terms: those of the matrix that they stand beside
};

/// How a cell comes about, term by term: measured once, then written where there is room. The drawing outlives it.
class WrittenSum {
public:
    WrittenSum(const DrawContext& drawing, const CellId& cell);
    WrittenSum(const WrittenSum&) = delete;
    WrittenSum& operator=(const WrittenSum&) = delete;
    ~WrittenSum();

    /// What is added beneath the rows: terms that stand on none of them, such as a bias, the sum, and a pin in its
    /// place.
    float height_beneath(Index rows) const;
    /// How far to the left of its edge the sum reaches.
    float width() const;
    /// The width of the line with the sum itself.
    float total_width() const;
    /// Whether rows of that height (logical pixels) leave room for a sum that says something.
    bool has_room(Index rows, float row_height) const;

    /// Each term on its own row, with as many decimals as they need to add up. Where rows are too low for that, as many
    /// terms as there is room for, and the rest as one number.
    void add(DisplayList& list, const WrittenSumPlace& place);

private:
    class Layout;
    std::unique_ptr<Layout> layout_;
};

} // namespace attn
