#include "ui/actions/token_places.h"

#include "core/figure/pictures/labels.h"

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

std::optional<TokenPlace> selected_token(const UiContext& ui) {
    const Role rows = row_role(ui.workspace.array());
    const CellId cell = selected_cell(ui);
    if (rows == Role::queries)
        return TokenPlace{Side::sequence, cell.row};
    if (rows == Role::keys)
        return TokenPlace{key_side(ui), cell.row};
    return std::nullopt;
}

std::optional<TokenPlace> selected_key(const UiContext& ui) {
    if (column_role(ui.workspace.array()) != Role::keys)
        return std::nullopt;
    return TokenPlace{key_side(ui), selected_cell(ui).column};
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
