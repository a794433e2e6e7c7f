#pragma once

#include "core/figure/layout/grid.h"
#include "core/figure/pictures/canvas.h"
#include "core/model/arrays.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The rows of the picture of one token, from top to bottom.
enum class TokenRow : std::uint8_t {
    x,
    to_heads,
    title,
    q,
    fan,
    k,
    scores,
    scaled,
    shares,
    v,
    mixed,
    o,
    gated,
    from_heads,
    concat,
    to_output,
    y
};

/// The height of a row of the picture, and the condition for it.
struct TokenRowRules {
    TokenRow row;
    float usual;                                      ///< usual height
    float least;                                      ///< least height
    float most;                                       ///< largest height
    std::array<std::optional<TokenRow>, 3> between{}; ///< the rows that a line connects, which must all be shown
    std::optional<ArrayId> array{};                   ///< the array that it shows, or what this layer computes from it
    std::string_view symbol{};                        ///< symbol of one row of the array
    std::string_view says{};                          ///< meaning of the row, in words
    std::string_view briefly{};                       ///< a shorter wording, to which the steps after the projection
                                                      ///< are added
};

/// The rows and heads that the picture of one token shows, and their places in a grid.
class TokenPlaces : protected Canvas {
protected:
    static constexpr float least_token_type = 8;   // least type of numbers in cells
    static constexpr float between_shares = 5;     // gap between numbers above bars
    static constexpr float largest_number = 38;    // for numbers in cells side by side
    static constexpr float token_number_room = 18; // above the tallest bar, for its number
    static constexpr float words_room = 116;       // after the symbols, in wide areas
    static constexpr float one_token_symbol_size = 15;
    static constexpr float said_line = 18;

    TokenPlaces(DisplayList& list, const DrawContext& drawing, const Box& area);

    std::string name() const;
    std::string share_text(float share) const;
    /// The layer's array that a row of the picture shows; nullopt for rows of lines.
    std::optional<ArrayId> array_in(TokenRow row) const;
    /// The steps between the row's own array and the one that is shown, in words: "rotated"; empty if there are none.
    std::string done_to(TokenRow row) const;
    std::vector<ArrayId> shown_maps() const;
    Typeset set_symbol(std::string_view symbol, float size) const;
    Claims said() const;
    /// The box of a row of the picture, over all heads.
    Box band(TokenRow row) const;
    /// True if that many numbers of a key fit side by side beneath its word. On paper, numbers that would be too small
    /// are written one below the other instead.
    bool lies(Index numbers) const;

    Index row_;
    Sizes sizes_;
    AxisLabels words_; ///< labels above the keys
    /// The labels of the columns of x, above the first row, and of y, below the last, if the session has names for them
    /// and there is room.
    std::optional<AxisLabels> names_of_x_, names_of_y_;
    std::vector<TokenRowRules> rows_;
    std::span<const TokenRow> left_out_; ///< rows left out for lack of room
    TokenRow words_row_ = TokenRow::x;   ///< the row above which the words stand
    float symbol_room_ = 0;              ///< width of the symbols at the left
    float labels_ = 0;                   ///< width of the symbols and the words after them
    float said_height_ = 0;
    Index first_ = 0; ///< first head that is shown
    Index shown_ = 1; ///< number of heads that are shown
    std::optional<Grid> grid_;
    float word_ = 0;        ///< width of a word's column
    float width_ = 0;       ///< width of a head
    float left_ = 0;        ///< left edge of the first head
    float step_ = 0;        ///< distance from head to head
    float heads_width_ = 0; ///< width of all heads

    bool is_shown(TokenRow row) const;
    float cell_of_wide_row(ArrayId array) const;
    bool is_low_page() const { return on_paper() && area_.width > 1.5F * area_.height; }
    float between_rows() const { return is_low_page() ? 1 : on_paper() ? 6 : 5; }

private:
    bool is_shown(const TokenRowRules& row) const;
    /// The elements that must have their room.
    struct Holds {
        bool words = true;
        bool height = true;
        bool numbers = false;
    };
    void arrange();
    void leave_out(std::span<const TokenRow> rows);
    /// True if for some number of heads all of them have room, with or without the words beside rows; these heads then
    /// have their places.
    bool settles(const Holds& holds);
    /// True if the heads that are shown have room; they then have their places.
    bool heads_settle(const Holds& holds);
    bool settles_with(bool says_rows, const Holds& holds);
    float lowest_row() const;
    float width_of_shares() const;
    void make_room_for_numbers();
    void measure_heads();
    void name_columns();
    void place(bool says_rows);
    Index most_heads() const;
    float gap() const { return sizes_.H <= 3 && !stands_close_ ? 36 : 16; }
    float least_of(const TokenRowRules& row, float needed) const;
    bool leads_on(std::size_t row) const;
    bool is_cut_off(TokenRow row) const;
    HeatmapOptions place_of_words() const;
    bool stands_readably(Index numbers) const;
    float height_of_vectors() const;
    float room_for_symbols() const;

    bool stands_close_ = false;       ///< true: heads are close together
    bool holds_numbers_ = true;       ///< true: rows are high enough for numbers
    bool holds_small_numbers_ = true; ///< true: rows in the window are high enough for the smallest numbers
};

} // namespace attn
