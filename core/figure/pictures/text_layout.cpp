#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float subscript_drop = 0.2F; // of the size of its line's letters

/// Letters of a line that stand on the baseline, or below it.
struct Run {
    std::string_view letters;
    int level = 0; ///< −1: an index; 1: an exponent
};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether what goes on so is no symbol: a longer name, a file's, a call in Python, or somebody's word with its place
/// in the sentence ("W_Q₁").
bool is_word_or_code(std::string_view rest) {
    constexpr std::string_view subscript_digits = "\xE2\x82"; // with which ₀ to ₉ begin
    if (rest.starts_with('_') || rest.starts_with('[') || rest.starts_with('(') || rest.starts_with(subscript_digits))
        return true;
    return rest.size() > 1 && rest.front() == '.' && is_letter(rest[1]);
}

/// Whether the digit that ends there is a head's, with an exponent behind it: W₁^Q.
bool ends_head(std::string_view line, std::size_t place) {
    return place >= 2 && line[place + 1] == '^' && line.substr(place - 2).starts_with("\xE2\x82");
}

/// Where the index behind a symbol ends whose letter stands at `place`: "W_Q", "b_O", "d_model", "W^Q", "A_i"; `place`
/// where there is none. Underscores of other names, and of files, are letters like all others.
std::size_t end_of_symbol(std::string_view line, std::size_t place) {
    constexpr std::string_view symbols = "WbdSDXxnNTL"; // S_q may be n_q, N_q, T_q or L_q
    constexpr std::string_view of_heads = "APOZ";       // whose index is a head's
    constexpr std::size_t longest_index = 5;
    const bool is_quoted = line.substr(0, place).ends_with("“"); // a word of the user's
    const bool begins = place == 0 || !(is_letter(line[place - 1]) || line[place - 1] == '_' || is_quoted);
    const std::size_t first = place + 2;
    if (!begins || first >= line.size() || (line[place + 1] != '_' && line[place + 1] != '^'))
        return place;
    constexpr std::string_view joined = "concat"; // of Y or Z: the outputs of all heads
    const bool is_of_head = line[first] == 'i' && of_heads.find(line[place]) != std::string_view::npos;
    const bool is_joined = (line[place] == 'Y' || line[place] == 'Z') && line.substr(first).starts_with(joined);
    const bool is_heads_of_keys = line.substr(place).starts_with("H_kv");
    if (symbols.find(line[place]) == std::string_view::npos && !is_of_head && !is_joined && !is_heads_of_keys &&
        !ends_head(line, place))
        return place;
    std::size_t end = first;
    while (end < line.size() && is_letter(line[end]))
        ++end;
    const std::size_t longest = is_of_head ? 1 : is_joined ? joined.size() : longest_index;
    const bool is_symbol = end > first && end - first <= longest && !is_word_or_code(line.substr(end));
    return is_symbol ? end : place;
}

std::vector<Run> runs_of(std::string_view line) {
    std::vector<Run> runs;
    std::size_t begin = 0;
    constexpr std::string_view transposed = "⊤"; // stands raised behind its matrix
    for (std::size_t place = 0; place < line.size(); ++place) {
        if (place > 0 && line.substr(place).starts_with(transposed)) {
            if (begin < place)
                runs.push_back({line.substr(begin, place - begin)});
            runs.push_back({line.substr(place, transposed.size()), 1});
            begin = place + transposed.size();
            place = begin - 1;
            continue;
        }
        const std::size_t end = end_of_symbol(line, place);
        if (end == place)
            continue;
        runs.push_back({line.substr(begin, place + 1 - begin)});
        runs.push_back({line.substr(place + 2, end - place - 2), line[place + 1] == '_' ? -1 : 1});
        begin = end;
        place = end - 1;
    }
    if (begin < line.size())
        runs.push_back({line.substr(begin)});
    return runs;
}

