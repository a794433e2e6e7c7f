#include "core/figure/caption.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/known_words.h"
#include "core/figure/hatch.h"
#include "core/figure/number.h"
#include "core/figure/pictures/head_matrices.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/formula/equation.h"
#include "core/formula/print.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace attn {

namespace {

std::string_view role_word(Role role) {
    switch (role) {
    case Role::queries:
        return "queries";
    case Role::keys:
        return "keys";
    default:
        return {};
    }
}

/// True for the stages from the scaled scores to the attention weights: scale and mask determine their numbers.
bool is_of_scores(ArrayId stage) {
    const Axis columns = row_of(stage).columns;
    return (columns == Axis::key_tokens || columns == Axis::one) && is_made_by(stage, OperationId::scale);
}

Claim scale_words(const Layer& layer) {
    if (layer.scale.kind == Scale::Kind::inverse_sqrt_d_k)
        return {
            "scale 1/√" + prose("{}", sizes_of(layer).d_k),
            fact(Quantity::scale, {layer.number, ArrayId{}}, 1 / std::sqrt(static_cast<double>(sizes_of(layer).d_k)))};
    std::string scale = full_number(layer.scale.kind == Scale::Kind::one ? 1 : layer.scale.value);
    return {"scale " + scale, written_fact(Quantity::scale, {layer.number, ArrayId{}}, scale)};
}

/// The words for the soft cap. They are true even if numbers are pinned, because only the layer's options set the cap.
Claim cap_words(const Layer& layer) {
    return {"soft cap " + full_number(layer.soft_cap), fact(Quantity::exists, {layer.number, ArrayId::capped}, 1)};
}

std::string list_of(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, ", "));
}

Claim mask_words(const DrawContext& drawing) {
    const Layer& layer = drawing.layer();
    const Mask& mask = layer.mask;
    std::vector<std::string> parts;
    if (mask.causal)
        parts.emplace_back("causal");
    if (mask.window > 0)
        parts.push_back(fmt::format("window of {}", mask.window));
    if (mask.pad_tokens || !mask.padding.empty())
        parts.emplace_back("padding");
    if (!mask.painted.empty())
        parts.emplace_back("cells set by hand");
    if (!mask.given.empty())
        parts.emplace_back("a matrix given");
    if (!drawing.trace.has(ArrayId::mask))
        return {"no mask", fact(Quantity::exists, {drawing.layer().number, ArrayId::mask, 0, 0, 0, 0}, 0)};
    const auto is_of_mask = [](const auto& entry) { return entry.first.array == ArrayId::mask; };
    const CellId first = canonical(
        drawing, {drawing.layer().number, ArrayId::mask, drawing.view_state.item, drawing.view_state.head, 0, 0});
    Fact given = fact(Quantity::given_count, first, 1);
    given.at_most = std::numeric_limits<double>::infinity();
    const bool is_whole_given = std::ranges::any_of(layer.given, is_of_mask);
    const bool is_pinned = std::ranges::any_of(layer.pins, is_of_mask);
    if (is_whole_given || (is_pinned && parts.empty())) // the layer's options do not determine these numbers
        return {"mask: given numbers", std::move(given)};
    if (is_pinned)
        return {prose("mask: {}, with numbers given", list_of(parts)), std::move(given)};
    if (mask.causal) {
        constexpr double hidden = -std::numeric_limits<double>::infinity();
        return {prose("mask: {}", list_of(parts)), fact(Quantity::largest_above_diagonal, first, hidden)};
    }
    if (!parts.empty())
        return {prose("mask: {}", list_of(parts)),
                Always{"they are read from the options of the layer, which no number overrides here"}};
    return {"no mask", {fact(Quantity::least, first, 0), fact(Quantity::largest, first, 0)}};
}

/// The word for the rows or columns along an axis.
std::string_view axis_word(Axis axis) {
    switch (axis) {
    case Axis::one:
        break;
    case Axis::query_tokens:
    case Axis::key_tokens:
        return "tokens";
    case Axis::model:
    case Axis::context_model:
    case Axis::key_width:
    case Axis::value_width:
    case Axis::concat_width:
    case Axis::mlp:
        return "numbers";
    case Axis::vocabulary:
        return "words";
    }
    return "one";
}

