#include "core/formula/boxes.h"

#include "core/formula/brackets.h"
#include "core/formula/spacing.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace attn {

namespace {

using Kind = FormulaNode::Kind;

// Measures in ems of the current size, close to those of TeX's own fonts (The TeXbook, appendix G).
constexpr float axis = 0.25F; ///< height of minus signs and fraction bars
constexpr float rule = 0.05F;
constexpr float x_height = 0.45F;
constexpr float superscript_display = 0.413F;
constexpr float superscript = 0.363F;
constexpr float superscript_cramped = 0.289F;
constexpr float subscript_alone = 0.15F;
constexpr float subscript_below_superscript = 0.247F;
constexpr float superscript_drop = 0.386F;
constexpr float subscript_drop = 0.05F;
constexpr float numerator_display = 0.677F;
constexpr float numerator_text = 0.394F;
constexpr float denominator_display = 0.686F;
constexpr float denominator_text = 0.345F;
constexpr float beside_fraction = 0.12F;
constexpr float after_script = 0.05F;
constexpr float around_limits = 0.13F;
constexpr float between_columns = 0.9F;
constexpr float between_rows = 0.35F;
/// Brackets at most this many times as tall as their letters are set as letters.
constexpr float letters_suffice = 1.12F;

enum class Level : std::uint8_t { display, text, script, smallest };

struct Style {
    float size = 0; ///< size of letters at the levels display and text
    Level level = Level::display;
    bool cramped = false; ///< true: superscripts are lower, as under a root

    /// Returns the size of letters at this level.
    float em() const { return size * (level == Level::smallest ? 0.5F : level == Level::script ? 0.7F : 1.0F); }
    bool small() const { return level == Level::script || level == Level::smallest; }
    Style as_superscript() const { return {size, small() ? Level::smallest : Level::script, cramped}; }
    Style as_subscript() const { return {size, as_superscript().level, true}; }
    Style as_numerator() const {
        return {size, level == Level::display ? Level::text : as_superscript().level, cramped};
    }
    Style as_denominator() const { return {size, as_numerator().level, true}; }
    Style as_cramped() const { return {size, level, true}; }
    Style as_cell() const { return {size, level == Level::display ? Level::text : level, cramped}; }
};

class Layout {
public:
    explicit Layout(const MeasureLetters& measure) : measure_(measure) {}

    FormulaBoxes node(const FormulaNode& node, const Style& style) const {
        switch (node.kind) {
        case Kind::letters:
            return letters(node, style);
        case Kind::symbol:
            return large_symbol(node, style);
        case Kind::row:
        case Kind::name:
        case Kind::scope:
            return row(node, style);
        case Kind::scripts:
            return node.limits && style.level == Level::display ? limits(node, style) : scripts(node, style);
        case Kind::fraction:
            return fraction(node, style);
        case Kind::root:
            return root(node, style);
        case Kind::accent:
            return accent(node, style);
        case Kind::fenced:
            return fenced(node, style);
        case Kind::grid:
            return grid(node, style);
        case Kind::space: {
            FormulaBoxes boxes;
            boxes.width = node.width * style.em();
            return boxes;
        }
        }
        return {};
    }

private:
    FormulaBoxes letters(const std::string& text, LetterStyle letter_style, float size) const {
        const LetterExtent extent = measure_(text, letter_style, size);
        FormulaBoxes boxes;
        boxes.letters.push_back({text, letter_style, size, 0, 0});
        boxes.leaning = letter_style == LetterStyle::italic ? std::max(0.0F, extent.ink_right - extent.width) : 0;
        boxes.width = extent.width + boxes.leaning;
        boxes.above = extent.above;
        boxes.below = extent.below;
        return boxes;
    }

    FormulaBoxes letters(const FormulaNode& node, const Style& style) const {
        return letters(node.text, node.style, style.em());
    }

