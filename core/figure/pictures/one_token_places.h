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

/// The rows of the picture of one token, from above to below.
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

/// A row of the picture: how high it is, and when it is there.
struct TokenRowRules {
    TokenRow row;
    float usual;                                      ///< height
    float least;                                      ///< to what it gives way
    float most;                                       ///< and grows
    std::array<std::optional<TokenRow>, 3> between{}; ///< of what leads on: then these are there, too
    std::optional<ArrayId> array{};                   ///< which it shows, or what the layer makes of that
    std::string_view symbol{};                        ///< of one of its rows
    std::string_view says{};                          ///< what that is, in words
    std::string_view briefly{};                       ///< the same, before what was done to it
};

/// The rows that the picture of one token has, the heads that stand in it, and their places, as the grid sets them.
class TokenPlaces : protected Canvas {
protected:
    static constexpr float least_token_type = 8;   // of numbers in cells
    static constexpr float between_shares = 5;     // of their numbers
    static constexpr float largest_number = 38;    // of cells side by side
    static constexpr float token_number_room = 18; // above the tallest bar, for its number
    static constexpr float words_room = 116;       // behind the symbols, where there is width enough
    static constexpr float one_token_symbol_size = 15;
    static constexpr float said_line = 18;

    TokenPlaces(DisplayList& list, const DrawContext& drawing, const Box& area);

    std::string name() const;
    std::string share_text(float share) const;
    /// The layer's array that a row of the picture shows; nothing for rows that lead from one array to another.
    std::optional<ArrayId> array_in(TokenRow row) const;
    /// The steps from the row's array to the one that is read, in words: "rotated"; empty where it is read as it is.
    std::string done_to(TokenRow row) const;
    std::vector<ArrayId> shown_maps() const;
    Typeset set_symbol(std::string_view symbol, float size) const;
    Claims said() const;
    /// A row of the picture, over all heads.
    Box band(TokenRow row) const;
    /// True if so many numbers of a key fit beside each other beneath its word. On paper, which grows in height,
    /// numbers that would be too small to read that way stand upright.
    bool lies(Index numbers) const;

    Index row_;
    Sizes sizes_;
    AxisLabels words_; ///< above the keys
    /// The names of the layer's columns, if the layer gives them and they have room: above the first row, beneath the
    /// last.
    std::optional<AxisLabels> names_of_x_, names_of_y_;
    std::vector<TokenRowRules> rows_;
    std::span<const TokenRow> left_out_; ///< for want of room
    TokenRow words_row_ = TokenRow::x;   ///< above which they stand
    float symbol_room_ = 0;              ///< at the left, for all heads
    float labels_ = 0;                   ///< with the words behind the symbols
    float said_height_ = 0;
    Index first_ = 0; ///< head
    Index shown_ = 1; ///< heads
    std::optional<Grid> grid_;
    float word_ = 0;        ///< width of a word's column
    float width_ = 0;       ///< of a head
    float left_ = 0;        ///< of the first head
    float step_ = 0;        ///< from head to head
    float heads_width_ = 0; ///< of all of them

    bool is_shown(TokenRow row) const;
    float cell_of_wide_row(ArrayId array) const;
    bool is_low_page() const { return on_paper() && area_.width > 1.5F * area_.height; }
    float between_rows() const { return is_low_page() ? 1 : on_paper() ? 6 : 5; }

private:
    bool is_shown(const TokenRowRules& row) const;
    /// The things that must have their room.
    struct Holds {
        bool words = true;
        bool height = true;
        bool numbers = false;
    };
    void arrange();
    void leave_out(std::span<const TokenRow> rows);
    /// True if some number of heads has room, with the words that say what rows are or without them; the heads then
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

    bool stands_close_ = false;       ///< heads to each other
    bool holds_numbers_ = true;       ///< whether rows have the height that their numbers need
    bool holds_small_numbers_ = true; ///< the same in a window, in the smallest type
};

} // namespace attn
