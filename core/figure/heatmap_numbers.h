#pragma once

#include "core/figure/heatmap_cells.h"
#include "core/figure/text.h"

#include <string>

namespace attn {

/// The texts of the numbers in a heatmap, and their widths.
class HeatmapLetters {
public:
    /// All arguments must outlive this object.
    HeatmapLetters(const HeatmapOptions& options, const HeatmapCells& cells, const Typesetter& typesetter)
        : options_(options), cells_(cells), typesetter_(typesetter) {}

    /// The text of a value, as number_in_cell writes it; tooltips show more digits. All numbers are written with
    /// exponents if one is too long, or if all are smaller than the last decimal.
    std::string value(Index row, Index column) const;
    /// The text of a change: "+0.12", with one more decimal if it would round to 0; empty if there is no change.
    std::string change(Index row, Index column) const;
    /// The width of the widest visible number in type of that size.
    float widest(float size) const;
    /// The size of type at which all numbers fit.
    float fitting_size() const;
    /// `size`, or the smaller size at which −∞ fits into a cell, since it may be wider than all numbers.
    float size_of_infinity(float size) const;
    /// The width of cells in which all numbers fit in type of that size.
    float cell_width_for(float size) const;

private:
    bool has_exponents() const;

    const HeatmapOptions& options_;
    const HeatmapCells& cells_;
    const Typesetter& typesetter_;
    bool has_exponents_ = has_exponents();
};

/// Decides if the cells of a heatmap show numbers, and draws them.
class HeatmapNumbers {
public:
    /// All arguments must outlive this object.
    HeatmapNumbers(const HeatmapOptions& options, const HeatmapCells& cells, const Typesetter& typesetter)
        : options_(options), cells_(cells), letters_(options, cells, typesetter) {}

    /// True if every cell that is not masked shows its number.
    bool are_all_shown() const;

    /// The part of a cell's height, at its lower edge, that shows its change in colour. 0: the cell is too low for
    /// that, and the change covers it, more opaque the larger it is.
    float change_strip() const;

    /// Adds the numbers, and −∞ in cells that are masked with it. If there is no room for them, records which marks a
    /// caption must explain.
    void add_to(DisplayList& list, const Theme& theme) const;

private:
    bool may_be_shown() const;
    bool has_room_for_letters() const;
    bool has_non_number() const;
    bool is_large_enough() const;
    /// True if a value and its change beneath it have room in a cell.
    bool shows_change_beneath(float size) const;
    void add_letters_of(DisplayList& list, Index row, Index column, float size, Colour ink) const;
    /// Writes the change beneath the value, if there is one and it has room; returns true if it did.
    bool add_change_of(DisplayList& list, Index row, Index column, float size) const;

    const HeatmapOptions& options_;
    const HeatmapCells& cells_;
    HeatmapLetters letters_;
    float size_ = may_be_shown() ? letters_.fitting_size() : 0; ///< size of type; 0 if there are no numbers
};

} // namespace attn
