#include "ui/actions/token_places.h"

#include "core/document/session/known_words.h"
#include "core/figure/pictures/labels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::array sides{Side::sequence, Side::context};

std::optional<TokenPlace> read(std::string_view name, std::string_view before, std::string_view after) {
    for (const Side side : sides) {
        const std::string prefix = fmt::format("{}{}{}", before, side_prefix(side), after);
        if (!name.starts_with(prefix))
            continue;
        const std::string_view digits = name.substr(prefix.size());
        Index number = 0;
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (problem == std::errc() && end == digits.data() + digits.size() && number >= 1)
            return TokenPlace{side, number - 1};
    }
    return std::nullopt;
}

} // namespace

std::string_view side_prefix(Side side) {
    return side == Side::sequence ? "" : "context-";
}

std::string token_target(const TokenPlace& place) {
    return fmt::format("{}token:{}", side_prefix(place.side), place.token + 1);
}

std::string token_field(const TokenPlace& place) {
    return fmt::format("field:{}token/{}", side_prefix(place.side), place.token + 1);
}

std::optional<TokenPlace> find_token(std::string_view target) {
    return read(target, "", "token:");
}

std::optional<TokenPlace> find_token_field(std::string_view field) {
    return read(field, "field:", "token/");
}

const Sequence& sequence_of(const UiContext& ui, Side side) {
    return side == Side::sequence ? ui.layer().sequence : *ui.layer().context;
}

Side key_side(const UiContext& ui) {
    return ui.layer().context ? Side::context : Side::sequence;
}

std::optional<TokenPlace> token_of_row(const UiContext& ui, const CellId& cell) {
    const Role rows = row_role(cell.array);
    if (rows == Role::queries)
        return TokenPlace{Side::sequence, cell.row};
    if (rows == Role::keys)
        return TokenPlace{key_side(ui), cell.row};
    return std::nullopt;
}

std::optional<TokenPlace> token_of_column(const UiContext& ui, const CellId& cell) {
    if (column_role(cell.array) != Role::keys)
        return std::nullopt;
    return TokenPlace{key_side(ui), cell.column};
}

std::optional<TokenPlace> selected_token(const UiContext& ui) {
    CellId cell = selected_cell(ui);
    cell.array = ui.workspace.array();
    return token_of_row(ui, cell);
}

std::optional<TokenPlace> selected_key(const UiContext& ui) {
    CellId cell = selected_cell(ui);
    cell.array = ui.workspace.array();
    return token_of_column(ui, cell);
}

std::string origin_of_row(const UiContext& ui, const CellId& cell) {
    const bool is_of_words = cell.array == ArrayId::E || cell.array == ArrayId::X || cell.array == ArrayId::context;
    const auto place = is_of_words ? token_of_row(ui, cell) : std::nullopt;
    if (!place)
        return {};
    const Sequence& sequence = sequence_of(ui, place->side);
    return origin_of_numbers(ui.session, sequence, token_label(sequence, cell.item, place->token));
}

std::string strangers_at(const UiContext& ui, const CellId& cell) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    };
    for (const auto& place : {token_of_row(ui, cell), token_of_column(ui, cell)}) {
        if (!place)
            continue;
        const Sequence& sequence = sequence_of(ui, place->side);
        const auto unknown = strangers(ui.session, sequence, cell.item);
        if (const std::string name = token_label(sequence, cell.item, place->token);
            std::ranges::find(unknown, name) != unknown.end())
            add(name);
    }
    if (is_stage(cell.array) && cell.array >= ArrayId::row_max) // these depend on the scores of every key
        std::ranges::for_each(strangers(ui.session, sequence_of(ui, key_side(ui)), cell.item), add);
    return unknown_in_words(names);
}

std::optional<TokenPlace> token_to_change(const UiContext& ui) {
    return ui.workspace.chosen_token ? ui.workspace.chosen_token : selected_token(ui);
}

void choose_token(const UiContext& ui, Workspace& workspace, const TokenPlace& place) {
    workspace.focus.reset();
    workspace.chosen_token = place;
    if (const auto row = selected_token(ui); row && row->side == place.side)
        workspace.row = place.token;
    else if (const auto key = selected_key(ui); key && key->side == place.side)
        workspace.column = place.token;
}

} // namespace attn
