#include "ui/actions/readout_edits.h"

#include "core/document/limits.h"
#include "core/document/sentences.h"
#include "core/files/printable.h"

#include <algorithm>
#include <charconv>
#include <fmt/ranges.h>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr std::string_view comma = ", ";

Result<void> make_readouts(const CommandContext& command, std::vector<ReadOut> readouts) {
    if (auto fit = check_readouts(readouts, command.ui.sizes().D); !fit)
        return fit;
    command.frame_actions.edits.push_back({SetReadOuts{std::move(readouts)}});
    return {};
}

/// "2" of "name/2": which one of the session's, from 0.
std::optional<std::size_t> readout_named(const CommandContext& command, std::string_view name) {
    std::size_t number = 0;
    name.remove_prefix(std::min(name.size(), name.find('/') + 1));
    const auto [end, failed] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = failed == std::errc() && end == name.data() + name.size();
    if (!is_number || number < 1 || number > command.ui.session.readouts.size())
        return std::nullopt;
    return number - 1;
}

std::vector<std::string> split_at_commas(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t end = text.find(comma); end != std::string_view::npos; end = text.find(comma)) {
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end + comma.size());
    }
    parts.emplace_back(text);
    return parts;
}

std::vector<std::string> labels_of(std::string_view text) {
    std::vector<std::string> at_commas = split_at_commas(text);
    const bool separated =
        at_commas.size() > 1 && std::ranges::none_of(at_commas, [](const std::string& label) { return label.empty(); });
    return separated ? at_commas : words_between_spaces(text);
}

/// First and last, from 1: "1–26", "1-26", "1 26".
std::optional<std::pair<Index, Index>> columns_of(std::string text) {
    constexpr std::string_view dash = "–";
    if (const std::size_t at = text.find(dash); at != std::string::npos)
        text.replace(at, dash.size(), " ");
    std::ranges::replace(text, '-', ' ');
    const std::vector<std::string> ends = words_between_spaces(text);
    std::vector<Index> numbers;
    for (const std::string& end : ends) {
        Index number = 0;
        const auto [rest, failed] = std::from_chars(end.data(), end.data() + end.size(), number);
        if (failed != std::errc() || rest != end.data() + end.size())
            return std::nullopt;
        numbers.push_back(number);
    }
    if (numbers.size() != 2)
        return std::nullopt;
    return std::pair(numbers[0], numbers[1]);
}

/// Columns that were there keep their labels, others are called by their number.
Result<ReadOut> with_columns(const ReadOut& before, std::string_view text, Index width) {
    const auto columns = columns_of(std::string(text));
    if (!columns || columns->first < 1 || columns->second > width || columns->first >= columns->second)
        return error("expected the first and the last of two or more columns, from 1 to {}, such as 1–{}", width,
                     width);
    ReadOut readout{.name = before.name, .first = columns->first - 1, .labels = {}};
    for (Index column = readout.first; column < columns->second; ++column) {
        const Index old = column - before.first;
        const bool stays = old >= 0 && old < before.count();
        readout.labels.push_back(stays ? before.labels[static_cast<std::size_t>(old)] : std::to_string(column + 1));
    }
    return readout;
}

/// All columns of Y, each called by its number, and a name that no other has.
ReadOut new_readout(const CommandContext& command) {
    const auto& all = command.ui.session.readouts;
    ReadOut readout;
    for (std::size_t number = all.size() + 1; readout.name.empty(); ++number)
        if (const std::string name = fmt::format("read-out {}", number);
            std::ranges::find(all, name, &ReadOut::name) == all.end())
            readout.name = name;
    for (Index column = 0; column < command.ui.sizes().D; ++column)
        readout.labels.push_back(std::to_string(column + 1));
    return readout;
}

} // namespace

Result<void> change_readouts(const CommandContext& command, std::string_view what) {
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    if (what == "add") {
        readouts.push_back(new_readout(command));
        return make_readouts(command, std::move(readouts));
    }
    const auto which = readout_named(command, what);
    if (!which)
        return error("there is no read-out {}", printable(what));
    const auto at = readouts.begin() + static_cast<Index>(*which);
    if (what.starts_with("first/"))
        std::rotate(readouts.begin(), at, at + 1);
    else
        readouts.erase(at);
    return make_readouts(command, std::move(readouts));
}

Result<void> type_readout(std::string_view field, std::string_view text, const CommandContext& command) {
    const auto which = readout_named(command, field);
    if (!which)
        return error("there is no read-out {}", printable(field));
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    ReadOut& readout = readouts[*which];
    if (field.starts_with("name/"))
        readout.name = text;
    else if (field.starts_with("labels/"))
        readout.labels = labels_of(text);
    else {
        auto changed = with_columns(readout, text, command.ui.sizes().D);
        if (!changed)
            return changed.error();
        readout = *std::move(changed);
    }
    return make_readouts(command, std::move(readouts));
}

std::string columns_text(const ReadOut& readout) {
    return fmt::format("{}–{}", readout.first + 1, readout.first + readout.count());
}

std::string labels_text(const ReadOut& readout) {
    const bool has_blanks = std::ranges::any_of(
        readout.labels, [](const std::string& label) { return label.find(' ') != std::string::npos; });
    return fmt::format("{}", fmt::join(readout.labels, has_blanks ? comma : std::string_view(" ")));
}

} // namespace attn
