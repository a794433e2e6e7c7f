#include "core/document/files/conditions_json.h"

#include "core/document/session/session_limits.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/notation/size_letters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <string>

namespace attn {

namespace {

constexpr std::string_view tokens_name = "tokens";

struct ConditionReading : Condition {
    const Sizes& sizes;
    Index& count_of_parts; ///< number of parts read so far, nested ones included
};

Condition read_condition(const Field& field, const Sizes& sizes, Index& count);

using Key = JsonKey<ConditionReading, const Condition>;

/// A kind of condition and its keys; the first key identifies the kind.
struct ConditionRow {
    Condition::Kind kind{};
    std::vector<Key> keys{};
    bool has_bounds = false;
};

void read_cell(ConditionReading& into, const Field& field) {
    const std::string name = field.text();
    const auto cell = parse_cell_name(name);
    into.cell = cell.value_or(CellId{0, ArrayId{}});
    if (!cell || !fits(into, into.sizes))
        field.fail(fmt::format("there is no cell “{}”; expected one such as A/1[1,1]", printable(name)));
}

/// Reads "A", which means all heads, or "A/2".
void read_array(ConditionReading& into, const Field& field) {
    const std::string name = field.text();
    const std::size_t slash = name.find('/');
    const auto array = find_array(name.substr(0, slash));
    Index head = 1;
    bool is_head = true;
    if (slash != std::string::npos) {
        const char* const last = name.data() + name.size();
        const auto [end, problem] = std::from_chars(name.data() + slash + 1, last, head);
        is_head = problem == std::errc() && end == last && head >= 1 && head <= into.sizes.H;
    }
    if (!array || !is_head)
        return field.fail(fmt::format("there is no array “{}”; expected one such as A or A/1", printable(name)));
    into.array = array;
    into.every_head = slash == std::string::npos;
    into.cell.head = head - 1;
}

Json json_of_array(const Condition& condition) {
    if (!condition.array)
        return json_of(tokens_name);
    const std::string_view name = array_name(*condition.array);
    return condition.every_head ? json_of(name) : json_of(fmt::format("{}/{}", name, condition.cell.head + 1));
}

void read_array_or_tokens(ConditionReading& into, const Field& field) {
    if (!field.is_text(tokens_name))
        read_array(into, field);
}

/// Reads an array that has one matrix for each item: one without heads, "Y", or that of one head, "O/2".
void read_summed(ConditionReading& into, const Field& field) {
    read_array(into, field);
    if (into.array && into.every_head && has_heads(*into.array))
        field.fail("expected an array that is one for all heads, or that of one head, such as Y or O/1");
}

/// Reads the summands. An array with heads, named without a head, means all its heads.
void read_summands(ConditionReading& into, const Field& list) {
    for (const Field& field : list.items()) {
        ConditionReading summand{{}, into.sizes, into.count_of_parts};
        read_array(summand, field);
        const Condition& read = summand; // without the reading's own members
        into.parts.push_back(read);
    }
    if (into.parts.empty() || std::ssize(into.parts) > head_limit)
        list.fail("expected a list of arrays, such as parts and b_O");
}

Json json_of_summands(const Condition& condition) {
    return json_list_of(condition.parts, json_of_array);
}

void read_length(ConditionReading& into, const Field& field) {
    field.read(into.text);
    if (length_by_letter(into.text) == nullptr)
        field.fail(fmt::format("there is no length called “{}”; expected one such as S or d_k", printable(into.text)));
}

void read_rows(ConditionReading& into, const Field& list) {
    std::vector<Index>& rows = into.rows;
    const Index most = into.array ? shape_of(into.sizes, *into.array).rows : 0;
    for (const Field& row : list.items())
        rows.push_back(row.integer(1, most, 1) - 1);
    std::ranges::sort(rows);
}

/// Reads names of parts (core/document/session/changed_parts.h): arrays, of one head or of all, and a few words.
void read_parts_allowed(ConditionReading& into, const Field& list) {
    constexpr std::array words{"tokens", "mask", "scale", "heads", "context"};
    for (const Field& field : list.items()) {
        const std::string name = field.text();
        if (std::ranges::find(words, name) == words.end() && !find_array(name.substr(0, name.find('/'))))
            field.fail(fmt::format("nothing is called “{}”; expected an array such as W_Q or W_Q/1, or {}",
                                   printable(name), fmt::join(words, ", ")));
        into.parts_allowed.push_back(name);
    }
}

Json json_of_rows(const Condition& condition) {
    return json_list_of(condition.rows, [](Index row) { return json_of(std::int64_t{row + 1}); });
}

void read_parts(ConditionReading& into, const Field& list) {
    for (const Field& part : list.items())
        into.parts.push_back(read_condition(part, into.sizes, into.count_of_parts));
    if (into.parts.empty() && into.kind != Condition::Kind::any) // a condition `any` without parts could never hold
        list.fail("expected a list of conditions");
}

Json json_of_parts(const Condition& condition) {
    return json_list_of(condition.parts, condition_to_json);
}

void read_part(ConditionReading& into, const Field& field) {
    into.parts.push_back(read_condition(field, into.sizes, into.count_of_parts));
}

bool supposes(const Condition& condition) {
    return condition.kind == Condition::Kind::suppose || std::ranges::any_of(condition.parts, supposes);
}

void read_what_would_hold(ConditionReading& into, const Field& field) {
    read_part(into, field);
    if (supposes(into.parts.front()))
        field.fail("what is supposed cannot suppose something else");
}

/// Reads {"sentence": "keyboard"} or {"cell": "W_Q/1[5,1]", "is": 2}.
void read_supposed(ConditionReading& into, const Field& field) {
    field.expect_keys({"sentence", "cell", "is"});
    const bool is_cell = field["cell"].exists();
    if (is_cell == field["sentence"].exists() || is_cell != field["is"].exists())
        return field.fail(R"(expected "sentence": a text, or "cell": a cell and "is": its number)");
    field["sentence"].read(into.text);
    if (!is_cell)
        return;
    into.equals = field["is"].number(0);
    read_cell(into, field["cell"]);
}

Json json_of_supposed(const Condition& condition) {
    Json json = json_object();
    if (condition.equals) {
        json.set("cell", json_of(cell_name(condition.cell)));
        json.set("is", json_of(*condition.equals));
    } else
        json.set("sentence", json_of(condition.text));
    return json;
}

Json json_of_part(const Condition& condition) {
    return condition_to_json(condition.parts.front());
}

/// A number counted from 1, at most sizes.*most.
Key number_key(std::string_view key, Index Sizes::*most) {
    return {key, [most](auto& into, const Field& field) { into.count = field.integer(1, into.sizes.*most, 1) - 1; },
            [](auto& from) { return json_of(std::int64_t{from.count + 1}); }};
}

Key bound_key(std::string_view key, std::optional<float> Condition::*bound) {
    return {key, [bound](auto& into, const Field& field) { into.*bound = field.number(0); },
            [bound](auto& from) { return from.*bound ? std::optional(json_of(*(from.*bound))) : std::nullopt; }};
}

Key count_key(std::string_view key, Index least, Index most) {
    return {key, [=](auto& into, const Field& field) { into.count = field.integer(least, most, least); },
            [](auto& from) { return json_of(std::int64_t{from.count}); }};
}

/// Reads "reversed", "same" or "worse together", or one with bounds: "kept" and "lost" count tokens, "less sure" is
/// about the least sure token. "kept", "lost" and "less sure" compare with the readings with all heads on.
void read_readings(ConditionReading& into, const Field& field) {
    constexpr std::array plain{"reversed", "same", "worse together"};
    constexpr std::array counted{"kept", "lost", "less sure"};
    field.read(into.text);
    const bool counts = std::ranges::find(counted, into.text) != counted.end();
    if (!counts && std::ranges::find(plain, into.text) == plain.end())
        field.fail(fmt::format("expected one of {}, {}", fmt::join(plain, ", "), fmt::join(counted, ", ")));
}

/// Reads "step", the default, or "opened".
void read_since(ConditionReading& into, const Field& field) {
    into.since_opened = field.is_text("opened");
    if (!into.since_opened && !field.is_text("step"))
        field.fail(R"(expected "step" or "opened")");
}

std::optional<Json> json_of_since(const Condition& condition) {
    return condition.since_opened ? std::optional(json_of(std::string_view("opened"))) : std::nullopt;
}

std::vector<ConditionRow> make_condition_rows() {
    using enum Condition::Kind;
    const Key at_least = bound_key("at_least", &Condition::at_least);
    const Key at_most = bound_key("at_most", &Condition::at_most);
    const Key equals = bound_key("equals", &Condition::equals);
    const Key within =
        unusual_key<ConditionReading, const Condition>("within", &Condition::within, Condition::usual_tolerance);
    const Key of_item{"item",
                      [](auto& into, const Field& field) { into.cell.item = field.integer(1, into.sizes.B, 1) - 1; },
                      [](auto& from) {
                          const Index item = from.cell.item;
                          return item == 0 ? std::nullopt : std::optional(json_of(std::int64_t{item + 1}));
                      }};
    const Key of_readout{"of",
                         [](auto& into, const Field& field) { into.count = field.integer(1, readout_limit, 1) - 1; },
                         [](auto& from) {
                             const Index number = from.count;
                             return number == 0 ? std::nullopt : std::optional(json_of(std::int64_t{number + 1}));
                         }};
    const Key sure = bound_key("sure", &Condition::at_least);
    Key length_is = count_key("is", 1, width_limit);
    length_is.follows = true; // the default is 1
    const Key rows_are{"are", read_rows, json_of_rows, R"(expected "are": a list of rows)"};
    const Key since{"since", read_since, json_of_since};
    const Key is_on = written_key<ConditionReading, const Condition>("on", &Condition::on);
    const auto text_key = [](std::string_view key) {
        return written_key<ConditionReading, const Condition>(key, &Condition::text);
    };
    const auto cell_name_of = [](auto& from) { return json_of(cell_name(from.cell)); };
    return {
        {cell, {{"cell", read_cell, cell_name_of}, at_least, at_most, equals, within}, true},
        {deviation, {{"deviation", read_array, json_of_array}, at_least, at_most, equals, within}, true},
        {size, {{"size", read_length, text_key("size").write}, length_is}},
        {pins, {count_key("pins", 0, array_limit)}},
        {head, {number_key("head", &Sizes::H), is_on}},
        {heads_on, {count_key("heads_on", 0, head_limit)}},
        {readings, {{"readings", read_readings, text_key("readings").write}, at_least, at_most, equals}},
        {suppose,
         {{"if", read_supposed, json_of_supposed},
          {"then", read_what_would_hold, json_of_part, R"(expected "then": what would hold)"}}},
        {unchanged, {{"unchanged", read_array_or_tokens, json_of_array}, within, since}},
        {rows_moved, {{"rows_moved", read_array, json_of_array}, rows_are, within, since}},
        {read_out, {text_key("read_out"), of_readout, sure, of_item}},
        {token, {number_key("token", &Sizes::S_q), text_key("is"), of_item}},
        {only, {{"only", read_parts_allowed, [](auto& from) { return json_of_texts(from.parts_allowed); }}, since}},
        {sum,
         {{"equals", read_summed, json_of_array},
          {"sum_of", read_summands, json_of_summands, R"(expected "sum_of": a list of arrays)"},
          within}},
        {all, {{"all", read_parts, json_of_parts}}},
        {any, {{"any", read_parts, json_of_parts}}},
        {none, {{"not", read_part, json_of_part}}},
    };
}

const std::vector<ConditionRow>& condition_rows() {
    static const std::vector<ConditionRow> rows = make_condition_rows();
    return rows;
}

Condition read_condition(const Field& field, const Sizes& sizes, Index& count) {
    ConditionReading condition{{}, sizes, count};
    if (++count > condition_limit)
        field.fail(fmt::format("there are more than {} conditions in one", condition_limit));
    std::string names;
    for (const ConditionRow& row : condition_rows()) {
        const std::string_view name = row.keys.front().key;
        names += (names.empty() ? "" : ", ") + std::string(name);
        if (!field[name].exists())
            continue;
        condition.kind = row.kind;
        read_keys(row.keys, field, condition);
        if (row.has_bounds && !condition.at_least && !condition.at_most && !condition.equals)
            field.fail("expected at_least, at_most or equals");
        Condition& read = condition; // without the reading's own members
        return std::move(read);
    }
    field.fail("this is no condition; expected one of " + names);
    return {};
}

struct GoalReading : Goal {
    const Sizes& sizes;
};

const std::vector<JsonKey<GoalReading, const Goal>>& goal_keys() {
    static const std::string expected = fmt::format(R"(expected "say": a text of at most {} bytes)", goal_bytes_limit);
    static const std::vector<JsonKey<GoalReading, const Goal>> keys{
        {"when", [](auto& into, const Field& field) { into.when = read_condition(field, into.sizes); },
         [](auto& from) { return condition_to_json(from.when); }, R"(expected "when": a condition)"},
        {"say",
         [](auto& into, const Field& field) {
             field.read(into.say);
             if (into.say.empty() || into.say.size() > goal_bytes_limit)
                 field.fail(expected);
         },
         [](auto& from) { return json_of(from.say); }, expected},
        {"then",
         [](auto& into, const Field& field) {
             field.read(into.then);
             if (into.then.size() > goal_bytes_limit)
                 field.fail(expected);
         },
         [](auto& from) { return from.then.empty() ? std::nullopt : std::optional(json_of(from.then)); }}};
    return keys;
}

} // namespace

Condition read_condition(const Field& field, const Sizes& sizes) {
    Index count = 0;
    return read_condition(field, sizes, count);
}

Json condition_to_json(const Condition& condition) {
    return write_keys(std::ranges::find(condition_rows(), condition.kind, &ConditionRow::kind)->keys, condition);
}

std::vector<Goal> read_goals(const Field& list, const Sizes& sizes) {
    std::vector<Goal> goals;
    for (const Field& field : list.items()) {
        GoalReading reading{{}, sizes};
        read_keys(goal_keys(), field, reading);
        Goal& goal = reading; // without the reading's own members
        goals.push_back(std::move(goal));
        if (std::ssize(goals) > goal_limit)
            list.fail(fmt::format("there are more than {}", goal_limit));
        if (list.failed())
            return {};
    }
    return goals;
}

Json goals_to_json(const std::vector<Goal>& goals) {
    return json_list_of(goals, [](const Goal& goal) { return write_keys(goal_keys(), goal); });
}

} // namespace attn
