#include "core/figure/pictures/column_words.h"

#include "core/figure/axis.h"
#include "core/figure/pictures/labels.h"

#include <algorithm>

namespace attn {

ColumnWords column_words(const DrawContext& drawing, const Font& font, float column, float most_height) {
    constexpr float narrowest_cut = 32;
    constexpr float line = 12;
    constexpr float longest_on_screen = 96;
    constexpr float longest_on_paper = 240; // where words are not cut
    const Typesetter& typesetter = drawing.typesetter;
    const float longest = drawing.view_state.on_paper ? longest_on_paper : longest_on_screen;
    const Index count = drawing.sizes().S_k;
    std::vector<std::string> numbered;
    std::vector<std::string> alone;
    for (Index j = 0; j < count; ++j) {
        numbered.push_back(token_name(drawing, true, j));
        alone.push_back(token_label(key_sequence(drawing.layer()), drawing.view_state.item, j));
    }
    const auto widest = [&](const std::vector<std::string>& words) {
        float width = 0;
        for (const std::string& word : words)
            width = std::max(width, typesetter.measure(word, font).width);
        return width;
    };
    const float room = column - 2;
    const float width = widest(numbered);
    if (width <= room)
        return {std::move(numbered), 0, true, true};
    if (widest(alone) <= room)
        return {std::move(alone), 0, true, true};
    if (const float height = std::min(width, longest); column >= line && height <= most_height) {
        for (std::string& word : numbered)
            word = typesetter.shortened(word, font, longest);
        return {std::move(numbered), height, width <= longest, true};
    }
    if (column >= narrowest_cut) {
        for (Index j = 0; j < count; ++j) {
            const std::string number = subscript(j + 1);
            std::string& word = alone[static_cast<std::size_t>(j)];
            word = typesetter.shortened(word, font, column - 4 - typesetter.measure(number, font).width);
            word += number;
        }
        return {std::move(alone), 0, false, true};
    }
    if (std::vector<std::string> numbers = counted(count); widest(numbers) <= room)
        return {std::move(numbers), 0, false, false};
    return {};
}

} // namespace attn
