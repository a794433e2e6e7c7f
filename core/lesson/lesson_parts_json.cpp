#include "core/lesson/lesson_reading.h"

#include "core/document/files/conditions_json.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::size_t text_limit = 700; // bytes: as much as fits beside the stage
constexpr std::size_t list_limit = 32;

/// A value that is read with the sizes of its session.
template <class T>
struct Sized : T {
    const Sizes& sizes;
};

const std::vector<JsonKey<Choice>>& choice_keys() {
    static const std::vector<JsonKey<Choice>> keys{
        words_key("is", &Choice::text, R"(expected "is": the answer)"),
        {.key = "right", .read = [](Choice& into, const Field& value) { value.read(into.right); }},
        words_key("say", &Choice::say)};
    return keys;
}

Choice read_choice(const Field& field) {
    Choice choice;
    read_keys(choice_keys(), field, choice);
    return choice;
}

std::vector<Reply> read_replies(const Field& said) {
    std::vector<Reply> replies;
    for (const auto& [to, field] : said.members())
        read_words(field, replies.emplace_back(Reply{std::string(to), {}}).say);
    return replies;
}

std::optional<CellId> read_cell_of(const Field& field) {
    const std::string name = field.text();
    const auto cell = parse_cell_name(name);
    if (!cell)
        field.fail(fmt::format("there is no cell “{}”; expected one such as A/1[1,1]", printable(name)));
    return cell;
}

using BetReading = Sized<Bet>;

/// Reads a list of answers; or "heads", which makes each head an answer, with the right ones known after the reveal.
void read_one_of(BetReading& into, const Field& list) {
    into.kind = Bet::Kind::choose;
    if (list.is_text("heads")) {
        for (Index head = 1; head <= into.sizes.H; ++head)
            into.choices.push_back({fmt::format("head {{head {}}}", head), false, {}});
        return;
    }
    for (const Field& item : list.items())
        into.choices.push_back(read_choice(item));
    if (into.choices.size() < 2 || into.choices.size() > 6 ||
        std::ranges::count(into.choices, true, &Choice::right) != 1)
        list.fail(R"(expected two to six answers, one of them right; or "heads")");
}

void read_many_of(BetReading& into, const Field& list) {
    into.kind = Bet::Kind::choose_many;
    for (const ArrayId array : read_arrays(list))
        into.choices.push_back({std::string(array_name(array)), false, {}});
    if (into.choices.size() < 2 || into.choices.size() > 10)
        list.fail("expected two to ten arrays");
}

/// Reads arrays to order. They are offered by name, so that their order in the file gives nothing away.
void read_order_of(BetReading& into, const Field& list) {
    read_many_of(into, list);
    into.kind = Bet::Kind::order;
    std::ranges::sort(into.choices, {}, &Choice::text);
}

/// Adds a cell; "A/1[3,*]" is a whole row, "A/1[*,3]" a whole column.
void add_cells(const Field& field, const Sizes& sizes, std::vector<CellId>& cells) {
    std::string name = field.text();
    const std::size_t star = name.find('*');
    if (star != std::string::npos)
        name[star] = '1';
    const auto first = parse_cell_name(name);
    const Shape shape = first ? shape_of(sizes, first->array) : Shape();
    if (!first || first->row >= shape.rows || first->column >= shape.columns)
        return field.fail(
            fmt::format("there is no cell “{}”; expected one such as A/1[1,1] or A/1[1,*]", printable(field.text())));
    CellId cell = *first;
    if (star == std::string::npos) {
        cells.push_back(cell);
        return;
    }
    const bool is_row = star > name.find(',');
    for (Index i = 0; i < (is_row ? shape.columns : shape.rows); ++i) {
        (is_row ? cell.column : cell.row) = i;
        cells.push_back(cell);
    }
}

void read_marked(BetReading& into, const Field& list) {
    constexpr std::size_t most = 64;
    into.kind = Bet::Kind::mark_many;
    for (const Field& item : list.items())
        if (into.cells.size() <= most)
            add_cells(item, into.sizes, into.cells);
    if (into.cells.empty() || into.cells.size() > most)
        list.fail(fmt::format("expected one to {} cells", most));
}

void read_typed(BetReading& into, const Field& field) {
    into.kind = Bet::Kind::type;
    if (field.is(Json::Kind::text))
        into.cell = read_cell_of(field);
    else
        into.number = field.number(0);
}

const std::vector<JsonKey<BetReading>>& bet_keys() {
    static const std::vector<JsonKey<BetReading>> keys{
        {.key = "ask",
         .read = [](auto& into, const Field& field) { read_words(field, into.ask); },
         .required = R"(expected "ask": a question)"},
        {.key = "choose", .read = read_one_of},
        {.key = "right_if",
         .read = [](auto& into, const Field& field) { into.right_if = read_condition(field, into.sizes); }},
        {.key = "choose_many", .read = read_many_of},
        {.key = "order", .read = read_order_of},
        {.key = "mark",
         .read =
             [](auto& into, const Field& field) {
                 into.kind = Bet::Kind::mark;
                 into.cell = read_cell_of(field);
             }},
        {.key = "mark_many", .read = read_marked},
        {.key = "type", .read = read_typed},
        {.key = "within", .read = [](auto& into, const Field& field) { field.read(into.within); }},
        {.key = "say", .read = [](auto& into, const Field& field) { into.replies = read_replies(field); }},
        {.key = "reveal", .read = [](auto& into, const Field& field) { into.reveal = read_texts(field); }},
        {.key = "shows",
         .read = [](auto& into, const Field& field) { into.shows = read_condition(field, into.sizes); }},
        {.key = "then", .read = [](auto& into, const Field& field) { read_words(field, into.then); }},
        {.key = "taught_in", .read = [](auto& into, const Field& field) { read_words(field, into.taught_in); }}};
    return keys;
}

