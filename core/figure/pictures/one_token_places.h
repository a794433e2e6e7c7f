#pragma once

#include "core/figure/pictures/column_words.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/pictures/one_token_heights.h"
#include "core/figure/statement.h"

#include <string>
#include <string_view>

namespace attn {

/// Where the lines of one token's picture stand, how high they are, and how many heads have room beside each other.
class TokenPlaces {
public:
    TokenPlaces(const DrawContext& drawing, const Box& area);

protected:
    // What the stages read in this layer.
    ArrayId operand(ArrayId stage, std::size_t number) const {
        return drawing_.trace.recipe(stage).operands[number].array;
    }
    ArrayId query_array() const { return operand(ArrayId::scores, 0); }
    ArrayId key_array() const { return operand(ArrayId::scores, 1); }
    ArrayId value_array() const;
    ArrayId output_array() const { return operand(ArrayId::concat, 0); }

    std::string name() const;
    bool labels_words() const { return labels_ > symbol_room_; }
    Typeset set_symbol(std::string_view symbol, float size) const;
    /// Whether so many numbers of a key have room beside each other beneath its word. On paper, which is as high as it
    /// must be, they rather stand where they can then be read.
    bool lies(Index numbers) const;
    Claims said() const;

    const DrawContext& drawing_;
    Box area_;
    Index row_;
    Sizes sizes_;
    TokenHeights heights_;
    ColumnWords words_; ///< above the keys
    float words_size_ = type_size::normal;
    float symbol_room_ = least_symbol_room; ///< at the left, for all heads
    float labels_ = 0;                      ///< with the words behind the symbols
    Index first_ = 0;                       ///< head
    Index shown_ = 1;                       ///< heads
    float width_ = 0;                       ///< of a head
    float step_ = 0;                        ///< from head to head
    float word_ = 0;                        ///< width of a word's column
    float heads_width_ = 0;
    float left_ = 0; ///< of the first head

private:
    bool shows(ArrayId array) const;
    TokenLines shown_lines() const;
    void place(const Box& area, Index most_heads, bool says_rows);
    void place_heads(const Box& area, Index most, bool says_rows);
    float room_for_symbols(float width) const;
    void stretch_to(float pictured);
    bool stands_readably(Index numbers) const;
    float height_of_vectors() const;
    float least_width() const;
    float usual_words_size() const { return word_ >= 44 ? type_size::normal : type_size::small; }
    void choose_words(float pictured);
    void choose_words_of(float pictured, float size);
    std::string shown_heads() const;

    float gap_ = 0; ///< between heads
    float least_stretch_ = usual_least_stretch;
    bool is_low_ = false;
};

} // namespace attn