    FormulaBoxes large_symbol(const FormulaNode& node, const Style& style) const {
        constexpr float larger_in_display = 1.4F;
        const float size = style.em() * (style.level == Level::display ? larger_in_display : 1);
        FormulaBoxes boxes = letters(node.text, LetterStyle::roman, size);
        const float down = (boxes.above - boxes.below) / 2 - axis * style.em();
        boxes.letters.front().y = down;
        boxes.above -= down;
        boxes.below += down;
        return boxes;
    }

    FormulaBoxes row(const FormulaNode& node, const Style& style) const {
        FormulaBoxes line;
        std::optional<AtomClass> before;
        for (auto child = node.children.begin(); child != node.children.end(); ++child) {
            FormulaBoxes boxes = this->node(*child, style);
            if (child->kind != Kind::space) {
                const AtomClass own = class_between(before.value_or(AtomClass::opening), class_of(*child),
                                                    next_class(std::next(child), node.children.end()));
                if (before)
                    line.width += space_between(*before, own, style.small()) * style.em();
                before = own;
            }
            if (separates(*child))
                before.reset();
            const float x = line.width;
            const float width = boxes.width;
            line.leaning = boxes.leaning;
            line.append(std::move(boxes), x, 0);
            line.width = x + width;
        }
        return line;
    }

    /// Returns the class of a node for spacing. A braced atom, {=}, is ordinary, so that there is no space around it,
    /// as in TeX.
    static AtomClass class_of(const FormulaNode& node) {
        return node.kind == Kind::row ? AtomClass::ordinary : node.atom;
    }

    /// True if the next node begins anew, so that its minus is a sign: after wide spaces, and after words that end in a
    /// space.
    static bool separates(const FormulaNode& node) {
        if (node.kind == Kind::space)
            return node.width >= 1;
        return node.kind == Kind::letters && node.text.ends_with(' ');
    }

    template <class Iterator>
    static AtomClass next_class(Iterator next, Iterator end) {
        while (next != end && next->kind == Kind::space)
            ++next;
        return next == end ? AtomClass::closing : class_of(*next);
    }

    FormulaBoxes scripts(const FormulaNode& node, const Style& style) const {
        const FormulaNode& base_node = node.children[0];
        FormulaBoxes base = this->node(base_node, style);
        const FormulaBoxes below = this->node(node.children[1], style.as_subscript());
        const FormulaBoxes above = this->node(node.children[2], style.as_superscript());
        const bool has_below = !node.children[1].is_empty_row();
        const bool has_above = !node.children[2].is_empty_row();
        const float em = style.em();

        // Scripts of a letter start from the baseline, those of taller nodes from their edges.
        const bool is_letter = base_node.kind == Kind::letters;
        float up = is_letter ? 0 : base.above - superscript_drop * style.as_superscript().em();
        float down = is_letter ? 0 : base.below + subscript_drop * style.as_superscript().em();
        if (has_above) {
            const float least = style.cramped                   ? superscript_cramped
                                : style.level == Level::display ? superscript_display
                                                                : superscript;
            up = std::max({up, least * em, above.below + x_height * em / 4});
        }
        if (has_below)
            down = std::max({down, (has_above ? subscript_below_superscript : subscript_alone) * em,
                             has_above ? 0 : below.above - 0.8F * x_height * em});
        if (has_below && has_above)
            part(up, down, above, below, em);

        const float right = base.width;
        const float leaning = base.leaning;
        FormulaBoxes all;
        all.append(std::move(base), 0, 0);
        float width = right;
        if (has_above) {
            width = std::max(width, right + above.width + after_script * em);
            all.append(above, right, -up);
        }
        if (has_below) {
            width = std::max(width, right - leaning + below.width + after_script * em);
            all.append(below, right - leaning, down);
        }
        all.width = width;
        all.leaning = 0;
        return all;
    }

    /// Moves a superscript and a subscript of one base apart if they would be too close.
    static void part(float& up, float& down, const FormulaBoxes& above, const FormulaBoxes& below, float em) {
        const float gap = (up - above.below) - (below.above - down);
        if (gap >= 4 * rule * em)
            return;
        down += 4 * rule * em - gap;
        const float too_low = 0.8F * x_height * em - (up - above.below);
        if (too_low > 0) {
            up += too_low;
            down -= too_low;
        }
    }