using SlipReading = Sized<ForeseenSlip>;

const std::vector<JsonKey<SlipReading>>& slip_keys() {
    static const std::vector<JsonKey<SlipReading>> keys{
        {.key = "by",
         .read = [](auto& into, const Field& value) { into.by = read_texts(value); },
         .required = R"(expected "by": lines of a script)"},
        {.key = "if",
         .read = [](auto& into, const Field& value) { into.when = read_condition(value, into.sizes); },
         .required = R"(expected "if": a condition)"},
        {.key = "say",
         .read = [](auto& into, const Field& value) { read_words(value, into.say); },
         .required = R"(expected "say": a text)"}};
    return keys;
}

ForeseenSlip read_slip(const Field& field, const Sizes& sizes) {
    SlipReading slip{{}, sizes};
    read_keys(slip_keys(), field, slip);
    ForeseenSlip& read = slip;
    return std::move(read);
}

using SaidReading = Sized<Said>;

const std::vector<JsonKey<SaidReading>>& said_keys() {
    static const std::vector<JsonKey<SaidReading>> keys{
        {.key = "if", .read = [](auto& into, const Field& field) { into.when = read_condition(field, into.sizes); }},
        {.key = "title", .read = [](auto& into, const Field& field) { read_words(field, into.title); }},
        {.key = "say",
         .read = [](auto& into, const Field& field) { read_words(field, into.say); },
         .required = R"(expected "say": a text)"}};
    return keys;
}

using TaskReading = Sized<LessonTask>;

const std::vector<JsonKey<TaskReading>>& task_keys() {
    static const std::vector<JsonKey<TaskReading>> keys{
        {.key = "ask",
         .read = [](auto& into, const Field& field) { read_words(field, into.ask); },
         .required = R"(expected "ask": what is to be done)"},
        {.key = "done",
         .read = [](auto& into, const Field& field) { into.done = read_condition(field, into.sizes); },
         .required = R"(expected "done": a condition)"},
        {.key = "nudge",
         .read = [](auto& into, const Field& field) { read_words(field, into.nudge); },
         .required = R"(expected "nudge": a question that points the way)"},
        {.key = "suggestion", .read = [](auto& into, const Field& field) { read_words(field, into.suggestion); }},
        {.key = "solution",
         .read = [](auto& into, const Field& field) { into.solution = read_texts(field); },
         .required = R"(expected "solution": lines of a script)"},
        {.key = "hides", .read = [](auto& into, const Field& list) { into.hides = read_texts(list); }},
        {.key = "then", .read = [](auto& into, const Field& field) { read_words(field, into.then); }},
        {.key = "slips", .read = [](auto& into, const Field& list) {
             for (const Field& item : list.items())
                 into.slips.push_back(read_slip(item, into.sizes));
         }}};
    return keys;
}

} // namespace

void read_words(const Field& field, std::string& into) {
    field.read(into);
    if (into.size() > text_limit)
        field.fail(fmt::format("expected a text of at most {} bytes", text_limit));
}

std::vector<std::string> read_texts(const Field& list) {
    std::vector<std::string> texts;
    const auto items = list.items();
    if (items.size() > list_limit)
        list.fail(fmt::format("expected at most {} of them", list_limit));
    else
        for (const Field& item : items)
            read_words(item, texts.emplace_back());
    return texts;
}

std::vector<ArrayId> read_arrays(const Field& list) {
    std::vector<ArrayId> arrays;
    for (const Field& item : list.items())
        if (const auto array = find_array(item.text()))
            arrays.push_back(*array);
        else
            item.fail("expected the name of an array, such as A");
    return arrays;
}

Bet read_bet(const Field& field, const Sizes& sizes) {
    BetReading bet{{}, sizes};
    read_keys(bet_keys(), field, bet);
    constexpr std::array kinds{"choose", "choose_many", "order", "mark", "mark_many", "type"};
    if (std::ranges::count_if(kinds, [&](const char* kind) { return field[kind].exists(); }) != 1)
        field.fail("expected one of choose, choose_many, order, mark, mark_many, type");
    if (field["choose"].is_text("heads") != bet.right_if.has_value())
        field.fail(R"(expected "right_if", a condition, beside "choose": "heads", and nowhere else)");
    Bet& read = bet; // without the reading's own members
    return std::move(read);
}

std::vector<Said> read_said(const Field& list, const Sizes& sizes) {
    std::vector<Said> said;
    if (list.items().size() > list_limit)
        list.fail(fmt::format("expected at most {} of them", list_limit));
    else
        for (const Field& item : list.items()) {
            SaidReading reading{{}, sizes};
            read_keys(said_keys(), item, reading);
            Said& read = reading; // without the reading's own members
            said.push_back(std::move(read));
        }
    return said;
}

LessonTask read_task(const Field& field, const Sizes& sizes) {
    TaskReading task{{}, sizes};
    read_keys(task_keys(), field, task);
    LessonTask& read = task;
    return std::move(read);
}

std::vector<std::string_view> part_key_names() {
    std::vector<std::string_view> names;
    for (const auto& of_part : {key_names(choice_keys()), key_names(bet_keys()), key_names(slip_keys()),
                                key_names(said_keys()), key_names(task_keys())})
        names.insert(names.end(), of_part.begin(), of_part.end());
    return names;
}

} // namespace attn
