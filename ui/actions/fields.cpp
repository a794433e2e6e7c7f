#include "ui/actions/fields.h"

#include "core/document/model_words.h"
#include "core/figure/pictures/labels.h"
#include "core/files/printable.h"
#include "core/notation/notation.h"
#include "core/notation/size_letters.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/navigation.h"
#include "ui/actions/playback.h"
#include "ui/actions/readout_edits.h"
#include "ui/actions/start.h"
#include "ui/panels/hypothesis.h"
#include "ui/panels/layer_questions.h"
#include "ui/panels/layers.h"
#include "ui/panels/palette.h"
#include "ui/panels/tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace attn {

namespace {

/// Asks for the edit if the session can take it; the reason stands beside the field otherwise.
Result<void> make_if_valid(const CommandContext& command, Edit edit, std::string said = {}) {
    if (const auto applied = attn::apply(command.ui.session, edit); !applied)
        return applied.error();
    command.frame_actions.edits.push_back({std::move(edit), 0, std::move(said)});
    return {};
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

Result<Index> parse_count(std::string_view text, Index least) {
    text = trimmed(text);
    Index count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size() || count < least)
        return error("“{}” is not a whole number from {} on", text, least);
    return count;
}

Result<void> set_cell(std::string_view text, const CommandContext& command) {
    const Result<float> value = parse_number(text);
    if (!value)
        return value.error();
    return make_if_valid(command, SetCell{inspected_cell(command.ui), *value});
}

/// What an option of the layer is, in numbers.
Result<void> set_option(const Option& option, std::string_view text, const CommandContext& command) {
    if (option.kind == Option::Kind::count) {
        const Result<Index> count = parse_count(text, 0);
        if (!count)
            return count.error();
        return make_if_valid(command, SetOption{option.id, static_cast<double>(*count)});
    }
    const Result<float> value = parse_number(text);
    if (!value)
        return value.error();
    return make_if_valid(command, SetOption{option.id, static_cast<double>(*value)});
}

Result<void> take_answer(std::string_view text, const CommandContext& command) {
    const Result<float> answer = parse_number(text);
    if (!answer)
        return answer.error();
    answer_question(command.ui, command.workspace, *answer);
    return {};
}

Result<void> set_sentence(std::string_view text, Side side, const CommandContext& command) {
    if (side == Side::context && !command.ui.layer().context)
        return error("there is no second sequence any more");
    auto tokens = tokens_of_sentence(command.ui.session, sequence_of(command.ui, side), text);
    if (!tokens)
        return tokens.error();
    if (tokens->empty())
        return error("at least one word is needed");
    return make_if_valid(command, SetTokens{command.workspace.item, *std::move(tokens), side});
}

/// Renames a token; behind the last one, adds it.
Result<void> name_token(const TokenPlace& place, std::string_view text, const CommandContext& command) {
    if (trimmed(text).empty())
        return error("a token needs at least one letter");
    if (place.side == Side::context && !command.ui.layer().context)
        return error("there is no second sequence any more");
    std::string name(trimmed(text));
    const Index item = command.workspace.item;
    const bool is_new = place.token >= sequence_of(command.ui, place.side).token_count();
    if (const ModelWords* const words = command.ui.session.model_words.get()) {
        const std::string before = is_new ? "" : token_label(sequence_of(command.ui, place.side), item, place.token);
        const bool with_space = is_new ? place.token > 0 : before.starts_with("␣");
        name = words->named(name, with_space).value_or(name);
    }
    if (!is_new)
        return make_if_valid(command, RenameToken{item, place.token, name, place.side});
    return make_if_valid(command, InsertToken{item, place.token, name, place.side});
}

std::optional<Part> find_part(std::string_view name) {
    if (name == "matrix")
        return Part::matrix;
    if (name == "row")
        return Part::row;
    return name == "column" ? std::optional(Part::column) : std::nullopt;
}

/// Fills or scales the matrix, row or column that the field names; its menu is then done with.
Result<void> fill_part(std::string_view name, Fill::With with, std::string_view text, const CommandContext& command) {
    const std::optional<Part> part = find_part(name);
    const Result<float> number = parse_number(text);
    if (!number)
        return number.error();
    if (!part)
        return error("there is no part called {}", name);
    Result<void> made = make_if_valid(command, filling_of(command, *part, with, *number));
    if (made)
        command.workspace.overlay.reset();
    return made;
}

Result<void> set_text(std::string_view name, std::string_view text, const CommandContext& command) {
    constexpr std::array names{std::pair(std::string_view("title"), SetText::Which::title),
                               std::pair(std::string_view("question"), SetText::Which::question),
                               std::pair(std::string_view("about"), SetText::Which::about),
                               std::pair(std::string_view("try"), SetText::Which::hint)};
    for (const auto& [known, which] : names)
        if (known == name)
            return make_if_valid(command, SetText{which, std::string(trimmed(text)), place_of_question(command.ui)});
    return error("there is no text called “{}”", printable(name));
}

/// d_k and d_v go along with D / H where they were that, as in most layers. Says what became of them.
std::string keep_share_of_width(const Sizes& before, Sizes& sizes) {
    const auto is_share = [&](Index width) { return width * before.H == before.D; };
    if ((sizes.D == before.D && sizes.H == before.H) || !is_share(before.d_k))
        return {};
    const bool both = is_share(before.d_v);
    const std::string_view which = both ? "d_k and d_v are" : "d_k is";
    if (sizes.D % sizes.H != 0)
        return fmt::format("{} still {}: {} numbers cannot be shared evenly by {} heads.", which, sizes.d_k, sizes.D,
                           sizes.H);
    sizes.d_k = sizes.D / sizes.H;
    if (both)
        sizes.d_v = sizes.d_k;
    return fmt::format("{} {} now: still D/H.", which, sizes.d_k);
}

Result<void> set_size(std::string_view name, std::string_view text, const CommandContext& command) {
    const Result<Index> length = parse_count(text, 1);
    if (!length)
        return length.error();
    Sizes sizes = command.ui.sizes();
    const bool crosses = command.ui.layer().context != nullptr;
    std::string said;
    if (Index Sizes::*const field = length_by_letter(name); field != nullptr) {
        sizes.*field = *length;
        said = keep_share_of_width(command.ui.sizes(), sizes);
    } else if (name != "H_kv") {
        return error("there is no length called “{}”", printable(name));
    } else {
        if (*length > sizes.H || sizes.H % *length != 0)
            return error("{} heads cannot share {} keys and values evenly; H_kv divides H", sizes.H, *length);
        sizes.queries_per_kv = sizes.H / *length;
    }
    if (!crosses) {
        sizes.S_k = sizes.S_q;
        sizes.D_context = sizes.D;
    }
    return make_if_valid(command, Resize{sizes}, std::move(said));
}

/// Asks the shell for what shall be done with a path.
Result<void> take_path(std::string_view text, const CommandContext& command,
                       Request (*request)(const std::filesystem::path& path)) {
    const std::filesystem::path path = path_of(trimmed(text));
    if (path.empty())
        return error("a path is needed");
    command.workspace.overlay.reset();
    command.frame_actions.requests.push_back({request(path)});
    return {};
}

/// A notation of the user's own; its file is small, and read at once.
Result<void> take_notation(std::string_view text, const CommandContext& command) {
    const std::filesystem::path path = path_of(trimmed(text));
    if (path.empty())
        return error("a path is needed");
    const auto notation = load_notation(path);
    if (!notation)
        return notation.error();
    return make_if_valid(command, SetNotation{{}, command.ui.session.tokens_as_columns, *notation});
}

Result<void> take_found(std::string_view text, const CommandContext& command) {
    const std::vector<Offer> found = found_actions(command.ui, text);
    const Index marked = command.workspace.overlay ? command.workspace.overlay->marked : 0;
    if (found.empty())
        return error("no action has that name");
    const Offer offer = found.at(static_cast<std::size_t>(std::min<Index>(marked, std::ssize(found) - 1)));
    command.workspace.overlay.reset();
    run_action(offer.target, command);
    return {};
}

/// What Enter means in a field. A name that ends in "/" is that of many fields: `part` is what follows.
struct FieldRow {
    std::string_view name;
    Result<void> (*commit)(std::string_view part, std::string_view text, const CommandContext& command);
};

constexpr std::string_view field_prefix = "field:";

constexpr std::array field_table{
    FieldRow{"value", [](auto, auto text, const auto& command) { return set_cell(text, command); }},
    FieldRow{"cell", [](auto, auto text, const auto& command) { return set_cell(text, command); }},
    FieldRow{"name", [](auto, auto text, const auto& command) { return take_name(text, command); }},
    FieldRow{"answer", [](auto, auto text, const auto& command) { return take_answer(text, command); }},
    FieldRow{"sentence",
             [](auto, auto text, const auto& command) { return set_sentence(text, Side::sequence, command); }},
    FieldRow{"context-sentence",
             [](auto, auto text, const auto& command) { return set_sentence(text, Side::context, command); }},
    FieldRow{"fill/", [](auto part, auto text,
                         const auto& command) { return fill_part(part, Fill::With::constant, text, command); }},
    FieldRow{"scale-by/", [](auto part, auto text,
                             const auto& command) { return fill_part(part, Fill::With::scaled, text, command); }},
    FieldRow{"size/", [](auto length, auto text, const auto& command) { return set_size(length, text, command); }},
    FieldRow{"text/", [](auto name, auto text, const auto& command) { return set_text(name, text, command); }},
    FieldRow{"readout/",
             [](auto part, auto text, const auto& command) { return type_readout(part, trimmed(text), command); }},
    FieldRow{"claim",
             [](auto, auto text, const auto& command) {
                 take_claim(text, command);
                 return Result<void>();
             }},
    FieldRow{"find-layer", [](auto, auto, const auto& command) { return take_marked_layer(command); }},
    FieldRow{"ask/", [](auto question, auto text,
                        const auto& command) { return type_about_layer(question, trimmed(text), command); }},
    FieldRow{"find", [](auto, auto text, const auto& command) { return take_found(text, command); }},
    FieldRow{"export/", [](auto option, auto text,
                           const auto& command) { return take_export_field(option, trimmed(text), command); }},
    FieldRow{"open-path",
             [](auto, auto text, const auto& command) {
                 return take_path(text, command,
                                  [](const auto& path) { return Request{OpenFile{.path = path, .typed = true}}; });
             }},
    FieldRow{"save-path",
             [](auto, auto text, const auto& command) {
                 return take_path(text, command, [](const auto& path) {
                     return Request{SaveFileAs{.path = path, .typed = true, .may_replace = false}};
                 });
             }},
    FieldRow{"weights-path",
             [](auto, auto text, const auto& command) {
                 return take_path(text, command, [](const auto& path) {
                     return Request{SaveFileAs{.path = path, .typed = true, .may_replace = false, .weights = true}};
                 });
             }},
    FieldRow{"notation-path", [](auto, auto text, const auto& command) { return take_notation(text, command); }},
    FieldRow{"check-path", [](auto, auto text, const auto& command) {
                 return take_path(text, command, [](const auto& path) { return Request{CheckAgainst{path}}; });
             }}};

} // namespace

