#include "core/figure/pictures/one_token_places.h"

#include "core/explain/lenses.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float wide_enough = 620;
constexpr float wide_gap = 36; // between heads
constexpr float narrow_gap = 16;
constexpr float least_head = 64;
constexpr float largest_head = 560;
constexpr float least_height = 300;
constexpr float widely = 1.5F;         // so many times as wide as high is low
constexpr float least_stretch = 0.55F; // where words would have no room otherwise

} // namespace

TokenPlaces::TokenPlaces(const DrawContext& drawing, const Box& area)
    : drawing_(drawing), area_(area.moved(drawing.view_state.pan)), row_(selected_cell(drawing).row),
      sizes_(drawing.sizes()) {
    // The words of the keys hold; what the rows are gives way, then heads, down to the selected one: which are
    // shown is said.
    for (const float stretch : {usual_least_stretch, least_stretch})
        for (Index heads = sizes_.H; heads > 0 && !words_.are_whole; heads = shown_ - 1)
            for (const bool says_rows : {true, false})
                if (!words_.are_whole) {
                    least_stretch_ = stretch;
                    place(area, heads, says_rows);
                }
    for (Index heads = sizes_.H; heads > 0 && !words_.are_words; heads = shown_ - 1)
        place(area, heads, true);
}

/// Where only some lines are to be shown: whether one of them is the array's.
bool TokenPlaces::shows(ArrayId array) const {
    const std::vector<ArrayId>& lines = drawing_.view_state.token_lines;
    return lines.empty() || std::ranges::find(lines, array) != lines.end();
}

TokenLines TokenPlaces::shown_lines() const {
    TokenLines lines;
    lines.x = shows(ArrayId::X);
    lines.q = shows(ArrayId::Q);
    lines.k = shows(ArrayId::K);
    lines.scores = shows(ArrayId::scores);
    lines.scaled = shows(ArrayId::scaled) || shows(ArrayId::masked);
    lines.shares = shows(ArrayId::A);
    lines.v = shows(ArrayId::V);
    lines.o = shows(ArrayId::O);
    lines.concat = shows(ArrayId::concat);
    lines.y = shows(ArrayId::Y);
    return lines;
}

ArrayId TokenPlaces::value_array() const {
    return values_mixed(drawing_.trace);
}

std::string TokenPlaces::name() const {
    return token_name(drawing_, false, row_);
}

void TokenPlaces::place(const Box& area, Index most_heads, bool says_rows) {
    heights_ = {};
    heights_.lines = shown_lines();
    place_heads(area, most_heads, says_rows);
    stretch_to(drawing_.view_state.is_enlarged ? area.height : std::max(area.height, least_height));
}

/// As many heads beside each other as have room, but for `most`, the selected one among them.
void TokenPlaces::place_heads(const Box& area, Index most, bool says_rows) {
    const bool has_room_for_words = says_rows && area.width >= wide_enough && sizes_.H <= most_with_words;
    symbol_room_ = room_for_symbols(area.width);
    labels_ = symbol_room_ + (has_room_for_words ? words_room : 0);
    const float room = std::max(least_head, area.width - labels_);
    gap_ = sizes_.H <= most_with_wide_gap ? wide_gap : narrow_gap;
    const auto fit = to_integer<Index>((room + gap_) / (least_width() + gap_));
    shown_ = std::clamp<Index>(fit, 1, most);
    first_ = std::clamp<Index>(drawing_.view_state.head - shown_ / 2, 0, sizes_.H - shown_);
    const auto count = static_cast<float>(shown_);
    width_ = std::clamp((room - (count - 1) * gap_) / count, least_width(), largest_head);
    step_ = width_ + gap_;
    word_ = width_ / static_cast<float>(sizes_.S_k);
    heads_width_ = count * step_ - gap_;
    left_ = area_.x + labels_ + std::max(0.0F, std::floor((room - heads_width_) / 2));
}

/// Some notations write words where others have letters.
float TokenPlaces::room_for_symbols(float width) const {
    float widest = 0;
    for (const std::string& symbol : {std::string("<share>"), std::string("<masked score>"), std::string("<c>_<i>")})
        widest = std::max(widest, set_symbol(symbol, one_token_symbol_size).width);
    return std::clamp(widest + space::medium, least_symbol_room, std::max(least_symbol_room, width * symbols_share));
}

