#include "core/figure/pictures/notes.h"

#include "core/document/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/columns.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/words.h"
#include "core/model/arrays.h"
#include "core/model/norm.h"
#include "core/model/overrides.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/ranges.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float notes_size = 18;
constexpr float notes_smallest = 13; // a formula that would be smaller is broken before an equals sign
constexpr float notes_numbers_size = 15;
constexpr float notes_indent = 20;
constexpr float notes_gap = 20;
constexpr float notes_line = 17;
constexpr float narrowest_notes = 190; // of a column on paper
constexpr float between_notes = 28;    // columns

/// A formula of several arrays stands once where all are shown.
std::vector<const NoteFormula*> formulas_beside(const DrawContext& drawing, std::optional<ArrayId> array) {
    std::vector<const NoteFormula*> found;
    std::set<std::string_view> said;
    for (const NoteFormula& formula : drawing.session.notation.profile().formulas)
        if ((!array || formula.array == *array) && said.insert(formula.tex).second)
            found.push_back(&formula);
    return found;
}

/// Whether the stage is a product of what the norm makes, rotated or not.
bool multiplies_normed(const DrawContext& drawing, ArrayId stage, const HeadNormRow& norm) {
    if (!is_stage(stage) || operation(drawing.trace.recipe(stage).operation).picture != NaturalPicture::product)
        return false;
    return std::ranges::any_of(stages(), [&](const Array& row) {
        return row.norm == norm.norm && has_array(drawing, row.id) && may_read(stage, row.id);
    });
}

/// What this layer does besides what lecture notes write of a layer that is plain; empty where it does nothing else.
std::vector<std::string> besides(const DrawContext& drawing, ArrayId array) {
    const Layer& layer = drawing.layer();
    const auto has = [&](ArrayId id) { return has_array(drawing, id); };
    const bool is_score = array == ArrayId::scores || array == ArrayId::scaled || array == ArrayId::A;
    const bool is_scaled = array == ArrayId::scaled || array == ArrayId::A;
    const bool is_output = array == ArrayId::parts || array == ArrayId::concat || array == ArrayId::Y;
    std::vector<std::string> all;
    const auto say_where = [&](bool here, std::string words) {
        if (here)
            all.push_back(std::move(words));
    };
    say_where(is_stage(array) && drawing.session.tokens_as_columns, "tokens are columns");
    say_where(array == ArrayId::Q && has(ArrayId::b_Q), "a bias is added");
    say_where(array == ArrayId::K && has(ArrayId::b_K), "a bias is added");
    say_where(array == ArrayId::V && has(ArrayId::b_V), "a bias is added");
    say_where(is_score && (has(ArrayId::b_Q) || has(ArrayId::b_K)), "queries and keys have biases");
    say_where((array == ArrayId::K || array == ArrayId::V || is_score) && layer.context != nullptr,
              "keys and values come from another sequence");
    for (const HeadNormRow& norm : head_norms)
        say_where(multiplies_normed(drawing, is_score ? ArrayId::scores : array, norm),
                  fmt::format("{} are normed", norm.rows));
    say_where(is_score && (has(ArrayId::Q_rotated) || has(ArrayId::K_rotated)), "queries and keys turn by their place");
    say_where(is_scaled && layer.scale.kind != Scale::Kind::inverse_sqrt_d_k, "the scale is another");
    say_where(is_scaled && layer.temperature != 1, "scores are divided by a temperature");
    const bool is_masked = notation_of(drawing.session).masked;
    say_where(array == ArrayId::A && has(ArrayId::capped), "scores are capped");
    say_where(array == ArrayId::A && has(ArrayId::bias), "a bias by distance is added");
    say_where(array == ArrayId::A && is_masked, "a mask is added to the scores");
    say_where(is_output && has(ArrayId::O_gated), "the heads' outputs are gated");
    say_where(array == ArrayId::Y && has(ArrayId::b_O), "a bias is added");
    const bool is_off = std::ranges::any_of(layer.heads, [](const HeadWeights& head) { return !head.on; });
    say_where((array == ArrayId::O || is_output) && is_off, "a head is off");
    say_where(is_overridden(layer, array) ||
                  (array == ArrayId::A &&
                   std::ranges::any_of(std::array{ArrayId::masked, ArrayId::exp, ArrayId::row_max, ArrayId::row_sum},
                                       [&](ArrayId id) { return is_overridden(layer, id); })),
              "numbers are given or pinned");
    return all;
}