Claim shape_words(const DrawContext& drawing, ArrayId array) {
    const Shape shape = shown_shape(drawing, array);
    const std::string of_matrix = fmt::format("{}×{}", shape.rows, shape.columns);
    const CellId first =
        canonical(drawing, {drawing.layer().number, array, drawing.view_state.item, drawing.view_state.head, 0, 0});
    std::string_view rows = role_word(row_role(array));
    std::string_view columns = role_word(column_role(array));
    if (rows.empty() || columns.empty()) {
        rows = axis_word(row_of(array).rows);
        columns = axis_word(row_of(array).columns);
    }
    if (is_transposed(drawing, array))
        std::swap(rows, columns);
    const std::string axes = rows == columns ? std::string() : fmt::format(", {} × {}", rows, columns);
    return {items_before_shape(drawing, array) + of_matrix + axes, written_fact(Quantity::shape, first, of_matrix)};
}

Claim sizes_words(const Sizes& sizes) {
    std::vector<Fact> facts;
    for (const auto length : {&Sizes::B, &Sizes::S_q, &Sizes::S_k, &Sizes::D, &Sizes::H, &Sizes::d_k, &Sizes::d_v}) {
        facts.push_back(fact(Quantity::length, {0, ArrayId{}}, static_cast<double>(sizes.*length)));
        facts.back().length = length;
    }
    Prose words = sizes.B > 1 ? prose("{} items, ", sizes.B) : Prose();
    words += sizes.S_q == sizes.S_k ? prose("{} {}", sizes.S_q, noun_for(sizes.S_q, "token"))
                                    : prose("{} {}, {} {}", sizes.S_q, noun_for(sizes.S_q, "query", "queries"),
                                            sizes.S_k, noun_for(sizes.S_k, "key"));
    words += prose(", width {}, {} {}", sizes.D, sizes.H, noun_for(sizes.H, "head"));
    words += sizes.d_k == sizes.d_v ? prose(" of width {}", sizes.d_k)
                                    : prose(", keys of width {}, values of width {}", sizes.d_k, sizes.d_v);
    return {std::move(words), std::move(facts)};
}

/// The equation "symbol = formula", without a left side that the formula repeats in the session's notation; empty if
/// nothing else is left.
std::string equation(const Session& session, const std::string& symbol, const std::string& formula) {
    const Notation notation = notation_of(session);
    const auto is_symbol = [&, letters = tree_in_notation(symbol, notation)](const FormulaNode& side) {
        return look_alike(tree_in_notation(side, notation), letters);
    };
    std::vector<FormulaNode> sides = sides_of(laid_out(formula, notation));
    if (is_symbol(sides.front()))
        sides.erase(sides.begin());
    return sides.empty() ? std::string() : symbol + " = " + tex_of(joined_sides(std::move(sides))).tex;
}

/// The meaning of the colours of the picture's matrices: "orange: positive, blue: negative".
std::vector<std::string> words_of_colours(const DrawContext& drawing, const DisplayList& picture) {
    bool is_positive = false;
    bool is_negative = false;
    bool is_of_shares = false;
    for (const Item& item : picture.items)
        if (const auto* const colours = std::get_if<ShownColours>(&item.says)) {
            const bool has_signs = colours->palette == Palette::diverging;
            is_positive = is_positive || (has_signs && colours->range.data_high > 0);
            is_negative = is_negative || (has_signs && colours->range.data_low < 0);
            is_of_shares =
                is_of_shares || colours->palette == Palette::attention || colours->palette == Palette::grey_attention;
        }
    const std::string_view more = drawing.view_state.look == Look::dark ? "brighter" : "darker";
    std::vector<std::string> words;
    if (is_of_shares)
        words.push_back(is_positive || is_negative ? fmt::format("violet: shares, the {}, the larger", more)
                                                   : fmt::format("the {}, the larger the share", more));
    if (is_positive || is_negative)
        words.push_back(fmt::format("{}{}{}{}", is_of_shares ? "of other numbers " : "",
                                    is_positive ? "orange: positive" : "", is_positive && is_negative ? ", " : "",
                                    is_negative ? "blue: negative" : ""));
    return words;
}

