#include "ui/actions/readout_edits.h"

#include "core/document/session/sentences.h"
#include "core/document/session/session_limits.h"
#include "core/files/printable.h"
#include "ui/actions/argument_actions.h"

#include <algorithm>
#include <array>
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

/// Reads the first and the last column, from 1: "1–26", "1-26", "1 26".
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

/// Returns the read-out with other columns. Columns that stay keep their labels; new ones are labelled with their
/// number.
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

/// Returns a read-out of all columns of Y, labelled with their numbers, with a name that no other read-out has.
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

constexpr Domain<Index> a_readout{"read-out", [](const UiContext& ui, std::string_view name) {
                                      return number_among(std::ssize(ui.session.readouts), name);
                                  }};

Result<void> add_readout(const CommandContext& command, std::string_view /*nothing*/) {
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    readouts.push_back(new_readout(command));
    return make_readouts(command, std::move(readouts));
}

Result<void> remove_readout(const CommandContext& command, Index which) {
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    readouts.erase(readouts.begin() + which);
    return make_readouts(command, std::move(readouts));
}

/// Moves a read-out to the beginning of the list; the first one is shown.
Result<void> put_readout_first(const CommandContext& command, Index which) {
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    std::rotate(readouts.begin(), readouts.begin() + which, readouts.begin() + which + 1);
    return make_readouts(command, std::move(readouts));
}

constexpr std::array readout_table{
    ArgumentAction{.id = "readout/add", .takes = taking<no_words, add_readout>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{
        .id = "readout/remove", .takes = taking<a_readout, remove_readout>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{
        .id = "readout/first", .takes = taking<a_readout, put_readout_first>, .menus = InNoMenu::in_its_dialog},
};
static_assert(each_is_in_a_menu_or_says_why_not(readout_table));

/// Returns the index of the read-out with this number.
Result<std::size_t> readout_named(const UiContext& ui, std::string_view number) {
    const auto which = a_readout.find(ui, number);
    if (!which)
        return error("there is no read-out {}", printable(number));
    return static_cast<std::size_t>(*which);
}

} // namespace

std::span<const ArgumentAction> readout_actions() {
    return readout_table;
}

Result<void> set_readout_name(const CommandContext& command, std::string_view number, std::string_view text) {
    const auto which = readout_named(command.ui, number);
    if (!which)
        return which.error();
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    readouts[*which].name = text;
    return make_readouts(command, std::move(readouts));
}

Result<void> set_readout_labels(const CommandContext& command, std::string_view number, std::string_view text) {
    const auto which = readout_named(command.ui, number);
    if (!which)
        return which.error();
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    readouts[*which].labels = labels_of(text);
    return make_readouts(command, std::move(readouts));
}

Result<void> set_readout_columns(const CommandContext& command, std::string_view number, std::string_view text) {
    const auto which = readout_named(command.ui, number);
    if (!which)
        return which.error();
    std::vector<ReadOut> readouts = command.ui.session.readouts;
    auto changed = with_columns(readouts[*which], text, command.ui.sizes().D);
    if (!changed)
        return changed.error();
    readouts[*which] = *std::move(changed);
    return make_readouts(command, std::move(readouts));
}

const ReadOut* find_readout(const UiContext& ui, std::string_view number) {
    const auto which = readout_named(ui, number);
    return which ? &ui.session.readouts[*which] : nullptr;
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
