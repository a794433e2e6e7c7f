#include "core/document/session/edits.h"
#include "core/document/session/known_words.h"
#include "core/document/session/model_words.h"
#include "core/document/session/sentences.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_words.h"
#include "core/files/printable.h"
#include "core/notation/size_letters.h"
#include "core/tensor/result.h"
#include "core/text/words.h"
#include "ui/actions/arguments.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/layer_answers.h"
#include "ui/actions/lesson.h"
#include "ui/actions/moved.h"
#include "ui/actions/name_field.h"
#include "ui/actions/navigation.h"
#include "ui/actions/readout_edits.h"
#include "ui/actions/token_places.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Stands for a line break in a field of one line.
constexpr std::string_view line_sign = "↵";

std::string with_signs(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// The item's tokens as a sentence, in which a line break is written ↵.
std::string sentence_of(const UiContext& ui, Side side) {
    if (const ModelWords* const words = ui.session.model_words.get())
        return with_signs(words->text_of(sequence_of(ui, side).items[static_cast<std::size_t>(ui.workspace.item)]),
                          "\n", line_sign);
    std::vector<std::string> labels;
    const Index count = sequence_of(ui, side).token_count();
    for (Index token = 0; token < count; ++token)
        labels.push_back(token_label(sequence_of(ui, side), ui.workspace.item, token));
    return joined_text(ui.session, labels);
}

/// A sentence as tokens: by the model's tokenizer, if the session has one, otherwise as the session splits text.
Result<std::vector<std::string>> tokens_of_sentence(const Session& session, const Sequence& sequence,
                                                    std::string_view sentence) {
    if (session.model_words == nullptr)
        return split_text(session, sequence, sentence);
    return session.model_words->tokens_of(with_signs(std::string(sentence), line_sign, "\n"));
}

// --- Parsing ---------------------------------------------------------------------------------------------------------

Result<Index> parse_length(std::string_view text) {
    return parse_count(text, 1);
}

// --- Numbers ---------------------------------------------------------------------------------------------------------

std::string inspected_value(const UiContext& ui, std::string_view /*part*/) {
    return full_number(ui.trace.value(inspected_cell(ui)));
}

Result<void> set_cell(const CommandContext& command, std::string_view /*part*/, float value) {
    const CellId cell = inspected_cell(command.ui);
    if (value == command.ui.trace.value(cell)) // typing the same number does not pin it
        return {};
    // The words tell of the edit, because the selection goes on to the next cell.
    return make_if_valid(command, SetCell{cell, value},
                         words_of_change(command.ui, cell, command.ui.trace.value(cell), value));
}

/// Reads a number as people write it by hand: "0.2", "0,2", "1/5".
Result<float> parse_answer(std::string_view text) {
    std::string number(text);
    std::ranges::replace(number, ',', '.');
    return parse_number(number);
}

Result<void> answer_lesson(const CommandContext& command, std::string_view /*part*/, float value) {
    if (!command.ui.scope().asks(Bet::Kind::type))
        return error("no question waits for such an answer");
    advance_lesson(command, lesson_event::Type{value});
    return {};
}

/// Fills or scales the inspected matrix, row or column.
template <Part part, Fill::With with>
Result<void> fill_part(const CommandContext& command, std::string_view /*part*/, float number) {
    return make_if_valid(command, filling_of(command, part, with, number));
}

/// A menu's label: "Row 3: scale by".
template <Part part, Fill::With with>
std::string label_of_part(const UiContext& ui) {
    const CellId cell = inspected_cell(ui);
    const char* const verb = with == Fill::With::scaled ? "scale by" : "fill with";
    return part == Part::row ? fmt::format("Row {}: {}", cell.row + 1, verb)
                             : fmt::format("Column {}: {}", cell.column + 1, verb);
}

// --- Sizes -----------------------------------------------------------------------------------------------------------

/// Keeps d_k = D/H and d_v = D/H if they were so, as in most layers, when D or H changes. Returns a sentence about
/// them.
std::string keep_share_of_width(const Sizes& before, Sizes& sizes) {
    const auto is_share = [&](Index width) { return width * before.H == before.D; };
    if ((sizes.D == before.D && sizes.H == before.H) || !is_share(before.d_k))
        return {};
    const bool both = is_share(before.d_v);
    const std::string_view which = both ? "{name d_k} and {name d_v} are" : "{name d_k} is";
    if (sizes.D % sizes.H != 0)
        return fmt::format("{} still {}: {} numbers cannot be shared evenly by {} heads.", which, sizes.d_k, sizes.D,
                           sizes.H);
    sizes.d_k = sizes.D / sizes.H;
    if (both)
        sizes.d_v = sizes.d_k;
    return fmt::format("{} {} now: still {{name D}}/{{name H}}.", which, sizes.d_k);
}

/// A sentence about lost tokens, heads and items: "2 letters and 1 head are gone; Undo brings them back."
std::string what_went(const Sizes& before, const Sizes& after, const Session& session) {
    struct Counted {
        Index Sizes::*length;
        std::string one;
        std::string many;
    };
    // Queries and keys of one sequence have the same length, which is counted once.
    const bool is_one = before.S_q == before.S_k && after.S_q == after.S_k;
    const std::string token(noun_of_token(notation_of(session)));
    const std::array all{Counted{&Sizes::S_q, token, token + "s"},
                         Counted{&Sizes::S_k, token + " that is read", token + "s that are read"},
                         Counted{&Sizes::H, "head", "heads"}, Counted{&Sizes::B, "item", "items"}};
    std::vector<std::string> gone;
    Index count = 0;
    for (const Counted& counted : all)
        if (const Index less = before.*counted.length - after.*counted.length;
            less > 0 && (counted.length != &Sizes::S_k || !is_one)) {
            gone.push_back(fmt::format("{} {}", less, less == 1 ? counted.one : counted.many));
            count += less;
        }
    if (gone.empty())
        return {};
    return fmt::format("{} {} gone; Undo brings {} back.", enumerated(gone), count == 1 ? "is" : "are",
                       count == 1 ? "it" : "them");
}

Result<void> resize(const CommandContext& command, Sizes sizes, std::string said) {
    if (command.ui.layer().context == nullptr) {
        sizes.S_k = sizes.S_q;
        sizes.D_context = sizes.D;
    }
    if (const std::string went = what_went(command.ui.sizes(), sizes, command.ui.session); !went.empty())
        said = went + (said.empty() ? "" : " ") + said;
    return make_if_valid(command, Resize{sizes}, std::move(said));
}

template <Index Sizes::*length>
std::string length_text(const UiContext& ui, std::string_view /*part*/) {
    return std::to_string(ui.sizes().*length);
}

template <Index Sizes::*length>
Result<void> set_length(const CommandContext& command, std::string_view /*part*/, Index value) {
    Sizes sizes = command.ui.sizes();
    sizes.*length = value;
    std::string said = keep_share_of_width(command.ui.sizes(), sizes);
    return resize(command, sizes, std::move(said));
}

std::string heads_of_keys_text(const UiContext& ui, std::string_view /*part*/) {
    return std::to_string(ui.sizes().H_kv());
}

Result<void> set_heads_of_keys(const CommandContext& command, std::string_view /*part*/, Index value) {
    Sizes sizes = command.ui.sizes();
    if (value > sizes.H || sizes.H % value != 0)
        return error("{} heads cannot share {} keys and values evenly; H_kv divides H", sizes.H, value);
    sizes.queries_per_kv = sizes.H / value;
    return resize(command, sizes, {});
}

bool has_second_sequence(const UiContext& ui) {
    return ui.layer().context != nullptr;
}

// --- Words -----------------------------------------------------------------------------------------------------------

template <Side side>
std::string sentence_text(const UiContext& ui, std::string_view /*part*/) {
    return side == Side::context && !ui.layer().context ? std::string() : sentence_of(ui, side);
}

Result<void> check_places(const UiContext& ui, Side side, std::string_view text, Index count) {
    const std::string lack = lack_of_places(ui.session, sequence_of(ui, side), text, count);
    return lack.empty() ? Result<void>() : error("{}", lack);
}

/// A sentence about the text that the model reads, if it differs from the typed text, e.g. in capitals or in words that
/// the model does not know; empty if it does not.
std::string as_read_by_model(const Session& session, std::string_view typed, const std::vector<std::string>& tokens) {
    if (session.model_words == nullptr)
        return {};
    const std::string read = with_signs(session.model_words->text_of(tokens), "\n", line_sign);
    return words_between_spaces(read) == words_between_spaces(typed)
               ? std::string()
               : fmt::format("The model knows other words: it reads “{}”.", printable(read, 200));
}

template <Side side>
Result<void> set_sentence(const CommandContext& command, std::string_view /*part*/, std::string_view text) {
    if (side == Side::context && !command.ui.layer().context)
        return error("there is no second sequence any more");
    auto tokens = tokens_of_sentence(command.ui.session, sequence_of(command.ui, side), text);
    if (!tokens)
        return tokens.error();
    if (tokens->empty())
        return error("at least one word is needed");
    if (const std::string misfit = misfit_of_sentence(command.ui.session, sequence_of(command.ui, side), text);
        !misfit.empty())
        return error("{}", misfit);
    if (auto fits = check_places(command.ui, side, printable(text), std::ssize(*tokens)); !fits)
        return fits;
    const std::string read = as_read_by_model(command.ui.session, text, *tokens);
    return make_if_valid(command, SetTokens{command.workspace.item, *std::move(tokens), side}, read);
}

/// Renames a token, or adds one if `number` is the place behind the last.
template <Side side>
Result<void> name_token(const CommandContext& command, std::string_view number, std::string_view text) {
    const std::optional<Index> token = number_from_1(number);
    if (!token)
        return error("there is no token called “{}”", printable(number));
    if (text.empty())
        return error("a token needs at least one letter");
    if (side == Side::context && !command.ui.layer().context)
        return error("there is no second sequence any more");
    std::string name(text);
    const Index item = command.workspace.item;
    const Sequence& sequence = sequence_of(command.ui, side);
    const bool is_new = *token >= sequence.token_count();
    if (const ModelWords* const words = command.ui.session.model_words.get()) {
        const std::string before = is_new ? "" : token_label(sequence, item, *token);
        const bool with_space = is_new ? *token > 0 : before.starts_with("␣");
        name = words->named(name, with_space).value_or(name);
    }
    if (!is_new)
        return make_if_valid(command, RenameToken{item, *token, name, side});
    const std::string longer = sentence_of(command.ui, side) + std::string(between_tokens(command.ui.session)) + name;
    if (auto fits = check_places(command.ui, side, printable(longer), sequence.token_count() + 1); !fits)
        return fits;
    return make_if_valid(command, InsertToken{item, *token, name, side});
}

template <std::string Session::*text>
std::string session_text(const UiContext& ui, std::string_view /*part*/) {
    return ui.session.*text;
}

template <SetText::Which which>
Result<void> set_session_text(const CommandContext& command, std::string_view /*part*/, std::string_view text) {
    return make_if_valid(command, SetText{which, std::string(text), place_of_question(command.ui)});
}

std::string name_of_first_minute(const UiContext& ui, std::string_view /*part*/) {
    return joined_text(ui.session, ui.layer().sequence.items[static_cast<std::size_t>(ui.workspace.item)]);
}

Result<void> set_name_of_first_minute(const CommandContext& command, std::string_view /*part*/, std::string_view text) {
    return take_name(text, command);
}

// --- Read-outs, answers and the export dialog ------------------------------------------------------------------------

template <std::string (*text_of)(const ReadOut& readout)>
std::string readout_text(const UiContext& ui, std::string_view number) {
    const ReadOut* const readout = find_readout(ui, number);
    return readout == nullptr ? std::string() : text_of(*readout);
}

std::string name_of_readout(const ReadOut& readout) {
    return readout.name;
}

std::string export_option_text(const UiContext& ui, std::string_view name) {
    const ExportOption* const option = find_export_option(name);
    return option == nullptr ? std::string() : option->value(ui, ui.workspace.exporting);
}

Result<void> set_export_option(const CommandContext& command, std::string_view name, std::string_view text) {
    return take_export_field(name, text, command);
}

constexpr std::string_view computed_stage = "This stage is computed: pin its cells, or fill the weights that make it.";

constexpr auto constant = Fill::With::constant;
constexpr auto multiplied = Fill::With::scaled;

constexpr std::array session_field_table{
    FieldRow{.id = "value", .read = inspected_value, .enter = entering<parse_number, set_cell>},
    FieldRow{.id = "cell", .read = inspected_value, .enter = entering<parse_number, set_cell>},
    FieldRow{.id = "name",
             .hint = "type a name",
             .read = name_of_first_minute,
             .enter = entering<as_typed, set_name_of_first_minute>},
    FieldRow{.id = "lesson-number", .hint = "a number", .enter = entering<parse_answer, answer_lesson>},
    FieldRow{.id = "sentence",
             .hint = "type a sentence",
             .read = sentence_text<Side::sequence>,
             .enter = entering<as_typed, set_sentence<Side::sequence>>,
             .keeps_refused = true},
    FieldRow{.id = "context-sentence",
             .hint = "type a sentence",
             .read = sentence_text<Side::context>,
             .enter = entering<as_typed, set_sentence<Side::context>>,
             .keeps_refused = true},
    FieldRow{.id = "token/", .enter = entering<as_words, name_token<Side::sequence>>},
    FieldRow{.id = "context-token/", .enter = entering<as_words, name_token<Side::context>>},
    FieldRow{.id = "window", .option = OptionId::window, .menus = {{Menu::mask, 0, 40}}},

    FieldRow{.id = "fill/matrix",
             .label = "Fill with",
             .hint = "number",
             .enter = entering<parse_number, fill_part<Part::matrix, constant>>,
             .enabled = can_fill,
             .needs = computed_stage,
             .menus = {{Menu::matrix, 2, 10}}},
    FieldRow{.id = "scale-by/matrix",
             .label = "Scale by",
             .hint = "number",
             .enter = entering<parse_number, fill_part<Part::matrix, multiplied>>,
             .enabled = can_fill,
             .needs = computed_stage,
             .menus = {{Menu::matrix, 2, 20}}},
    FieldRow{.id = "fill/row",
             .hint = "number",
             .label_now = label_of_part<Part::row, constant>,
             .enter = entering<parse_number, fill_part<Part::row, constant>>,
             .enabled = can_fill,
             .needs = computed_stage,
             .menus = {{Menu::matrix, 3, 10}}},
    FieldRow{.id = "scale-by/row",
             .hint = "number",
             .label_now = label_of_part<Part::row, multiplied>,
             .enter = entering<parse_number, fill_part<Part::row, multiplied>>,
             .enabled = can_fill,
             .needs = computed_stage,
             .menus = {{Menu::matrix, 3, 20}}},
    FieldRow{.id = "fill/column",
             .hint = "number",
             .label_now = label_of_part<Part::column, constant>,
             .enter = entering<parse_number, fill_part<Part::column, constant>>,
             .enabled = can_fill,
             .needs = computed_stage,
             .menus = {{Menu::matrix, 3, 30}}},
    FieldRow{.id = "scale-by/column",
             .hint = "number",
             .label_now = label_of_part<Part::column, multiplied>,
             .enter = entering<parse_number, fill_part<Part::column, multiplied>>,
             .enabled = can_fill,
             .needs = computed_stage,
             .menus = {{Menu::matrix, 3, 40}}},

    // The next rows are in the order of their dialog.
    FieldRow{.id = "size/S",
             .label = "tokens",
             .read = length_text<&Sizes::S_q>,
             .enter = entering<parse_length, set_length<&Sizes::S_q>>},
    FieldRow{.id = "size/D",
             .label = "width of the model",
             .read = length_text<&Sizes::D>,
             .enter = entering<parse_length, set_length<&Sizes::D>>},
    FieldRow{.id = "size/H",
             .label = "heads",
             .read = length_text<&Sizes::H>,
             .enter = entering<parse_length, set_length<&Sizes::H>>},
    FieldRow{.id = "size/H_kv",
             .label = "sets of keys and values",
             .read = heads_of_keys_text,
             .enter = entering<parse_length, set_heads_of_keys>},
    FieldRow{.id = "size/d_k",
             .label = "width of queries and keys",
             .read = length_text<&Sizes::d_k>,
             .enter = entering<parse_length, set_length<&Sizes::d_k>>},
    FieldRow{.id = "size/d_v",
             .label = "width of values",
             .read = length_text<&Sizes::d_v>,
             .enter = entering<parse_length, set_length<&Sizes::d_v>>},
    FieldRow{.id = "size/B",
             .label = "items of the batch",
             .read = length_text<&Sizes::B>,
             .enter = entering<parse_length, set_length<&Sizes::B>>},
    FieldRow{.id = "size/S_k",
             .label = "tokens of keys and values",
             .read = length_text<&Sizes::S_k>,
             .enter = entering<parse_length, set_length<&Sizes::S_k>>,
             .enabled = has_second_sequence},
    FieldRow{.id = "size/D_c",
             .label = "width of their input",
             .read = length_text<&Sizes::D_context>,
             .enter = entering<parse_length, set_length<&Sizes::D_context>>,
             .enabled = has_second_sequence},

    // The next rows are in the order of their dialog.
    FieldRow{.id = "text/title",
             .label = "Title",
             .hint = "what the session is called",
             .read = session_text<&Session::title>,
             .enter = entering<as_words, set_session_text<SetText::Which::title>>},
    FieldRow{.id = "text/question",
             .label = "Question",
             .hint = "about the cell that is selected now; it opens there",
             .read = session_text<&Session::question>,
             .enter = entering<as_words, set_session_text<SetText::Which::question>>},
    FieldRow{.id = "text/about",
             .label = "Answer",
             .hint = "two or three sentences, shown when asked for",
             .read = session_text<&Session::about>,
             .enter = entering<as_words, set_session_text<SetText::Which::about>>},
    FieldRow{.id = "text/try",
             .label = "Try",
             .hint = "what to change, and what to look at",
             .read = session_text<&Session::hint>,
             .enter = entering<as_words, set_session_text<SetText::Which::hint>>},

    FieldRow{.id = "readout/name/",
             .hint = "what the columns mean",
             .read = readout_text<name_of_readout>,
             .enter = entering<as_words, set_readout_name>},
    FieldRow{.id = "readout/columns/",
             .hint = "1–26",
             .read = readout_text<columns_text>,
             .enter = entering<as_words, set_readout_columns>},
    FieldRow{.id = "readout/labels/",
             .hint = "a label for each column, blanks between",
             .read = readout_text<labels_text>,
             .enter = entering<as_words, set_readout_labels>},
    FieldRow{.id = "ask/", .read = typed_answer, .enter = entering<as_words, type_about_layer>},
    FieldRow{.id = "export/", .read = export_option_text, .enter = entering<as_words, set_export_option>},
};

} // namespace

std::span<const FieldRow> session_field_rows() {
    return session_field_table;
}

} // namespace attn
