#include "core/explain/einsum.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <map>

namespace attn {

namespace {

constexpr float usual_letter_size = 32;
constexpr float usual_letter_step = 34; // less if there is not enough room
constexpr float least_letter_step = 18;
constexpr float comma_step = 28;
constexpr float arrow_step = 72;
constexpr float name_line = 46; // height of the symbols above the letters; more for a symbol that reaches deep
constexpr float name_baseline = 24;
constexpr float above_letters = 10; // gap above the line beneath a symbol
constexpr float letter_line = 52;
constexpr float length_line = 22;
constexpr float sum_line = 30; // height of a line from letter to letter, with its words
constexpr float table_line = 22;
constexpr float code_line = 20;
constexpr float widest_table = 520;
constexpr float before_words = 32; // from letters to words in the table
constexpr float end_room = 88;
constexpr float before_end = end_room + space::large;

class EinsumLayout : Canvas {
public:
    EinsumLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area),
          einsum_(
              einsum_of(drawing.trace, drawing.view_state.step)->in_letters(drawing.session.notation.profile().einsum)),
          name_line_(name_line_height()), height_share_(share_with_room()), letter_step_(step_with_room()),
          letter_size_(usual_letter_size * std::min(1.0F, 1.1F * letter_step_ / usual_letter_step)),
          gap_(gap_with_room()) {}

    void add() {
        float y = area_.y + std::max(0.0F, (area_.height - height_without_gaps() - 3 * gap_) * 0.35F) + view().pan.y;
        add_letters(y);
        y += letters_height() + gap_;
        add_table(y);
        y += line_of(table_line) * static_cast<float>(einsum_.letters.size()) + gap_;
        add_code(y);
    }

private:
    /// The array's symbol for all heads, since a letter of the einsum stands for the head.
    Typeset symbol_of_all(const EinsumArray& array) const {
        const std::string symbol =
            is_parameter(array.array) ? symbol_of_all_heads(array.array) : symbol_of(array.array);
        return set_general_formula(drawing_, symbol, 18, theme_.ink);
    }

    float name_line_height() const {
        float deepest = 0;
        for (const EinsumArray* array : {&einsum_.left, &einsum_.right, &einsum_.result})
            deepest = std::max(deepest, bounds(symbol_of_all(*array).list, drawing_.typesetter).bottom());
        return std::max(name_line, name_baseline + deepest + space::tiny + above_letters);
    }

    Index summed_count() const {
        return std::count_if(einsum_.letters.begin(), einsum_.letters.end(),
                             [](const EinsumLetter& letter) { return letter.is_summed; });
    }

    float letters_height() const {
        return name_line_ + line_of(letter_line) + line_of(length_line) +
               line_of(sum_line) * static_cast<float>(summed_count());
    }

    /// The factor by which lines of letters and of the table shrink in a low window.
    float share_with_room() const {
        constexpr float least = 0.8F;
        return on_paper() ? 1 : bounded(area_.height / height_without_gaps(), least, 1.0F);
    }
    float line_of(float height) const { return height * height_share_; }

    float height_without_gaps() const {
        return letters_height() + line_of(table_line) * static_cast<float>(einsum_.letters.size()) + 4 * code_line;
    }

    /// The gap between letters, table and code; smaller in a low window.
    float gap_with_room() const {
        return on_paper() ? space::huge : bounded((area_.height - height_without_gaps()) / 3, space::tiny, space::huge);
    }

    const EinsumLetter& known(char letter) const {
        return *std::find_if(einsum_.letters.begin(), einsum_.letters.end(),
                             [&](const EinsumLetter& l) { return l.letter == letter; });
    }

    float letters_across() const {
        return static_cast<float>(einsum_.left.letters.size() + einsum_.right.letters.size() +
                                  einsum_.result.letters.size());
    }

    float step_with_room() const {
        const float fitting = std::floor((area_.width - comma_step - arrow_step) / letters_across());
        return bounded(fitting, least_letter_step, usual_letter_step);
    }

    float width() const { return letters_across() * letter_step_ + comma_step + arrow_step; }

    void put(std::string text, Point at, Colour colour, Font font, Horizontal horizontal = Horizontal::centre) {
        add_text_about(at, std::move(text), colour, font, horizontal);
    }

    void add_letters(float top) {
        float x = std::floor(area_.x + (area_.width - width()) / 2 + view().pan.x);
        const float middle = top + name_line_ + line_of(letter_line) / 2;
        x = add_array(einsum_.left, x, top, true);
        put(",", {x + comma_step / 2, middle}, theme_.dim, {.size = letter_size_});
        x = add_array(einsum_.right, x + comma_step, top, true);
        put("→", {x + arrow_step / 2, middle}, theme_.dim, {.size = letter_size_});
        add_array(einsum_.result, x + arrow_step, top, false);
        add_sums(top + name_line_ + line_of(letter_line) + line_of(length_line));
    }

    /// Returns the x at which the array ends.
    float add_array(const EinsumArray& array, float x, float top, bool is_operand) {
        const float width = static_cast<float>(array.letters.size()) * letter_step_;
        const Typeset symbol = symbol_of_all(array);
        append(symbol.list, {x + (width - symbol.width) / 2, top + name_baseline});
        add_rule(list_, {x + 3, top + name_line_ - above_letters}, {x + width - 3, top + name_line_ - above_letters},
                 theme_.connector);
        for (const char letter : array.letters) {
            add_letter(known(letter), {x + letter_step_ / 2, top + name_line_ + line_of(letter_line) / 2});
            if (is_operand && known(letter).is_summed)
                ends_[letter].push_back(x + letter_step_ / 2);
            x += letter_step_;
        }
        return x;
    }

