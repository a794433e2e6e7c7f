#include "core/check/report.h"

#include "core/document/session/session.h"
#include "core/files/csv.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/tensor/noun_for.h"

#include <cmath>

namespace attn {

namespace {

std::string number(double value) {
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return fmt::format("{:.3g}", value);
}

/// A token's word and its number from 1: "rose 4", or "token 4" if its word is unknown.
std::string token_words(const Sequence& sequence, Index item, Index token) {
    const auto& text = sequence.items[static_cast<std::size_t>(item)][static_cast<std::size_t>(token)];
    return fmt::format("{} {}", text.empty() ? "token" : printable(text), token + 1);
}

std::string cell_in_words(const CellId& cell, const Layer& layer) {
    const Array& row = row_of(cell.array);
    const bool keys = row.rows == Axis::key_tokens;
    std::string reader = token_words(keys ? key_sequence(layer) : layer.sequence, cell.item, cell.row);
    if (row.columns == Axis::key_tokens)
        return fmt::format("{} reads {}", reader, token_words(key_sequence(layer), cell.item, cell.column));
    return reader;
}

/// The difference as a part of the largest entry: ", 0.1 % of its largest entry 4.87". Empty if either is not finite,
/// or if the entry is 0.
std::string relative_words(const Agreement& agreement) {
    if (agreement.largest_entry <= 0 || !std::isfinite(agreement.largest_difference))
        return {};
    constexpr double many = 10;
    const double ratio = agreement.largest_difference / agreement.largest_entry;
    return ratio < many
               ? fmt::format(", {} % of its largest entry {}", number(100 * ratio), number(agreement.largest_entry))
               : fmt::format(", {} times its largest entry {}", number(ratio), number(agreement.largest_entry));
}

std::string list_of_stages(const std::vector<const Agreement*>& stages) {
    std::string text;
    for (const Agreement* stage : stages)
        text += (text.empty() ? "" : " ") + std::string(array_name(stage->stage));
    return text;
}

void add_stages(std::string& text, std::string_view title, const std::vector<const Agreement*>& stages) {
    if (!stages.empty())
        text += fmt::format("{:<9} {}\n", title, list_of_stages(stages));
}

/// The lines about parts of the model that this program does not compute.
std::string caveat_lines(const Layer& layer) {
    std::string text;
    for (const Caveat& caveat : layer.caveats)
        text += fmt::format("caution   from {} on this is not the model: {}\n", array_name(caveat.from),
                            terminal_line(caveat.says));
    return text;
}

/// The lines about a second bug, which explains a later stage.
std::string second_slip_lines(const Check& check) {
    std::string text;
    for (const FoundSlip& found : check.second_bugs)
        text += fmt::format("besides   from {} on: {} [{}]\n", array_name(*check.second), slip_words(found),
                            found.known_bug->id);
    return text;
}

std::string slip_lines(const Check& check, const Trace& trace) {
    const Caveat* const caveat = caveat_of(trace.layer(), trace.structure(), check.first_difference().stage);
    if (check.known_bugs.empty() && caveat != nullptr)
        return fmt::format("slip      none has to be: {}\n", caveat->says);
    if (check.known_bugs.empty())
        return "slip      unknown: none of the usual slips gives these numbers\n";
    if (check.known_bugs.size() == 1) {
        const FoundSlip& only = check.known_bugs.front();
        return fmt::format("slip      {} [{}]\n", slip_words(only), only.known_bug->id) + second_slip_lines(check);
    }
    std::string text = fmt::format("slip      {} slips fit:\n", check.known_bugs.size());
    for (const FoundSlip& found : check.known_bugs)
        text += fmt::format("          {} [{}]\n", slip_words(found), found.known_bug->id);
    return text;
}

std::string agreement_text(const Check& check) {
    return fmt::format("all {} stages given agree (largest difference {} of a stage's largest entry)\n",
                       check.stages.size(), number(check.largest_agreement.value_or(0)));
}

/// "24 arrays of 2 layers agree (…)", or "of 1 of 2 layers".
std::string agreement_text(const ModelCheck& check) {
    const Index compared = std::ssize(check.compared);
    return fmt::format("{} arrays of {}{} layers agree (largest difference {} of an array's largest entry)\n",
                       check.arrays, compared < check.layers ? fmt::format("{} of ", compared) : "", check.layers,
                       number(check.largest_agreement.value_or(0)));
}

std::string notice_lines(const std::vector<std::string>& notices) {
    std::string text;
    for (const std::string& notice : notices)
        text += fmt::format("note      {}\n", notice);
    return text;
}

std::string difference_text(const Check& check, const Trace& trace) {
    const Agreement& first = check.first_difference();
    std::string text = fmt::format("{}\n", array_name(first.stage));
    text += fmt::format("differs   by {}{}, in {} of {} {}\n", number(first.largest_difference), relative_words(first),
                        first.differing, first.cells, noun_for(first.cells, "cell"));
    text += fmt::format("most at   {}: yours {}, here {}\n", place_in_words(first, trace),
                        shortest_text(first.answered), shortest_text(first.expected));
    text += slip_lines(check, trace);
    std::vector<const Agreement*> before;
    std::vector<const Agreement*> explained;
    std::vector<const Agreement*> after;
    for (const Agreement& stage : check.stages) {
        if (stage.stage < first.stage)
            before.push_back(&stage);
        else if (check.is_explained(stage.stage))
            explained.push_back(&stage);
        else if (stage.stage > first.stage)
            after.push_back(&stage);
    }
    add_stages(text, "before", before);
    if (!before.empty())
        text.insert(text.size() - 1, before.size() == 1 ? " agrees" : " agree");
    add_stages(text, "after", explained);
    if (!explained.empty())
        text.insert(text.size() - 1, ": as the slip makes them");
    for (const Agreement* stage : after)
        text += fmt::format("after     {} {}\n", array_name(stage->stage), verdict_words(*stage));
    return text;
}

std::string csv_line(std::initializer_list<std::string_view> values) {
    std::string line;
    for (const std::string_view value : values)
        line += csv_field(value) + ",";
    line.back() = '\n';
    return line;
}

std::string line_of_agreement(std::string_view file, const std::optional<double>& largest, std::string words) {
    words.pop_back(); // removes the \n
                      //
    return csv_line({file, "", number(largest.value_or(0)), "", "", words});
}

/// `layer` is written before the stage's name.
std::string line_of_difference(std::string_view file, std::string_view layer, const Check& check, const Trace& trace) {
    const Agreement& first = check.first_difference();
    std::string ids;
    for (const FoundSlip& found : check.known_bugs)
        ids += (ids.empty() ? "" : " ") + std::string(found.known_bug->id);
    return csv_line({file, fmt::format("{}{}", layer, array_name(first.stage)), number(first.largest_difference),
                     place_in_words(first, trace), ids.empty() ? "unknown" : ids, slip_words(check)});
}

} // namespace

std::string place_in_words(const Agreement& agreement, const Trace& trace) {
    const std::string words = cell_in_words(agreement.cell, trace.layer());
    return words.empty() ? cell_name(agreement.cell) : fmt::format("{} ({})", cell_name(agreement.cell), words);
}

std::string verdict_words(const Agreement& agreement) {
    if (agreement.agrees())
        return fmt::format("agrees (largest difference {})", number(agreement.largest_difference));
    return fmt::format("differs by {} in {} of {} {}", number(agreement.largest_difference), agreement.differing,
                       agreement.cells, noun_for(agreement.cells, "cell"));
}

std::string slip_words(const FoundSlip& found) {
    std::string words(found.known_bug->words);
    return found.form.empty() ? words : fmt::format("{}: {}", words, found.form);
}

std::string slip_words(const Check& check) {
    if (check.known_bugs.empty())
        return "unknown";
    std::string text;
    for (const FoundSlip& found : check.known_bugs)
        text += (text.empty() ? "" : "; or ") + slip_words(found);
    return text;
}

std::string report_text(const Check& check, const Trace& trace) {
    std::string text = caveat_lines(trace.layer());
    text += check.agrees() ? agreement_text(check) : difference_text(check, trace);
    return text + notice_lines(check.notices);
}

std::string report_text(const ModelCheck& check) {
    std::string text = check.agrees() ? agreement_text(check)
                                      : fmt::format("layers.{}: {}", check.differing->layer().number,
                                                    difference_text(check.difference, *check.differing));
    text += notice_lines(check.notices);
    if (!check.left_over.empty())
        text += fmt::format("note      not compared: {}\n", list_of_names(check.left_over));
    return text;
}

std::string table_head() {
    return "file,stage,difference,cell,slip,words\n";
}

std::string table_line(std::string_view file, const Check& check, const Trace& trace) {
    return check.agrees() ? line_of_agreement(file, check.largest_agreement, agreement_text(check))
                          : line_of_difference(file, "", check, trace);
}

std::string table_line(std::string_view file, const ModelCheck& check) {
    return check.agrees() ? line_of_agreement(file, check.largest_agreement, agreement_text(check))
                          : line_of_difference(file, fmt::format("layers.{}.", check.differing->layer().number),
                                               check.difference, *check.differing);
}

std::string table_line(std::string_view file, const Error& error) {
    return csv_line({file, "", "", "", "", "error: " + error.message});
}

} // namespace attn
