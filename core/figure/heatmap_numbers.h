#pragma once

#include "core/figure/heatmap_cells.h"
#include "core/figure/text.h"

#include <string>

namespace attn {

/// How a heatmap's numbers are written, and what room they take.
class HeatmapLetters {
public:
    /// All must outlive it.
    HeatmapLetters(const HeatmapOptions& options, const HeatmapCells& cells, const Typesetter& typesetter)
        : options_(options), cells_(cells), typesetter_(typesetter) {}

    /// As number_in_cell; pointing tells more. Where one number is too long to be written out, or none is as large as
    /// its last decimal, all of them have exponents.
    std::string value(Index row, Index column) const;
    /// "+0.12", with one decimal more where it would be next to nothing; nothing where it is nothing.
    std::string change(Index row, Index column) const;
    /// How wide the widest is in type of a size.
    float widest(float size) const;
    /// One size for all numbers, so that the widest of them fits.
    float fitting_size() const;
    /// The type of that size, or a smaller one in which −∞ keeps apart from that of the next cell: it may be wider than
    /// the numbers that are not hidden.
    float size_of_infinity(float size) const;
    /// How wide cells have to be for all numbers in type of a size.
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

    /// Whether every cell has its number, or is masked.
    bool are_all_shown() const;

    /// How much of a cell's height its change takes, at its foot; 0: the cell is too small to be divided, and the
    /// change lies over all of it, the fainter, the smaller it is.
    float change_strip() const;

    /// The numbers in the cells, and −∞ where that hides one; or just the marks of those that are no numbers.
    void add_to(DisplayList& list, const Theme& theme) const;

private:
    bool may_be_shown() const;
    bool has_room_for_letters() const;
    bool has_non_number() const;
    bool is_large_enough() const;
    /// Whether both a value and its change have room in a cell.
    bool shows_change_beneath(float size) const;
    void add_letters_of(DisplayList& list, Index row, Index column, float size, Colour ink) const;
    /// Beneath the value, where there is one and it has room; whether it has.
    bool add_change_of(DisplayList& list, Index row, Index column, float size) const;

    const HeatmapOptions& options_;
    const HeatmapCells& cells_;
    HeatmapLetters letters_;
    float size_ = may_be_shown() ? letters_.fitting_size() : 0; ///< of type
};

} // namespace attn
