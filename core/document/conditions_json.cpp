#include "core/document/conditions_json.h"

#include "core/document/limits.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/notation/size_letters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::string_view tokens_name = "tokens";

/// A kind of condition by the key that names it, and the other keys that it may have.
struct ConditionRow {
    Condition::Kind kind;
    std::string_view key;
    std::array<std::string_view, 4> others;
};
constexpr std::array condition_rows{
    ConditionRow{Condition::Kind::cell, "cell", {"at_least", "at_most", "equals", "within"}},
    ConditionRow{Condition::Kind::deviation, "deviation", {"at_least", "at_most", "equals", "within"}},
    ConditionRow{Condition::Kind::size, "size", {"is"}},
    ConditionRow{Condition::Kind::pins, "pins", {}},
    ConditionRow{Condition::Kind::head, "head", {"on"}},
    ConditionRow{Condition::Kind::unchanged, "unchanged", {"within"}},
    ConditionRow{Condition::Kind::rows_moved, "rows_moved", {"are", "within"}},
    ConditionRow{Condition::Kind::read_out, "read_out", {"item"}},
    ConditionRow{Condition::Kind::token, "token", {"is", "item"}},
    ConditionRow{Condition::Kind::all, "all", {}},
    ConditionRow{Condition::Kind::any, "any", {}},
    ConditionRow{Condition::Kind::none, "not", {}},
};

const ConditionRow& condition_row(Condition::Kind kind) {
    return *std::ranges::find(condition_rows, kind, &ConditionRow::kind);
}

class ConditionReader {
public:
    explicit ConditionReader(const Sizes& sizes) : sizes_(sizes) {}

    Condition read(const Field& field) {
        if (++read_ > condition_limit) {
            field.fail(fmt::format("there are more than {} conditions in one", condition_limit));
            return {};
        }
        const auto* const row =
            std::ranges::find_if(condition_rows, [&](const ConditionRow& each) { return field[each.key].exists(); });
        if (row == condition_rows.end()) {
            std::string keys;
            for (const ConditionRow& each : condition_rows)
                keys += (keys.empty() ? "" : ", ") + std::string(each.key);
            field.fail("this is no condition; expected one of " + keys);
            return {};
        }
        std::vector<std::string_view> keys{row->key};
        std::ranges::copy_if(row->others, std::back_inserter(keys), [](std::string_view key) { return !key.empty(); });
        field.expect_keys(keys);
        Condition condition;
        condition.kind = row->kind;
        read_details(condition, field, field[row->key]);
        return condition;
    }

private:
    void read_details(Condition& condition, const Field& field, const Field& named) {
        condition.within = field["within"].number(condition.within);
        switch (condition.kind) {
        case Condition::Kind::cell:
            read_cell(condition, named);
            read_bounds(condition, field);
            break;
        case Condition::Kind::deviation:
            read_array(condition, named);
            read_bounds(condition, field);
            break;
        case Condition::Kind::size:
            condition.text = named.text();
            if (length_by_letter(condition.text) == nullptr)
                named.fail(fmt::format("there is no length called “{}”", printable(condition.text)));
            condition.count = field["is"].integer(1, width_limit, 1);
            break;
        case Condition::Kind::pins:
            condition.count = named.integer(0, array_limit, 0);
            break;
        case Condition::Kind::head:
            condition.count = named.integer(1, sizes_.H, 1) - 1;
            condition.on = field["on"].truth(true);
            break;
        case Condition::Kind::unchanged:
            if (!named.is_text(tokens_name))
                read_array(condition, named);
            break;
        case Condition::Kind::rows_moved:
            read_array(condition, named);
            read_rows(condition, field["are"]);
            break;
        case Condition::Kind::read_out:
            condition.text = named.text();
            condition.cell.item = field["item"].integer(1, sizes_.B, 1) - 1;
            break;
        case Condition::Kind::token:
            condition.count = named.integer(1, sizes_.S_q, 1) - 1;
            condition.text = field["is"].text();
            condition.cell.item = field["item"].integer(1, sizes_.B, 1) - 1;
            break;
        case Condition::Kind::all:
        case Condition::Kind::any:
            for (const Field& part : named.items())
                condition.parts.push_back(read(part));
            if (condition.parts.empty())
                named.fail("expected a list of conditions");
            break;
        case Condition::Kind::none:
            condition.parts.push_back(read(named));
            break;
        }
    }

    void read_cell(Condition& condition, const Field& named) const {
        const std::string name = named.text();
        const auto cell = parse_cell_name(name);
        condition.cell = cell.value_or(CellId{});
        if (!cell || !fits(condition, sizes_))
            named.fail(fmt::format("there is no cell “{}”; expected one such as A/1[1,1]", printable(name)));
    }

