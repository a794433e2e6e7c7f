#pragma once

#include "core/figure/heatmap_cells.h"
#include "core/figure/text.h"

#include <string>

namespace attn {

/// The texts of a heatmap's numbers, and their widths.
class HeatmapLetters {
public:
    /// All must outlive it.
    HeatmapLetters(const HeatmapOptions& options, const HeatmapCells& cells, const Typesetter& typesetter)
        : options_(options), cells_(cells), typesetter_(typesetter) {}

    /// The text of a value, as number_in_cell writes it; pointing tells more digits. All numbers have exponents where
    /// one is too long to be written out, or none is as large as its last decimal.
    std::string value(Index row, Index column) const;
    /// The text of a change: "+0.12", with one decimal more where it would be next to nothing; empty for no change.
    std::string change(Index row, Index column) const;
    /// The width of the widest number in type of that size.
    float widest(float size) const;
    /// The size of type at which the widest number fits, for all numbers.
    float fitting_size() const;
    /// The type of that size, or a smaller one in which −∞ keeps apart from that of the next cell: it may be wider than
    /// the numbers that are not hidden.
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

/// The numbers in a heatmap's cells: whether there are any, and where.
class HeatmapNumbers {
public:
    /// All must outlive it.
    HeatmapNumbers(const HeatmapOptions& options, const HeatmapCells& cells, const Typesetter& typesetter)
        : options_(options), cells_(cells), letters_(options, cells, typesetter) {}

    /// True if every cell has its number, or is masked.
    bool are_all_shown() const;

    /// The part of a cell's height, at its foot, that shows its change. 0: the cell is too small to be divided, and the
    /// change lies over all of it, the fainter, the smaller it is.
    float change_strip() const;

    /// The numbers in the cells, and −∞ where that hides one; or just the marks of those that are no numbers.
    void add_to(DisplayList& list, const Theme& theme) const;

private:
    bool may_be_shown() const;
    bool has_room_for_letters() const;
    bool has_non_number() const;
    bool is_large_enough() const;
    /// True if a cell has room for a value and its change beneath it.
    bool shows_change_beneath(float size) const;
    void add_letters_of(DisplayList& list, Index row, Index column, float size, Colour ink) const;
    /// Writes the change beneath the value, where there is one and it has room; returns true if it did.
    bool add_change_of(DisplayList& list, Index row, Index column, float size) const;

    const HeatmapOptions& options_;
    const HeatmapCells& cells_;
    HeatmapLetters letters_;
    float size_ = may_be_shown() ? letters_.fitting_size() : 0; ///< of type
};

} // namespace attn