/// What the formula takes for granted and this layer does not have; empty where it holds.
std::string broken_premise(const DrawContext& drawing, Premise premise) {
    const Sizes& sizes = drawing.sizes();
    switch (premise) {
    case Premise::none:
        break;
    case Premise::one_width:
        return sizes.d_k == sizes.d_v ? "" : fmt::format("keys have width {} and values {}", sizes.d_k, sizes.d_v);
    case Premise::heads_of_one_fill_width:
        if (sizes.d_k != sizes.d_v)
            return broken_premise(drawing, Premise::one_width);
        [[fallthrough]];
    case Premise::heads_fill_width:
        return sizes.H * sizes.d_v == sizes.D ? ""
                                              : fmt::format("the width is {}, and {} heads of {} are {}", sizes.D,
                                                            sizes.H, sizes.d_v, sizes.H * sizes.d_v);
    case Premise::several_heads:
        return sizes.H > 1 ? "" : "there is one head";
    case Premise::output_weights:
        return has_array(drawing, ArrayId::Y) ? "" : "there are no output weights";
    }
    return {};
}

/// The lengths that a broken premise speaks of.
std::vector<Fact> premise_facts(const DrawContext& drawing, Premise premise) {
    const auto is_there = [](ArrayId array, double count) {
        return fact(Quantity::exists, {array, 0, 0, 0, 0}, count);
    };
    if (premise == Premise::output_weights)
        return {is_there(ArrayId::Y, 0)};
    std::vector<Fact> facts;
    const Sizes& sizes = drawing.sizes();
    for (const auto length : {&Sizes::H, &Sizes::d_k, &Sizes::d_v, &Sizes::D}) {
        facts.push_back(fact(Quantity::length, {}, static_cast<double>(sizes.*length)));
        facts.back().length = length;
    }
    return facts;
}

/// Whether the numbers that a note leads to are those of this layer. Shares are told from the scores that softmax
/// really reads; what is scaled otherwise, given or pinned is not what the note makes of its operands.
bool numbers_hold(const DrawContext& drawing, const NoteFormula& formula) {
    const Layer& layer = drawing.layer();
    const bool is_scaled_so = layer.scale.kind == Scale::Kind::inverse_sqrt_d_k && layer.temperature == 1;
    const bool is_a_sum_alone = formula.numbers.ends_with("<=row total>");
    const auto is_ours = [&](ArrayId array) { return is_overridden(layer, array); };
    if (formula.array == ArrayId::scaled && !formula.numbers.empty())
        return is_scaled_so && !is_ours(ArrayId::scaled);
    constexpr std::array of_softmax{ArrayId::exp, ArrayId::row_max, ArrayId::row_sum, ArrayId::A};
    return formula.array != ArrayId::A || is_a_sum_alone || std::ranges::none_of(of_softmax, is_ours);
}

/// A number as TeX.
std::string tex_number(double value, int decimals) {
    if (std::isnan(value))
        return R"(\mathrm{NaN})";
    if (std::isinf(value))
        return value > 0 ? R"(\infty)" : R"(-\infty)";
    if (std::abs(value) < 1e5)
        return fmt::format("{:.{}f}", value, decimals);
    const double power = std::floor(std::log10(std::abs(value)));
    return fmt::format(R"({:.2f} \cdot 10^{{{:.0f}}})", value / std::pow(10, power), power);
}

/// Writes the numbers of a note for the chosen row and column.
class NoteNumbers {
public:
    NoteNumbers(const DrawContext& drawing) : drawing_(drawing), cell_(selected_cell(drawing)) {}

    std::string of(std::string_view numbers) const {
        return with_numbers(numbers, [this](std::string_view name) { return number(name); });
    }