    /// "A", with all its heads, or "A/2".
    void read_array(Condition& condition, const Field& named) const {
        const std::string name = named.text();
        const std::size_t slash = name.find('/');
        const auto array = find_array(name.substr(0, slash));
        Index head = 1;
        bool is_head = true;
        if (slash != std::string::npos) {
            const char* const last = name.data() + name.size();
            const auto [end, problem] = std::from_chars(name.data() + slash + 1, last, head);
            is_head = problem == std::errc() && end == last && head >= 1 && head <= sizes_.H;
        }
        if (!array || !is_head) {
            named.fail(fmt::format("there is no array “{}”; expected one such as A or A/1", printable(name)));
            return;
        }
        condition.array = array;
        condition.every_head = slash == std::string::npos;
        condition.cell.head = head - 1;
    }

    static void read_bounds(Condition& condition, const Field& field) {
        const auto bound = [&](std::string_view key) {
            const Field number = field[key];
            return number.exists() ? std::optional(number.number(0)) : std::nullopt;
        };
        condition.at_least = bound("at_least");
        condition.at_most = bound("at_most");
        condition.equals = bound("equals");
        if (!condition.at_least && !condition.at_most && !condition.equals)
            field.fail("expected at_least, at_most or equals");
    }

    void read_rows(Condition& condition, const Field& list) const {
        if (!condition.array)
            return;
        const Index most = shape_of(sizes_, *condition.array).rows;
        for (const Field& row : list.items())
            condition.rows.push_back(row.integer(1, most, 1) - 1);
        std::ranges::sort(condition.rows);
        if (!list.is(Json::Kind::list))
            list.fail(R"(expected "are": a list of rows)");
    }

    const Sizes& sizes_;
    Index read_ = 0;
};

Json json_of_count(Index count) {
    return json_of(std::int64_t{count});
}

std::string array_in_file(const Condition& condition) {
    const std::string name(condition.array ? array_name(*condition.array) : tokens_name);
    return condition.array && !condition.every_head ? fmt::format("{}/{}", name, condition.cell.head + 1) : name;
}

/// What stands behind the key that names the condition.
Json named_in_file(const Condition& condition) {
    switch (condition.kind) {
    case Condition::Kind::cell:
        return json_of(std::string_view(cell_name(condition.cell)));
    case Condition::Kind::deviation:
    case Condition::Kind::unchanged:
    case Condition::Kind::rows_moved:
        return json_of(std::string_view(array_in_file(condition)));
    case Condition::Kind::pins:
        return json_of_count(condition.count);
    case Condition::Kind::head:
    case Condition::Kind::token:
        return json_of_count(condition.count + 1);
    case Condition::Kind::size:
    case Condition::Kind::read_out:
        return json_of(std::string_view(condition.text));
    case Condition::Kind::none:
        return condition_to_json(condition.parts.front());
    case Condition::Kind::all:
    case Condition::Kind::any:
        break;
    }
    std::vector<Json> parts;
    for (const Condition& part : condition.parts)
        parts.push_back(condition_to_json(part));
    return json_list(std::move(parts));
}

} // namespace

Condition read_condition(const Field& field, const Sizes& sizes) {
    return ConditionReader(sizes).read(field);
}

Json condition_to_json(const Condition& condition) {
    Json json = json_object();
    json.set(std::string(condition_row(condition.kind).key), named_in_file(condition));
    if (condition.at_least)
        json.set("at_least", json_of(*condition.at_least));
    if (condition.at_most)
        json.set("at_most", json_of(*condition.at_most));
    if (condition.equals)
        json.set("equals", json_of(*condition.equals));
    if (condition.kind == Condition::Kind::size)
        json.set("is", json_of_count(condition.count));
    if (condition.kind == Condition::Kind::token)
        json.set("is", json_of(std::string_view(condition.text)));
    if (condition.kind == Condition::Kind::head)
        json.set("on", json_of(condition.on));
    if (condition.kind == Condition::Kind::rows_moved) {
        std::vector<Json> rows;
        for (const Index row : condition.rows)
            rows.push_back(json_of_count(row + 1));
        json.set("are", json_list(std::move(rows)));
    }
    const bool has_item = condition.kind == Condition::Kind::read_out || condition.kind == Condition::Kind::token;
    if (has_item && condition.cell.item > 0)
        json.set("item", json_of_count(condition.cell.item + 1));
    if (condition.within != Condition::usual_tolerance)
        json.set("within", json_of(condition.within));
    return json;
}

std::vector<Goal> read_goals(const Field& list, const Sizes& sizes) {
    std::vector<Goal> goals;
    for (const Field& field : list.items()) {
        field.expect_keys({"when", "say"});
        Goal goal{read_condition(field["when"], sizes), field["say"].text()};
        if (goal.say.empty() || goal.say.size() > goal_bytes_limit)
            field.fail(fmt::format(R"(expected "say": a text of at most {} bytes)", goal_bytes_limit));
        goals.push_back(std::move(goal));
        if (std::ssize(goals) > goal_limit)
            list.fail(fmt::format("there are more than {}", goal_limit));
        if (list.failed())
            return {};
    }
    return goals;
}

Json goals_to_json(const std::vector<Goal>& goals) {
    std::vector<Json> all;
    for (const Goal& goal : goals) {
        Json json = json_object();
        json.set("when", condition_to_json(goal.when));
        json.set("say", json_of(std::string_view(goal.say)));
        all.push_back(std::move(json));
    }
    return json_list(std::move(all));
}

} // namespace attn