/// The words for the outlined cell, "dog₆ reads lazy₅", or for a whole row or column: "row of dog₆", "column 3".
Prose words_of_outlined(const DrawContext& drawing, Outlined outlined) {
    const CellId cell = selected_cell(drawing);
    if (outlined == Outlined::cell)
        return cell_words(drawing, cell);
    const bool is_row = outlined == Outlined::row;
    const Role role = is_row ? row_role(cell.array) : column_role(cell.array);
    const Index place = is_row ? cell.row : cell.column;
    const std::string_view line = token_line(is_transposed(drawing, cell.array) == is_row);
    return role == Role::queries || role == Role::keys
               ? prose("{} of {}", line, token_name(drawing, role == Role::keys, place))
               : prose("{} {}", line, place + 1);
}

/// The array whose matrix the figure draws, or whose matrices of several heads.
ArrayId drawn_array(const DrawContext& drawing, const FigureKind& kind) {
    return kind.chooses_heads ? array_of_heads(drawing) : drawing.view_state.array();
}

/// A warning that some tokens have random numbers, although others have numbers of their own: what such tokens read
/// means nothing. Empty if there are none, and for parameters, which do not depend on tokens.
Claims words_on_chance(const DrawContext& drawing, const FigureKind& kind) {
    if (kind.scope != FigureScope::layer && !is_stage(drawing.view_state.array()))
        return {};
    const Sequence& sequence = drawing.layer().sequence;
    const Index item = drawing.view_state.item;
    const std::vector<std::string> unknown = strangers(drawing.session, sequence, item);
    if (unknown.empty())
        return {};
    const auto& tokens = sequence.items[static_cast<std::size_t>(item)];
    const auto drawn = std::ranges::count_if(
        tokens, [&](const std::string& token) { return std::ranges::find(unknown, token) != unknown.end(); });
    return {{prose("{} of {} tokens {} random numbers: what {} means nothing", drawn, tokens.size(),
                   drawn == 1 ? "has" : "have", drawn == 1 ? "it reads" : "they read"),
             Always{"it is counted from the words that the session has numbers for"}}};
}

/// Puts semicolons between the parts, and a full stop at the end.
void as_sentence(Claims& parts) {
    for (Claim& part : parts)
        part.text += &part == &parts.back() ? "." : ";";
}

} // namespace

std::string equation_of(const Session& session, ArrayId array) {
    const std::string formula = formula_of(session, array);
    const std::string symbol = symbol_of(array);
    const NamedTex named = named_in_notation(symbol, notation_of(session));
    const bool is_own_name =
        std::ranges::any_of(named.names, [](const FormulaName& name) { return name.name.ends_with(" T"); });
    const auto is_index = [](const FormulaNode& node) { return node.is_name("i"); };
    const bool is_of_cell = has_part(tree_in_notation(formula, notation_of(session)), is_index);
    std::string whole = is_own_name || is_of_cell ? std::string() : equation(session, symbol, formula);
    return formula.empty() || !whole.empty() ? whole : cell_formula_of(session, array);
}

bool names_head(const DrawContext& drawing, const FigureKind& kind) {
    const ArrayId array = kind.explains.value_or(drawing.view_state.array());
    const bool is_of_one = kind.scope == FigureScope::matrix || kind.explains.has_value();
    return is_of_one && drawing.sizes().H > 1 && has_heads(array);
}