    /// The cell of the array in the chosen row and column, as far as it reaches.
    CellId cell(ArrayId array) const {
        const Shape shape = array_shape(drawing_, array);
        const Index row = std::clamp<Index>(cell_.row, 0, std::max<Index>(shape.rows, 1) - 1);
        const Index column = std::clamp<Index>(cell_.column, 0, std::max<Index>(shape.columns, 1) - 1);
        return canonical(drawing_, {array, drawing_.view_state.item, drawing_.view_state.head, row, column});
    }

private:
    std::string number(std::string_view name) const {
        const Sizes& sizes = drawing_.sizes();
        const std::array<std::pair<std::string_view, Index>, 8> lengths{{{"B", sizes.B},
                                                                         {"S", sizes.S_q},
                                                                         {"S_q", sizes.S_q},
                                                                         {"S_k", sizes.S_k},
                                                                         {"D", sizes.D},
                                                                         {"H", sizes.H},
                                                                         {"d_k", sizes.d_k},
                                                                         {"d_v", sizes.d_v}}};
        for (const auto& [letter, length] : lengths)
            if (name == letter)
                return std::to_string(length);
        if (name == "exp")
            return tex_number(std::exp(value(ArrayId::masked)), 3);
        if (name == "sum exp" || name == "row total")
            return tex_number(total(name == "sum exp"), 3);
        const bool is_row = name.ends_with(row_of_notes);
        const auto array = find_array(is_row ? name.substr(0, name.size() - row_of_notes.size()) : name);
        if (!array || !has_array(drawing_, *array))
            return "?";
        if (is_row)
            return row(*array);
        return tex_number(value(*array), row_of(*array).meaning == Meaning::share ? 3 : 2);
    }

    /// The row of the chosen cell, as far as a line has room for it.
    std::string row(ArrayId array) const {
        constexpr std::size_t most = 6;
        const CellId at = cell(array);
        const Matrix matrix = drawing_.trace.array(at.array, at.item, at.head).row_block(at.row, 1);
        std::string numbers;
        for (const float number : matrix.row(0).first(std::min(most, matrix.row(0).size())))
            numbers += (numbers.empty() ? "" : R"( \; )") + tex_number(number, 2);
        return R"(\left( )" + numbers + (matrix.row(0).size() > most ? R"( \; \ldots)" : "") + R"( \right))";
    }

    double value(ArrayId array) const {
        const CellId at = cell(array);
        return drawing_.trace.contains(at) ? static_cast<double>(drawing_.trace.value(at)) : std::nan("");
    }

    /// Of the exponentials of the scores as they are, or of the shares.
    double total(bool of_exponentials) const {
        const CellId at = cell(of_exponentials ? ArrayId::masked : ArrayId::A);
        const Matrix row = drawing_.trace.array(at.array, at.item, at.head).row_block(at.row, 1);
        double sum = 0;
        for (const float number : row.row(0))
            sum += of_exponentials ? std::exp(static_cast<double>(number)) : static_cast<double>(number);
        return sum;
    }

    const DrawContext& drawing_;
    CellId cell_;
};

/// The pieces of a formula that may stand on lines of their own: each but the first begins with its equals sign.
std::vector<std::string> pieces_of(std::string_view tex) {
    std::vector<std::string> pieces(1);
    int depth = 0;
    for (std::size_t at = 0; at < tex.size(); ++at) {
        if (tex[at] == '{' || tex.substr(at).starts_with("\\left("))
            ++depth;
        if (tex[at] == '}' || tex.substr(at).starts_with("\\right)"))
            --depth;
        if (depth == 0 && tex.substr(at).starts_with(" = ") && !pieces.back().empty()) {
            pieces.emplace_back("=");
            at += 1;
            continue;
        }
        pieces.back() += tex[at];
    }
    return pieces;
}

class NotesLayout {
public:
    /// `scale`: of all that is written.
    NotesLayout(DisplayList& list, const DrawContext& drawing, const Box& area, float scale)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), scale_(scale), numbers_(drawing),
          x_(area.x), y_(area.y + space::small) {}

    float bottom() const { return y_; }

    /// Whose formulas nobody has compared with the layer: those of a person's own file.
    void say_whether_checked() {
        if (drawing_.session.notation.is_own())
            remark({"These are the formulas of your own notation: shown as they stand, unchecked.",
                    Always{"no notation but those that come with the program has been compared with the layer"}});
    }

    void add(const std::vector<const NoteFormula*>& formulas, bool with_titles) {
        std::optional<ArrayId> last;
        for (const NoteFormula* formula : formulas) {
            if (with_titles && formula->array != last)
                add_title(formula->array);
            last = formula->array;
            add(*formula);
        }
    }