    FormulaBoxes limits(const FormulaNode& node, const Style& style) const {
        FormulaBoxes base = this->node(node.children[0], style);
        FormulaBoxes below = this->node(node.children[1], style.as_subscript());
        FormulaBoxes above = this->node(node.children[2], style.as_superscript());
        const float gap = around_limits * style.em();
        const float width = std::max({base.width, below.width, above.width});
        const float over = base.above;
        const float under = base.below;
        const auto centred = [width](const FormulaBoxes& boxes) { return (width - boxes.width) / 2; };
        FormulaBoxes all;
        const float base_x = centred(base);
        all.append(std::move(base), base_x, 0);
        if (!node.children[2].is_empty_row()) {
            const float x = centred(above);
            const float y = -over - gap - above.below;
            all.append(std::move(above), x, y);
        }
        if (!node.children[1].is_empty_row()) {
            const float x = centred(below);
            const float y = under + gap + below.above;
            all.append(std::move(below), x, y);
        }
        all.width = width;
        return all;
    }

    FormulaBoxes fraction(const FormulaNode& node, const Style& style) const {
        FormulaBoxes numerator = this->node(node.children[0], style.as_numerator());
        FormulaBoxes denominator = this->node(node.children[1], style.as_denominator());
        const float em = style.em();
        const bool display = style.level == Level::display;
        const float thickness = rule * em;
        const float clearance = (display ? 3 : 1) * thickness;
        const float up = std::max((display ? numerator_display : numerator_text) * em,
                                  axis * em + thickness / 2 + clearance + numerator.below);
        const float down = std::max((display ? denominator_display : denominator_text) * em,
                                    clearance + thickness / 2 + denominator.above - axis * em);
        const float inside = std::max(numerator.width, denominator.width) + 0.1F * em;
        const float side = beside_fraction * em;
        const float numerator_x = side + (inside - numerator.width) / 2;
        const float denominator_x = side + (inside - denominator.width) / 2;
        FormulaBoxes all;
        all.append(std::move(numerator), numerator_x, -up);
        all.append(std::move(denominator), denominator_x, down);
        all.bars.push_back({side, -axis * em - thickness / 2, inside, thickness});
        all.width = inside + 2 * side;
        return all;
    }

    FormulaBoxes root(const FormulaNode& node, const Style& style) const {
        FormulaBoxes under = this->node(node.children[0], style.as_cramped());
        const float em = style.em();
        const float thickness = rule * em;
        const float clearance = thickness + (style.level == Level::display ? x_height * em : thickness) / 4;
        // A root over a small letter is as tall as over a capital.
        const float top = -std::max(under.above, 0.62F * em) - clearance - thickness;
        const float bottom = std::max(under.below, 0.06F * em) + 0.02F * em;
        FormulaBoxes all = root_sign(top, bottom, em, thickness);
        const float x = all.width;
        const float width = under.width + 0.06F * em;
        all.bars.push_back({x - thickness, top, width + thickness, thickness});
        all.append(std::move(under), x, 0);
        all.above = -top;
        all.width = x + width;
        return all;
    }

    FormulaBoxes accent(const FormulaNode& node, const Style& style) const {
        FormulaBoxes under = this->node(node.children[0], style.as_cramped());
        const float em = style.em();
        const LetterExtent sign = measure_(node.text, LetterStyle::roman, em);
        // The middle of a slanted letter's top is right of the middle of its width.
        const float middle = (under.width - under.leaning) / 2 + 0.12F * std::max(under.above, x_height * em);
        const float rise = std::max(0.0F, under.above - x_height * em);
        const float above = std::max(under.above, sign.above + rise);
        const float width = under.width;
        const float leaning = under.leaning;
        FormulaBoxes all;
        all.append(std::move(under), 0, 0);
        all.letters.push_back({node.text, LetterStyle::roman, em, middle - sign.width / 2, -rise});
        all.above = above;
        all.width = width;
        all.leaning = leaning;
        return all;
    }