Prose figure_title(const DrawContext& drawing, const FigureKind& kind) {
    if (kind.scope == FigureScope::layer && kind.title.empty() && !drawing.session.title.empty())
        return Prose::own(drawing.session.title);
    if (kind.scope == FigureScope::layer && kind.title.empty())
        return drawing.layer().context ? "Cross-attention" : "Self-attention";
    Prose title = words_in(kind.title, drawing.notation);
    if (kind.shows_change)
        title = Prose("Change of ") + name_of(drawing.notation, drawing.view_state.array());
    else if (title.empty())
        title = array_heading(drawing.session, drawing.view_state.array());
    const bool is_of_some = kind.chooses_heads && !drawing.view_state.heads.empty();
    if (!kind.behind_title.empty() && !(is_of_some && kind.behind_title == "all heads"))
        title += prose(", {}", kind.behind_title);
    if (is_of_some)
        title += ", " + words_of_heads(drawing);
    if (names_head(drawing, kind))
        title += ", " + head_words(drawing);
    if (drawing.view_state.section)
        title += Prose(": ") + name_of(drawing.notation, *drawing.view_state.section);
    return title;
}

std::string heads_with_room(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture) {
    if (!kind.explains || names_head(drawing, kind))
        return {};
    const auto& added = drawing.trace.recipe(*kind.explains).operands;
    std::set<Index> heads;
    for (const Item& item : picture.items)
        if (const auto* const colours = std::get_if<ShownColours>(&item.says);
            colours != nullptr && colours->first && has_heads(colours->first->array) &&
            std::ranges::find(added, colours->first->array, &Operand::array) != std::end(added))
            heads.insert(colours->first->head);
    const auto count = static_cast<Index>(heads.size());
    return count == 0 || count == drawing.sizes().H ? "" : words_of_heads(drawing, *heads.begin(), count, "head");
}

std::string figure_formula(const DrawContext& drawing, const FigureKind& kind) {
    const ArrayId stage =
        kind.explains.value_or(kind.shows_one_row ? array_of_row(drawing) : drawing.view_state.array());
    const bool is_learnt = is_parameter(stage);
    if (kind.scope != FigureScope::layer &&
        (is_learnt || (is_stage(stage) && !is_made(drawing.trace.structure(), stage))))
        return {}; // nothing is known about how weights, or the arrays of a bare recording, were computed
    if (kind.caption != nullptr)
        return kind.caption(drawing).formula;
    if (kind.scope == FigureScope::layer && !kind.explains)
        return {};
    if (kind.explains)
        return formula_that_holds(drawing, *kind.explains, equation_of(drawing.session, *kind.explains),
                                  {.pins_are_marked = false});
    if (kind.shows_one_row)
        return cell_formula_that_holds(drawing, stage);
    const ArrayId array = drawn_array(drawing, kind);
    return formula_that_holds(drawing, array, equation_of(drawing.session, array),
                              {.all_heads = kind.scope == FigureScope::heads});
}

std::string figure_words(const DrawContext& drawing, const FigureKind& kind) {
    return text_of(figure_claims(drawing, kind));
}

Typeset set_figure_formula(const DrawContext& drawing, const std::string& tex, float size, float width,
                           const FigureKind& kind, float least) {
    const auto set = [&](float type) {
        return names_head(drawing, kind) ? set_formula(drawing, tex, type, drawing.theme().ink)
                                         : set_general_formula(drawing, tex, type, drawing.theme().ink);
    };
    Typeset formula = set(size);
    return formula.width > width ? set(std::max(least, size * width / formula.width)) : formula;
}

