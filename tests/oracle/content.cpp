#include "tests/oracle/content.h"

#include "core/figure/number.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

namespace attn::oracle {

namespace {

constexpr std::string_view newline = "\n";

/// The text on one line.
std::string on_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

std::string range_words(const Range& range) {
    return fmt::format("{} to {}", range.low, range.high);
}

/// The words for the subject of a statement: "A/1[2,3]", "term 2 of Q/1[1,1]". Sentences and formulas are words
/// already.
struct StatementWords {
    std::string operator()(const std::monostate&) const { return {}; }
    std::string operator()(const ShownNumber& number) const {
        std::string words = cell_name(number.cell);
        if (number.less)
            words += " less " + cell_name(*number.less);
        if (number.is_change)
            words = "change of " + words;
        return number.terms < 0 ? words : fmt::format("{} terms of {}", number.terms, words);
    }
    std::string operator()(const ShownTerm& term) const {
        return fmt::format("term {} of {}", term.term + 1, cell_name(term.cell));
    }
    std::string operator()(const ShownRest& rest) const { return "rest of " + cell_name(rest.cell); }
    std::string operator()(const ShownSum& sum) const {
        return (sum.is_rounded ? "rounded sum of " : "sum of ") + cell_name(sum.cell);
    }
    std::string operator()(const ShownClaims& claims) const { return text_of(claims.claims); }
    std::string operator()(const ShownFormula& formula) const { return formula.tex; }
    std::string operator()(const ShownProduct& product) const {
        return fmt::format("product of {} and {}{}", cell_name(product.left), cell_name(product.right),
                           product.right_transposed ? " transposed" : "");
    }
    std::string operator()(const ShownResidual& residual) const {
        return fmt::format("{}{} and {}", residual.is_normed ? "norm of " : "", cell_name(residual.past),
                           cell_name(residual.written));
    }
    std::string operator()(const ShownName& name) const {
        return (name.is_change ? "name of the change of " : "name of ") + cell_name(name.first);
    }
    std::string operator()(const ShownLabel& label) const {
        return fmt::format("label of {} {} of {}", label.is_column ? "column" : "row", label.place + 1,
                           cell_name(label.first));
    }
    std::string operator()(const ShownMeasure& measure) const {
        return fmt::format("measure {} of {}", static_cast<int>(measure.measure), cell_name(measure.cell));
    }
    std::string operator()(const ShownSingularValue& value) const {
        return fmt::format("singular value {} of product {}, head {}", value.number + 1,
                           static_cast<int>(value.product), value.head + 1);
    }
    std::string operator()(const ShownTick&) const { return "tick"; }
    std::string operator()(const ShownLength&) const { return "length"; }
    std::string operator()(const ShownColours& colours) const {
        const std::string of = colours.first ? cell_name(*colours.first) : colours.name;
        return fmt::format("colours of {}, {}", of, range_words(colours.range));
    }
    std::string operator()(const ExplainedColours& colours) const {
        return "colour bar, " + range_words(colours.range);
    }
};

/// Collects the lines of a picture, item by item. A sentence or a formula of the notes that has several items becomes
/// one line.
class PictureContent {
public:
    void add(const DisplayList& list) {
        for (std::size_t place = 0; place < list.items.size(); ++place) {
            const Item& item = list.items[place];
            add(item);
            if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
                place += mark->pieces; // the mark has the letters of the pieces
        }
    }
    Content take() {
        std::ranges::sort(lines_);
        return std::move(lines_);
    }

private:
    void add(const Item& item) {
        const bool goes_on = std::exchange(last_, item.says) == item.says;
        const bool is_whole =
            std::holds_alternative<ShownClaims>(item.says) || std::holds_alternative<ShownFormula>(item.says);
        std::string words = std::visit(StatementWords(), item.says);
        std::string text;
        if (const auto* const shown = std::get_if<Text>(&item.shape()))
            text = shown->text;
        else if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
            text = mark->tex;
        else if (const auto* const image = std::get_if<Image>(&item.shape()))
            text = fmt::format("{}×{} cells", image->shown_rows(), image->shown_columns());
        if (words.empty() && !text.empty())
            words = target_name(item.target);
        if ((is_whole && goes_on) || (words.empty() && text.empty()))
            return;
        const bool both = !is_whole && !words.empty() && !text.empty();
        lines_.push_back(without_lengths(both ? words + ": " + text : words.empty() ? text : words));
    }