    FormulaBoxes fenced(const FormulaNode& node, const Style& style) const {
        FormulaBoxes inside = this->node(node.children[0], style);
        const float em = style.em();
        const float half = std::max(inside.above - axis * em, inside.below + axis * em);
        FormulaBoxes left = bracket(node.left, half, style);
        FormulaBoxes right = bracket(node.right, half, style);
        const float inside_x = left.width;
        const float right_x = inside_x + inside.width;
        const float width = right_x + right.width;
        FormulaBoxes all;
        all.append(std::move(left), 0, 0);
        all.append(std::move(inside), inside_x, 0);
        all.append(std::move(right), right_x, 0);
        all.width = width;
        return all;
    }

    /// Returns a bracket that extends `half` above and below the axis; empty if there is no sign.
    FormulaBoxes bracket(const std::string& sign, float half, const Style& style) const {
        if (sign.empty())
            return {};
        const float em = style.em();
        const LetterExtent natural = measure_(sign, LetterStyle::roman, em);
        if (2 * half <= letters_suffice * (natural.above + natural.below))
            return letters(sign, LetterStyle::roman, em);
        const float reach = half + 0.06F * em;
        return tall_bracket(sign, reach + axis * em, reach - axis * em, em, measure_);
    }

    FormulaBoxes grid(const FormulaNode& node, const Style& style) const {
        if (node.columns == 0)
            return {};
        const float em = style.em();
        const std::size_t row_count = node.children.size() / node.columns;
        std::vector<FormulaBoxes> cells;
        std::vector<float> widths(node.columns, 0);
        std::vector<float> above(row_count, 0.7F * em);
        std::vector<float> below(row_count, 0.2F * em);
        for (std::size_t k = 0; k < node.children.size(); ++k) {
            cells.push_back(this->node(node.children[k], style.as_cell()));
            const std::size_t i = k / node.columns;
            const std::size_t j = k % node.columns;
            widths[j] = std::max(widths[j], cells[k].width);
            above[i] = std::max(above[i], cells[k].above);
            below[i] = std::max(below[i], cells[k].below);
        }
        float height = between_rows * em * static_cast<float>(row_count - 1);
        for (std::size_t i = 0; i < row_count; ++i)
            height += above[i] + below[i];

        FormulaBoxes all;
        float y = -axis * em - height / 2;
        float x = 0;
        for (std::size_t i = 0; i < row_count; ++i) {
            x = between_columns * em / 4;
            y += above[i];
            for (std::size_t j = 0; j < node.columns; ++j) {
                FormulaBoxes& cell = cells[i * node.columns + j];
                const float centred = x + (widths[j] - cell.width) / 2;
                all.append(std::move(cell), centred, y);
                x += widths[j] + between_columns * em;
            }
            y += below[i] + between_rows * em;
        }
        all.width = x - between_columns * em * 0.75F;
        all.above = height / 2 + axis * em;
        all.below = height / 2 - axis * em;
        return all;
    }

    const MeasureLetters& measure_;
};

} // namespace

void FormulaBoxes::append(FormulaBoxes other, float x, float y) {
    for (FormulaLetters& piece : other.letters) {
        piece.x += x;
        piece.y += y;
        letters.push_back(std::move(piece));
    }
    for (FormulaBar bar : other.bars)
        bars.push_back({bar.x + x, bar.y + y, bar.width, bar.height});
    for (FormulaShape& shape : other.shapes) {
        for (auto& corner : shape.corners)
            corner = {corner.x + x, corner.y + y};
        shapes.push_back(std::move(shape));
    }
    above = std::max(above, other.above - y);
    below = std::max(below, other.below + y);
    width = std::max(width, x + other.width);
}

FormulaBoxes lay_out(const Formula& formula, float size, const MeasureLetters& measure) {
    return Layout(measure).node(formula.root, {.size = size});
}

} // namespace attn
