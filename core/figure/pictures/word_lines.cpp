#include "core/figure/pictures/word_lines.h"

#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr Index most_words = 24; // most words in a column
constexpr float word_line = 15;
constexpr float widest_word = 96;
constexpr float between_columns = 112;
constexpr float widest_line = 7;
constexpr float least_share = 0.02F;
constexpr float of_others = 0.18F; // as dark are the lines of words that are not chosen

/// The words of both columns, by their numbers.
struct WordColumns {
    std::vector<Index> readers;
    std::vector<Index> read;
};

WordColumns columns_of(const Matrix& shares, Index chosen) {
    WordColumns columns;
    columns.read.resize(static_cast<std::size_t>(shares.columns()));
    std::iota(columns.read.begin(), columns.read.end(), Index{0});
    if (shares.columns() <= most_words) {
        columns.readers = columns.read;
        return columns;
    }
    const std::span<const float> row = shares.row(chosen);
    const auto share = [&](Index word) { return row[static_cast<std::size_t>(word)]; };
    std::ranges::stable_sort(columns.read, std::ranges::greater(), share);
    columns.read.resize(static_cast<std::size_t>(most_words));
    std::ranges::sort(columns.read);
    columns.readers = {chosen};
    return columns;
}

} // namespace

DisplayList lines_between_words(const Typesetter& typesetter, const Theme& theme, std::span<const std::string> words,
                                const Matrix& shares, Index chosen) {
    const WordColumns columns = columns_of(shares, chosen);
    const Font font{.size = type_size::small};
    const auto word = [&](Index number) {
        return typesetter.shortened(words[static_cast<std::size_t>(number)], font, widest_word);
    };
    float left = 0; // the x at which the readers end
    for (const Index reader : columns.readers)
        left = std::max(left, typesetter.measure(word(reader), font).width);
    const float right = left + between_columns;
    const auto count = std::max(columns.readers.size(), columns.read.size());
    // One reader alone stands beside the middle of those that it reads.
    const auto middle = [&](const std::vector<Index>& column, std::size_t place) {
        const auto before = static_cast<float>(count - column.size()) / 2;
        return (before + static_cast<float>(place) + 0.5F) * word_line;
    };
    DisplayList list;
    const auto add_lines = [&](bool of_chosen) {
        for (std::size_t i = 0; i < columns.readers.size(); ++i)
            for (std::size_t j = 0; j < columns.read.size(); ++j) {
                const float share = shares(columns.readers[i], columns.read[j]);
                if ((columns.readers[i] == chosen) != of_chosen || !(share >= least_share))
                    continue;
                const Point from{left + space::small, middle(columns.readers, i)};
                const Point to{right - space::small, middle(columns.read, j)};
                const float bend = (to.x - from.x) * 0.45F;
                Path line;
                line.points = {from, {from.x + bend, from.y}, {to.x - bend, to.y}, to};
                line.curved = true;
                line.stroke = {faded(theme.attention_high, of_chosen ? 1 : of_others), share * widest_line};
                list.add(std::move(line));
            }
    };
    add_lines(false);
    add_lines(true);
    const auto add_words = [&](const std::vector<Index>& column, float x, Horizontal horizontal) {
        for (std::size_t place = 0; place < column.size(); ++place) {
            Text text;
            text.text = word(column[place]);
            text.position = {x, middle(column, place)};
            text.font = font;
            text.colour = column[place] == chosen ? theme.ink : theme.dim;
            text.horizontal = horizontal;
            text.vertical = Vertical::middle;
            list.add(std::move(text));
        }
    };
    add_words(columns.readers, left, Horizontal::right);
    add_words(columns.read, right, Horizontal::left);
    return list;
}

} // namespace attn