/// Where the next line may begin: behind a number its % stays with it.
std::size_t end_of_word(std::string_view text, std::size_t begin) {
    std::size_t space = text.find(' ', begin);
    while (space < text.size() && text.substr(space + 1).starts_with('%'))
        space = text.find(' ', space + 1);
    return std::min(space, text.size());
}

Font subscript_of(Font font) {
    font.size *= 0.75F;
    return font;
}

/// By how much an index stands lower than its line, or an exponent higher.
float shift_of(const Run& run, const Font& font) {
    constexpr float rise = 0.36F;
    return run.level < 0 ? font.size * subscript_drop : run.level > 0 ? -font.size * rise : 0;
}

} // namespace

Font bold(float size) {
    return {.size = size, .weight = FontWeight::semibold};
}

Font small() {
    return {.size = type_size::small};
}

float add_text(DisplayList& list, const Typesetter& typesetter, Point at, std::string text, Colour colour, Font font,
               Horizontal horizontal, Target target) {
    Text shown;
    shown.text = std::move(text);
    shown.position = at;
    shown.font = font;
    shown.colour = colour;
    shown.horizontal = horizontal;
    const float width = typesetter.measure(shown).width;
    list.add(std::move(shown), std::move(target));
    return width;
}

std::string fitting_text(DisplayList& list, const Typesetter& typesetter, std::string_view text, const Font& font,
                         float width) {
    std::string fitting = typesetter.shortened(text, font, width);
    list.lacks_words = list.lacks_words || fitting != text;
    return fitting;
}

float line_width(const Typesetter& typesetter, std::string_view line, const Font& font) {
    float width = 0;
    for (const Run& run : runs_of(line))
        width += typesetter.measure(run.letters, run.level != 0 ? subscript_of(font) : font).width;
    return width;
}

float add_line(DisplayList& list, const Typesetter& typesetter, Point at, std::string_view line, Colour colour,
               const Font& font) {
    const float begin = at.x;
    for (const Run& run : runs_of(line))
        at.x += add_text(list, typesetter, at + Point{0, shift_of(run, font)}, std::string(run.letters), colour,
                         run.level != 0 ? subscript_of(font) : font);
    return at.x - begin;
}

float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const std::string& text,
                    Colour colour, Font font, float line_height) {
    float y = at.y;
    std::string line;
    const auto flush = [&] {
        add_line(list, typesetter, {at.x, y}, line, colour, font);
        y += line_height;
        line.clear();
    };
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t space = end_of_word(text, begin);
        const std::string word = text.substr(begin, space - begin);
        std::string longer = line;
        longer.append(line.empty() ? "" : " ").append(word);
        if (!line.empty() && line_width(typesetter, longer, font) > width) {
            flush();
            line = word;
        } else
            line = std::move(longer);
        begin = space + 1;
    }
    if (!line.empty())
        flush();
    return y - at.y;
}

float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const Claims& claims,
                    Colour colour, Font font, float line_height) {
    const std::size_t first = list.items.size();
    const float height = add_paragraph(list, typesetter, at, width, text_of(claims), colour, font, line_height);
    attach_claims(list, first, claims);
    return height;
}

void attach_claims(DisplayList& list, std::size_t first, const Claims& claims) {
    for (std::size_t place = first; place < list.items.size(); ++place)
        list.items[place].says = ShownClaims{claims};
}

void attach_claims(DisplayList& list, const Claims& claims) {
    list.items.back().says = ShownClaims{claims};
}

float paragraph_height(const Typesetter& typesetter, float width, const std::string& text, float line_height) {
    DisplayList unseen;
    return add_paragraph(unseen, typesetter, {}, width, text, Colour(), Font(), line_height);
}

void add_rule(DisplayList& list, Point from, Point to, Colour colour) {
    const bool upright = from.x == to.x;
    Rectangle rule;
    rule.box = {from.x, from.y, upright ? 1 : to.x - from.x, upright ? to.y - from.y : 1};
    rule.fill = colour;
    list.add(rule);
}

} // namespace attn