private:
    void add_title(ArrayId array) {
        y_ += notes_line;
        attn::add_line(list_, drawing_.typesetter, {x_, y_}, shown_name(drawing_.session, array), theme_.ink, bold());
        y_ += space::small;
    }

    void add(const NoteFormula& formula) {
        const float top = y_;
        add_tex(formula.tex, notes_size * scale_, theme_.ink, x_);
        Rectangle place;
        place.box = {x_, top, area_.width, y_ - top};
        list_.add(place).says = ShownFormula{formula.tex};
        const std::string broken = broken_premise(drawing_, formula.premise);
        std::vector<std::string> more = besides(drawing_, formula.array);
        if (!broken.empty())
            remark({fmt::format("Not so here: {}.", broken), premise_facts(drawing_, formula.premise)});
        else if (!more.empty())
            remark({fmt::format("Here besides: {}.", fmt::join(more, "; ")),
                    Always{"each part is asked of the layer's options when it is written"}});
        if (broken.empty() && numbers_hold(drawing_, formula))
            add_numbers(formula);
        if (!formula.says.empty())
            remark({formula.says, Always{"it quotes what the notes remark on their own letters"}});
        y_ += notes_gap * scale_;
    }

    void remark(Claim words) {
        y_ += notes_line;
        y_ += add_paragraph(list_, drawing_.typesetter, {x_ + notes_indent, y_}, area_.width - notes_indent,
                            Claims{std::move(words)}, theme_.dim, small(), notes_line) -
              notes_line + space::tiny;
    }

    void add_numbers(const NoteFormula& formula) {
        if (!formula.numbers.empty())
            return add_tex(numbers_.of(formula.numbers), std::max(notes_numbers_size * scale_, least_size()),
                           theme_.dim, x_ + notes_indent);
        if (!has_array(drawing_, formula.array))
            return;
        const CellId cell = numbers_.cell(formula.array);
        const Shape shape = shown_shape(drawing_, formula.array);
        y_ += notes_line;
        float x = x_ + notes_indent;
        const std::string written = fmt::format("{} × {}", shape.rows, shape.columns);
        const std::string words = fmt::format("{}; {} = ", written, short_cell(drawing_, cell));
        x += add_text(list_, drawing_.typesetter, {x, y_}, words, theme_.dim);
        attach_claims(list_, {{words, written_fact(Quantity::shape, cell, written)}});
        const int decimals = row_of(formula.array).meaning == Meaning::share ? 3 : 2;
        add_text(list_, drawing_.typesetter, {x, y_}, display_number(drawing_.trace.value(cell), decimals), theme_.ink,
                 {.weight = FontWeight::medium});
        list_.items.back().says = ShownNumber{.cell = cell};
        y_ += space::tiny;
    }

    /// On one line, smaller if it must be; or broken before equals signs.
    void add_tex(const std::string& tex, float size, Colour colour, float x) {
        const float room = area_.right() - x;
        const float whole = set_tex(drawing_, tex, size, colour).width;
        const float least = std::max(notes_smallest * scale_, least_size());
        if (whole <= room || whole * least <= room * size)
            return add_line(tex, std::min(size, size * room / whole), colour, x);
        std::string line;
        for (const std::string& piece : pieces_of(tex)) {
            std::string longer = line;
            longer.append(line.empty() ? "" : " ").append(piece);
            if (!line.empty() && set_tex(drawing_, longer, size, colour).width > room) {
                add_line(line, size, colour, line.starts_with("=") ? x + notes_indent : x);
                line = piece;
            } else {
                line = longer;
            }
        }
        const float last = line.starts_with("=") ? x + notes_indent : x;
        const float width = set_tex(drawing_, line, size, colour).width;
        const float fitting = std::min(size, size * (area_.right() - last) / std::max(width, 1.0F));
        add_line(line, std::max(fitting, least_size()), colour, last);
    }

    void add_line(const std::string& tex, float size, Colour colour, float x) {
        Typeset set = set_tex(drawing_, tex, size, colour);
        set.list.items.front().change_any<FormulaMark>([](FormulaMark& mark) { mark.is_of_notes = true; });
        y_ += set.ascent + space::tiny;
        list_.append(set.list, {x, y_}, on_paper() ? std::nullopt : std::optional(area_));
        y_ += set.descent;
    }

    /// Of type, where it is as large as was asked.
    float least_size() const { return on_paper() ? type_size::small : 0; }
    bool on_paper() const { return drawing_.view_state.on_paper; }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    float scale_;
    NoteNumbers numbers_;
    float x_;
    float y_;
};

/// In one column, as large as there is room for.
void write(DisplayList& list, const DrawContext& drawing, const Box& area, std::optional<ArrayId> array) {
    const std::vector<const NoteFormula*> formulas = formulas_beside(drawing, array);
    DisplayList written;
    for (const float scale : {1.0F, 0.85F, 0.7F, 0.6F}) {
        written = {};
        NotesLayout layout(written, drawing, area, scale);
        layout.add(formulas, !array);
        layout.say_whether_checked();
        if (!array || layout.bottom() <= area.bottom()) // all of them are as long as they need to be
            break;
    }
    list.append(written);
}