Typeset TokenPlaces::set_symbol(std::string_view symbol, float size) const {
    return set_general_formula(drawing_, symbol, size, drawing_.theme().ink);
}

void TokenPlaces::stretch_to(float pictured) {
    is_low_ = !drawing_.view_state.on_paper && pictured < usual_least_stretch * heights_.sum();
    if (said().empty())
        heights_.said = 0;
    choose_words(pictured);
    const float fixed = token_number_room + heights_.said + heights_.upright_words;
    heights_.stretch(std::clamp((pictured - fixed) / (heights_.sum() - fixed), 0.5F, 1.3F));
    // On a low page keys and values have numbers where that leaves room for all rows.
    const float readable = std::max(heights_.vectors, height_of_vectors());
    const bool is_low_page = drawing_.view_state.on_paper && area_.width > widely * pictured;
    if (is_low_page)
        heights_.keep_readable();
    if (!is_low_page || heights_.sum() + 2 * (readable - heights_.vectors) <= pictured)
        heights_.vectors = readable;
    heights_.bars = std::max(heights_.bars, std::min(140.0F, heights_.bars + pictured - heights_.sum()));
}

bool TokenPlaces::lies(Index numbers) const {
    const float cell = (word_ - space::small) / static_cast<float>(numbers);
    return cell >= least_side_by_side && (cell >= readable_vector_cell || !stands_readably(numbers));
}

bool TokenPlaces::stands_readably(Index numbers) const {
    constexpr Index most_rows = 12;
    return drawing_.view_state.on_paper && word_ >= readable_vector_cell && numbers <= most_rows;
}

/// As high as numbers above each other need.
float TokenPlaces::height_of_vectors() const {
    constexpr float numbered_row = 16;
    const Index rows =
        std::max(array_shape(drawing_, key_array()).columns, array_shape(drawing_, value_array()).columns);
    return !lies(rows) && stands_readably(rows) ? numbered_row * static_cast<float>(rows) : 0;
}

/// On paper words and shares must have their room.
float TokenPlaces::least_width() const {
    const float each = drawing_.view_state.on_paper ? 24.0F : 1.0F;
    return std::max(least_head, std::min(each * static_cast<float>(sizes_.S_k), 320.0F));
}

/// In a lecture, where small type is large, as small as they must be to have room.
void TokenPlaces::choose_words(float pictured) {
    const float smallest = drawing_.view_state.is_enlarged ? smallest_enlarged_word : type_size::small;
    for (words_size_ = usual_words_size(); words_size_ >= smallest; words_size_ -= 0.5F)
        if (choose_words_of(pictured, words_size_); words_.are_whole)
            return;
    choose_words_of(pictured, words_size_ = usual_words_size());
}

void TokenPlaces::choose_words_of(float pictured, float size) {
    const float spare = drawing_.view_state.on_paper ? pictured : pictured / least_stretch_ - heights_.sum();
    words_ = column_words(drawing_, {.size = size, .weight = FontWeight::bold}, word_, spare);
    heights_.upright_words = 0;
    if (words_.height > 0)
        heights_.upright_words = words_.height - heights_.words + 2 * space::small;
}

Claims TokenPlaces::said() const {
    Claims claims;
    if (!is_low_ && heights_.lines.k && heights_.lines.v) // in a low window rows need the room
        claims.emplace_back(fmt::format("All that becomes of {}: of the other {} it needs only their keys and values.",
                                        name(), of_tokens(drawing_.session, "words")),
                            Always{"other tokens reach a row of the output through keys and values alone"});
    if (shown_ < sizes_.H) {
        Fact heads = fact(Quantity::length, {}, static_cast<double>(sizes_.H));
        heads.length = &Sizes::H;
        claims.emplace_back(fmt::format("{} {}.", shown_heads(), of_all_heads(drawing_)), std::move(heads));
    }
    return claims;
}

std::string TokenPlaces::shown_heads() const {
    const Index first = head_number(drawing_.session, first_);
    return shown_ == 1 ? fmt::format("Head {}", first) : fmt::format("Heads {} to {}", first, first + shown_ - 1);
}

} // namespace attn