    void add_letter(const EinsumLetter& letter, Point middle) {
        if (letter.is_summed) {
            const Box around{middle.x - letter_step_ / 2 + 2, middle.y - 20, letter_step_ - 4, 40};
            add_box(around, transparent, {theme_.ink, 1.5F, LineStyle::dashed}, measure::corner);
        }
        put(std::string(1, letter.letter), middle, theme_.ink,
            {.size = letter_size_, .weight = letter.is_summed ? FontWeight::regular : FontWeight::semibold});
        put(fmt::format("{}", letter.length),
            {middle.x, middle.y + line_of(letter_line) / 2 + line_of(length_line) / 2}, theme_.dim, {});
    }

    /// Adds a line between the two places of each summed letter, with its number of terms.
    void add_sums(float y) {
        for (const EinsumLetter& letter : einsum_.letters) {
            if (!letter.is_summed)
                continue;
            const std::vector<float>& ends = ends_.at(letter.letter);
            const float down = y + line_of(sum_line) - 12;
            add_way({{ends.front(), y + 4}, {ends.front(), down}, {ends.back(), down}, {ends.back(), y + 4}},
                    {theme_.ink, 1.5F});
            const std::string said =
                fmt::format("summed over {}: {} {}", letter.letter, letter.length, noun_for(letter.length, "term"));
            put(said, {ends.back() + space::medium, down}, theme_.ink, {.weight = FontWeight::medium},
                Horizontal::left);
            y += line_of(sum_line);
        }
    }

    static Prose length_of(const EinsumLetter& letter, const Notation& notation) {
        const Prose symbol = letter.symbol.empty() ? Prose() : symbol_in(letter.symbol, notation) + " = ";
        return prose("{}{}", symbol, letter.length);
    }

    /// The least width of the table at which nothing in a row overlaps.
    float least_table(const Notation& notation) const {
        float words = 0;
        for (const EinsumLetter& letter : einsum_.letters)
            words = std::max(words, width_of(letter.counts) + space::medium +
                                        line_width(drawing_.typesetter, length_of(letter, notation)));
        return before_words + words + before_end;
    }

    void add_table(float y) {
        const Notation& notation = drawing_.notation;
        const float width = std::max(std::min(area_.width, widest_table), least_table(notation));
        const float x = std::floor(area_.x + std::max(0.0F, area_.width - width) / 2 + view().pan.x);
        for (const EinsumLetter& letter : einsum_.letters) {
            const float middle = y + line_of(table_line) / 2;
            put(std::string(1, letter.letter), {x + 8, middle}, theme_.ink, bold(15));
            put(std::string(letter.counts), {x + before_words, middle}, theme_.ink, {}, Horizontal::left);
            attach_claims(list_, {{std::string(letter.counts), Always{"it is what the letter is defined to count"}}});
            const Prose length = length_of(letter, notation);
            const float half_of_capitals = drawing_.typesetter.measure("0", {}).cap_height / 2;
            attn::add_line(
                list_, drawing_.typesetter,
                {x + width - before_end - line_width(drawing_.typesetter, length), middle + half_of_capitals}, length,
                theme_.ink);
            put(letter.is_summed ? "summed away" : "kept", {x + width - end_room, middle}, theme_.dim, {},
                Horizontal::left);
            y += line_of(table_line);
            add_rule(list_, {x, y}, {x + width, y}, theme_.hairline);
        }
    }

    void add_code(float y) {
        if (einsum_.is_logistic)
            y += add_claims({area_.x, y + code_line / 2 + 4},
                            {{"The stage has 1 / (1 + exp(−x)) for every sum x.",
                              Always{"it is the definition of the operation"}}},
                            theme_.ink, {}, code_line) +
                 space::tiny;
        for (const auto& [library, name] : {std::pair("np", "NumPy"), std::pair("torch", "PyTorch")}) {
            const std::string code = einsum_.in_python(library);
            const float height = paragraph_height(drawing_.typesetter, area_.width - 64, code, code_line);
            if (!on_paper() && y + height > area_.bottom() + space::small) // the picture cannot be scrolled
                return;
            add_text({area_.x, y + code_line / 2 + 4}, name, theme_.dim, small());
            y += add_paragraph(list_, drawing_.typesetter, {area_.x + 64, y + code_line / 2 + 4}, area_.width - 64,
                               code, theme_.ink, {.weight = FontWeight::medium}, code_line) +
                 space::tiny;
        }
    }

    Einsum einsum_;
    float name_line_;
    float height_share_ = 1; ///< factor of the height of lines
    float letter_step_;
    float letter_size_;
    float gap_;
    std::map<char, std::vector<float>> ends_; ///< x positions of each summed letter in the operands
};

} // namespace

bool shows_einsum(const DrawContext& drawing) {
    return !drawing.view_state.parameter && !is_given(drawing, drawing.view_state.step) &&
           einsum_of(drawing.trace, drawing.view_state.step).has_value();
}

void einsum_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    EinsumLayout(list, drawing, area).add();
}

} // namespace attn