std::filesystem::path path_of(std::string_view text) {
    const char* const home = std::getenv("HOME");
    if (home != nullptr && (text == "~" || text.substr(0, 2) == "~/"))
        return std::filesystem::path(home) / text.substr(std::min<std::size_t>(2, text.size()));
    return text;
}

Result<float> parse_number(std::string_view text) {
    const std::string number = replaced(replaced(std::string(trimmed(text)), "−", "-"), "∞", "inf");
    std::string_view rest = number;
    if (!rest.empty() && rest.front() == '+')
        rest.remove_prefix(1);
    float value = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (problem == std::errc::result_out_of_range)
        return error("“{}” is beyond what a float can hold", text);
    if (std::ranges::count(rest, ',') == 1 && parse_number(replaced(number, ",", ".")))
        return error("“{}” is not a number; decimals follow a point: {}", text, replaced(number, ",", "."));
    if (problem != std::errc() || end != rest.data() + rest.size() || std::isnan(value))
        return error("“{}” is not a number; write one such as -0.25", text);
    return value;
}

Result<void> commit_field(const FieldEdit& field, const CommandContext& command) {
    const std::string_view name = std::string_view(field.name).substr(std::min(field_prefix.size(), field.name.size()));
    for (const FieldRow& row : field_table)
        if (row.name.ends_with('/') ? name.starts_with(row.name) : name == row.name)
            return row.commit(name.substr(row.name.size()), field.text, command);
    if (const Option* const option = find_option(name); option != nullptr && option->takes_number())
        return set_option(*option, field.text, command);
    if (const auto token = find_token_field(field.name))
        return name_token(*token, field.text, command);
    if (is_export_path(field.name))
        return take_export_path(trimmed(field.text), command);
    return error("there is no field called “{}”", printable(field.name));
}

} // namespace attn