    Content lines_;
    Statement last_;
};

void append(Content& to, Content lines) {
    std::ranges::move(lines, std::back_inserter(to));
}

/// The text up to `end`, or all of it. `text` then begins behind `end`.
std::string_view take_up_to(std::string_view& text, std::string_view end) {
    const std::size_t found = text.find(end);
    const std::string_view taken = text.substr(0, found);
    text.remove_prefix(found == std::string_view::npos ? text.size() : found + end.size());
    return taken;
}

/// The text of a line of TikZ; empty if the line draws something else.
std::string_view tikz_text(std::string_view line) {
    constexpr std::string_view fitted = "\\fitted{";
    if (line.starts_with("% \\caption"))
        return line;
    if (!line.starts_with("\\pgftext"))
        return {};
    const std::size_t begin = line.find(fitted);
    if (begin != std::string_view::npos) {
        line.remove_prefix(begin + fitted.size());
        take_up_to(line, "}{"); // its width
        take_up_to(line, "}{"); // its size
        return line;
    }
    return line.substr(std::min(line.size(), line.find("]{")));
}

} // namespace

std::string without_lengths(std::string_view line) {
    std::string masked;
    for (std::size_t place = 0; place < line.size();) {
        std::size_t end = place;
        while (end < line.size() && (is_digit(line[end]) || line[end] == '.'))
            ++end;
        const std::string_view behind = line.substr(end + (end < line.size() && line[end] == ' ' ? 1 : 0));
        if (end > place && is_digit(line[place])) {
            const bool is_length = behind.starts_with("cm") || behind.starts_with("pt");
            masked += is_length ? "#" : line.substr(place, end - place);
            place = end;
        } else {
            masked += line[place++];
        }
    }
    return on_one_line(std::move(masked));
}

Content content_of(const DisplayList& list) {
    PictureContent content;
    content.add(list);
    return content.take();
}

Content content_of(const Figure& figure) {
    Content content{"title: " + on_one_line(figure.title.letters()), "caption: " + without_lengths(figure.caption)};
    for (const std::string& remark : figure.remarks)
        content.push_back("remark: " + without_lengths(remark));
    append(content, content_of(figure.list));
    return content;
}

Content content_of(const Trace& trace) {
    Content content;
    for (const Array& stage : stages()) {
        if (!trace.has(stage.id))
            continue;
        for (const Address& slot : trace.slots(stage.id)) {
            const Matrix matrix = trace.compute_uncached(slot);
            for (Index row = 0; row < matrix.rows(); ++row) {
                std::string line =
                    cell_name({0, stage.id, slot.item, slot.head, row, 0}) + fmt::format(" of {}:", matrix.columns());
                for (const float number : matrix.row(row))
                    line += " " + exact_number(number);
                content.push_back(std::move(line));
            }
        }
    }
    return content;
}

Content content_of_html(std::string_view html) {
    constexpr std::string_view label = "aria-label=\"";
    Content content;
    std::string_view last;
    while (!html.empty()) {
        const std::string_view words = take_up_to(html, "<");
        if (words.find_first_not_of(" \n") != std::string_view::npos)
            content.push_back(on_one_line(std::string(words)));
        const std::string_view tag = take_up_to(html, ">");
        if (const std::size_t found = tag.find(label); found != std::string_view::npos) {
            std::string_view named = tag.substr(found + label.size());
            content.push_back("label: " + std::string(take_up_to(named, "\"")));
        }
        if (tag.starts_with("style"))
            take_up_to(html, "</style>");
        else if (tag.starts_with("script"))
            take_up_to(html, "</script>");
        else if (last == "p" && tag.starts_with("svg"))
            take_up_to(html, "</svg>"); // the formula's letters, which its label has
        last = tag;
    }
    std::ranges::sort(content);
    return content;
}

Content content_of_tex(std::string_view tex) {
    if (tex.find("\\begin{tikzpicture}[x=1bp") == std::string_view::npos) {
        Content lines;
        for (const std::string& line : content_of_text(tex))
            lines.push_back(without_lengths(line));
        return lines;
    }
    Content texts;
    while (!tex.empty())
        if (const std::string_view text = tikz_text(take_up_to(tex, newline)); !text.empty())
            texts.push_back(without_lengths(text));
    std::ranges::sort(texts);
    return texts;
}

Content content_of_text(std::string_view text) {
    Content lines;
    while (!text.empty())
        lines.emplace_back(take_up_to(text, newline));
    return lines;
}

} // namespace attn::oracle