Claims figure_claims(const DrawContext& drawing, const FigureKind& kind) {
    constexpr Always is_choice{"it repeats what the request asked for"};
    const Sizes& sizes = drawing.sizes();
    const bool is_layer = kind.scope == FigureScope::layer;
    const ArrayId array = drawing.view_state.array();
    Claims parts;
    if (is_layer)
        parts.push_back(sizes_words(sizes));
    else if (kind.shows_one_row)
        parts.emplace_back(prose("{} of {}", token_line(drawing.session.tokens_as_columns),
                                 token_name(drawing, false, selected_cell(drawing).row)),
                           is_choice);
    else if (kind.caption != nullptr)
        parts.push_back(kind.caption(drawing).shape);
    else
        parts.push_back(shape_words(drawing, drawn_array(drawing, kind)));
    if (sizes.B > 1)
        parts.emplace_back(kind.picture && picture(*kind.picture).shows_all_items
                               ? prose("items 1 {} {}", sizes.B == 2 ? "and" : "to", sizes.B)
                               : prose("item {} of {}", drawing.view_state.item + 1, sizes.B),
                           is_choice);
    const bool tells_options = is_layer ? kind.shows_options : is_of_scores(array);
    const Structure& structure = drawing.trace.structure();
    if (tells_options && is_made(structure, ArrayId::scaled)) {
        parts.push_back(scale_words(drawing.layer()));
        if (drawing.layer().temperature != 1)
            parts.emplace_back("temperature " + full_number(drawing.layer().temperature),
                               written_fact(Quantity::temperature, {drawing.layer().number, ArrayId{}},
                                            full_number(drawing.layer().temperature)));
        if (drawing.layer().soft_cap != 0)
            parts.push_back(cap_words(drawing.layer()));
    }
    if (tells_options && drawing.layer().context)
        parts.emplace_back("keys and values of a second sequence",
                           fact(Quantity::exists, {drawing.layer().number, ArrayId::context, 0, 0, 0, 0}, 1));
    if (tells_options && is_made(structure, ArrayId::masked))
        parts.push_back(mask_words(drawing));
    if (kind.tells_whose && drawing.session.notation.is_own())
        parts.emplace_back("formulas of your own notation, unchecked",
                           Always{"no notation but those that come with the program has been compared with the layer"});
    if (kind.tells_whose) {
        const CellId cell = selected_cell(drawing);
        const bool columns = drawing.session.tokens_as_columns;
        parts.emplace_back(prose("numbers of {}{} {}, {} {}", sizes.H > 1 ? head_words(drawing) + ", " : std::string(),
                                 token_line(columns), token_name(drawing, false, std::min(cell.row, sizes.S_q - 1)),
                                 token_line(!columns), cell.column + 1),
                           is_choice);
    }
    if (kind.shows_change)
        parts.emplace_back("now less before", is_choice);
    std::ranges::move(words_on_chance(drawing, kind), std::back_inserter(parts));
    const std::string& session = drawing.session.title;
    if (!session.empty() && session != figure_title(drawing, kind).letters())
        parts.emplace_back(prose("from “{}”", Prose::own(session)), is_choice);
    as_sentence(parts);
    return parts;
}

Claims claims_of_picture(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture,
                         const std::optional<Claim>& noticed, bool is_brief, Outlined outlined) {
    ViewState explained = drawing.view_state; // the state whose cell is outlined, whatever stage was asked for
    if (kind.explains) {
        explained.parameter.reset();
        explained.step = *kind.explains;
    }
    Claims parts;
    if (!is_brief)
        for (std::string& colours : words_of_colours(drawing, picture))
            parts.emplace_back(std::move(colours), Always{"it defines colours that stand in the picture"});
    for (Prose& mark : words_of_marks(drawing.seen_as(explained), picture, outlined))
        parts.emplace_back(std::move(mark), Always{"it defines a sign that stands in the picture"});
    if (noticed)
        parts.push_back(*noticed);
    if (parts.empty())
        return parts;
    parts.front().text = parts.front().text.capitalized();
    as_sentence(parts);
    return parts;
}

std::vector<Prose> words_of_marks(const DrawContext& drawing, const DisplayList& picture, Outlined outlined) {
    const Marks& marks = picture.marks;
    std::vector<Prose> words;
    const bool hatches_masked = has_hatched_cells(picture);
    if (hatches_masked)
        words.emplace_back(marks.signs ? "hatched rising: masked" : "hatched: masked");
    if (marks.signs)
        words.emplace_back(hatches_masked ? "hatched falling: negative" : "hatched: negative");
    if (marks.no_signs)
        words.emplace_back("some grey cells are too small to be hatched where their numbers are negative");
    if (marks.pins)
        words.emplace_back("black corner: pinned");
    if (marks.non_numbers)
        words.emplace_back("in colours of their own: NaN and infinities");
    if (marks.outline && drawing.view_state.on_paper && drawing.view_state.marks_cell)
        words.push_back(Prose("outlined: ") + words_of_outlined(drawing, outlined));
    return words;
}

} // namespace attn