/// The formulas of each array that has some, one section for each; or the section that is asked for.
std::vector<std::vector<const NoteFormula*>> sections(const DrawContext& drawing) {
    std::vector<std::vector<const NoteFormula*>> all;
    for (const NoteFormula* formula : formulas_beside(drawing, drawing.view_state.section)) {
        if (all.empty() || all.back().front()->array != formula->array)
            all.emplace_back();
        all.back().push_back(formula);
    }
    return all;
}

/// The sections on paper, in columns and none of them broken.
class NotesOnPaper {
public:
    NotesOnPaper(const DrawContext& drawing, const Box& area, std::size_t columns, float scale)
        : width_((area.width - between_notes * static_cast<float>(columns - 1)) / static_cast<float>(columns)) {
        for (const auto& section : sections(drawing)) {
            NotesLayout layout(written_.emplace_back(), drawing, {0, 0, width_, area.height}, scale);
            layout.add(section, !drawing.view_state.section);
            heights_.push_back(layout.bottom());
        }
        columns_ = in_columns(heights_, columns);
    }

    float height() const { return columns_.height; }

    void add(DisplayList& list, Point at) const {
        for (std::size_t i = 0; i < columns_.first.size(); ++i) {
            const std::size_t end = i + 1 < columns_.first.size() ? columns_.first[i + 1] : written_.size();
            float y = at.y;
            for (std::size_t section = columns_.first[i]; section < end; ++section) {
                list.append(written_[section], {at.x + static_cast<float>(i) * (width_ + between_notes), y});
                y += heights_[section];
            }
        }
    }

private:
    float width_;
    std::vector<DisplayList> written_;
    std::vector<float> heights_;
    Columns columns_;
};

/// In as few columns, and formulas as large, as the area has room for; else in as many and as small as may be.
void write_on_paper(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const auto most = std::max<std::size_t>(
        1, to_integer<std::size_t>((area.width + between_notes) / (narrowest_notes + between_notes)));
    std::optional<NotesOnPaper> lowest;
    for (const float scale : {1.0F, 0.85F, notes_smallest / notes_size})
        for (std::size_t columns = 1; columns <= most; ++columns) {
            NotesOnPaper notes(drawing, area, columns, scale);
            const bool has_room = notes.height() <= area.height;
            if (!lowest || notes.height() < lowest->height())
                lowest.emplace(std::move(notes));
            if (has_room)
                return lowest->add(list, {area.x, area.y});
        }
    lowest->add(list, {area.x, area.y});
}

} // namespace

std::vector<NoteLine> note_lines(const DrawContext& drawing, ArrayId array) {
    if (!besides(drawing, array).empty())
        return {};
    const NoteNumbers numbers(drawing);
    std::vector<NoteLine> lines;
    for (const NoteFormula* formula : formulas_beside(drawing, array)) {
        std::string unlike = broken_premise(drawing, formula->premise);
        std::string here = unlike.empty() && numbers_hold(drawing, *formula) ? numbers.of(formula->numbers) : "";
        lines.push_back({formula->tex, std::move(unlike), std::move(here), formula->says});
    }
    return lines;
}

bool shows_notes(const DrawContext& drawing) {
    return !formulas_beside(drawing, drawing.view_state.array()).empty();
}

void notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    write(list, drawing, area, drawing.view_state.array());
}

Result<void> has_notes(const DrawContext& drawing) {
    if (formulas_beside(drawing, std::nullopt).empty())
        return error("the notation “{}” comes without formulas; one that has some is d_h",
                     drawing.session.notation.name());
    const std::optional<ArrayId> section = drawing.view_state.section;
    if (!section || !formulas_beside(drawing, section).empty())
        return {};
    std::string there;
    for (const NoteFormula* formula : formulas_beside(drawing, std::nullopt))
        if (const std::string name = named(formula->array);
            (" " + there + " ").find(" " + name + " ") == std::string::npos)
            there += (there.empty() ? "" : " ") + name;
    return error("the notes have no formula beside {}; their sections are {}", named(*section), there);
}

void all_notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    if (drawing.view_state.on_paper)
        return write_on_paper(list, drawing, area);
    write(list, drawing, area, std::nullopt);
}

} // namespace attn
