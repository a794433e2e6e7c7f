#include "core/lesson/lesson_draft.h"

#include "core/document/changed_parts.h"
#include "core/document/sentences.h"
#include "core/document/session_file.h"
#include "core/document/session_keys.h"
#include "core/files/file.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <optional>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t most_lines = 32; // of a script in a lesson
constexpr std::string_view to_be_written = "…";

/// In letters that read back to the same number.
std::string letters_of(float number) {
    return json_of(number).text;
}

Json json_of_cell(const CellId& cell, float number) {
    Json json = json_object();
    json.set("cell", json_of(cell_name(cell)));
    json.set("equals", json_of(number));
    json.set("within", json_of(0.001F));
    return json;
}

/// Finds the lines that make one layer of the other.
class Difference {
public:
    Difference(const Snapshot& from, const Snapshot& to) : from_(from), to_(to) {
        step_.parts = changed_parts(now(), then());
    }

    Result<DraftStep> found(const Opening& looked_at) {
        if (now().heads.size() != then().heads.size() || sizes_of(now()).D != sizes_of(then()).D)
            refuse("the sizes of the layer");
        add_tokens();
        add_context();
        add_mask();
        add_scale();
        add_positions();
        add_parameters();
        add_pins();
        add_heads();
        if (!refused_.empty())
            return error("No line of a lesson can change {}; undo it, or note the step without it.", refused_);
        if (step_.solution.size() > most_lines)
            return error("That were {} lines, and a lesson's solution has at most {}. Note a step more often.",
                         step_.solution.size(), most_lines);
        if (!step_.solution.empty() && step_.evidence.items.empty())
            add_consequence(looked_at);
        step_.looked_at = looked_at;
        return std::move(step_);
    }

private:
    const Layer& now() const { return to_.session.layer(); }
    const Layer& then() const { return from_.session.layer(); }
    bool is_changed(std::string_view part) const { return std::ranges::find(step_.parts, part) != step_.parts.end(); }

    void refuse(std::string what) {
        if (refused_.empty())
            refused_ = std::move(what);
    }
    void line(std::string text) { step_.solution.push_back(std::move(text)); }
    void type(const CellId& cell, float number) {
        line(fmt::format("type cell:{} {}", cell_name(cell), letters_of(number)));
        if (std::isfinite(number))
            step_.evidence.items.push_back(json_of_cell(cell, number));
    }

    void add_tokens() {
        if (!is_changed("tokens"))
            return;
        const auto& items = now().sequence.items;
        if (items.size() != 1 || then().sequence.items.size() != 1)
            return refuse("the words of several items");
        line("type field:sentence " + joined_text(to_.session, items.front()));
        Json length = json_object();
        length.set("size", json_of(std::string_view("S")));
        length.set("is", json_of(std::int64_t{std::ssize(items.front())}));
        step_.evidence.items.push_back(std::move(length));
        for (std::size_t i = 0; i < items.front().size() && i < 8; ++i) {
            Json token = json_object();
            token.set("token", json_of(static_cast<std::int64_t>(i + 1)));
            token.set("is", json_of(items.front()[i]));
            step_.evidence.items.push_back(std::move(token));
        }
    }

    void add_context() {
        if (!is_changed("context"))
            return;
        if (!now().context)
            return line("click action:context-end");
        if (!then().context)
            line("click action:context-begin");
        if (now().context->items.size() == 1)
            line("type field:context-sentence " + joined_text(to_.session, now().context->items.front()));
    }

    void add_mask() {
        if (!is_changed("mask"))
            return;
        Mask without = now().mask;
        without.causal = then().mask.causal;
        Layer otherwise = now();
        otherwise.mask = without;
        const auto others = changed_parts(otherwise, then());
        if (std::ranges::find(others, "mask") != others.end())
            return refuse("the mask, but for causal");
        line("click action:mask-causal");
    }

    void add_scale() {
        if (!is_changed("scale"))
            return;
        if (now().temperature != then().temperature)
            line("type field:temperature " + letters_of(now().temperature));
        if (now().scale == then().scale)
            return;
        switch (now().scale.kind) {
        case Scale::Kind::inverse_sqrt_d_k:
            return line("click action:scale-default");
        case Scale::Kind::one:
            return line("type field:scale 1");
        case Scale::Kind::value:
            return line("type field:scale " + letters_of(now().scale.value));
        }
    }

    void add_positions() {
        if (!is_changed("P"))
            return;
        if (now().sequence.positions.kind == Positions::Kind::none)
            return line("click action:positions-none");
        if (!to_.trace.has(ArrayId::P) || !from_.trace.has(ArrayId::P) ||
            to_.trace.extent(ArrayId::P) != from_.trace.extent(ArrayId::P))
            return refuse("the kind of positions");
        add_cells(ArrayId::P, 0);
    }

    void add_parameters() {
        for (const Array& row : parameters()) {
            const Index heads = has_heads(row.id) ? std::ssize(now().heads) : 1;
            for (Index head = 0; head < heads; ++head) {
                const std::string part =
                    has_heads(row.id) ? fmt::format("{}/{}", row.name, head + 1) : std::string(row.name);
                if (is_changed(part))
                    add_cells(row.id, head);
            }
        }
        if (is_changed("E"))
            refuse("embeddings; change a row of X for a token instead");
    }

    void add_cells(ArrayId array, Index head) {
        if (!to_.trace.has(array) || !from_.trace.has(array))
            return refuse(std::string(array_name(array)));
        const Matrix left = from_.trace.matrix({array, 0, head});
        const Matrix right = to_.trace.matrix({array, 0, head});
        if (left.shape() != right.shape())
            return refuse(fmt::format("the shape of {}", array_name(array)));
        for (Index row = 0; row < right.rows(); ++row)
            for (Index column = 0; column < right.columns(); ++column)
                if (left(row, column) != right(row, column) && step_.solution.size() <= most_lines)
                    type({array, 0, head, row, column}, right(row, column));
    }

    void add_pins() {
        for (const auto& [cell, number] : then().pins)
            if (!now().pins.contains(cell))
                refuse("a pin that was taken away");
        for (const auto& [cell, number] : now().pins) {
            const auto before = then().pins.find(cell);
            if (before == then().pins.end() || before->second != number)
                type(cell, number);
        }
    }

    void add_heads() {
        for (Index head = 0; is_changed("heads") && head < std::ssize(now().heads); ++head) {
            const bool on = now().heads[static_cast<std::size_t>(head)].on;
            if (on == then().heads[static_cast<std::size_t>(head)].on)
                continue;
            line(fmt::format("head {}", head + 1));
            line("click action:head-on");
            Json switched = json_object();
            switched.set("head", json_of(std::int64_t{head + 1}));
            switched.set("on", json_of(on));
            step_.evidence.items.push_back(std::move(switched));
        }
    }

    /// What came of it: the cell that is looked at, or the one of A or Y that moved most.
    void add_consequence(const Opening& looked_at) {
        if (add_moved_most(looked_at.stage, looked_at.head,
                           CellId{looked_at.stage, looked_at.item, looked_at.head, looked_at.row, looked_at.column}))
            return;
        for (const ArrayId array : {ArrayId::A, ArrayId::Y})
            if (add_moved_most(array, looked_at.head, std::nullopt))
                return;
    }

    bool add_moved_most(ArrayId array, Index head, std::optional<CellId> only) {
        if (!to_.trace.has(array) || !from_.trace.has(array) || head >= to_.trace.sizes().H ||
            to_.trace.extent(array) != from_.trace.extent(array))
            return false;
        const Matrix left = from_.trace.matrix({array, 0, head});
        const Matrix right = to_.trace.matrix({array, 0, head});
        if (left.shape() != right.shape())
            return false;
        CellId best{array, 0, head};
        float most = 0.01F;
        for (Index row = 0; row < right.rows(); ++row)
            for (Index column = 0; column < right.columns(); ++column) {
                const float moved = std::abs(left(row, column) - right(row, column));
                const bool is_meant = !only || (only->row == row && only->column == column);
                if (!is_meant || !std::isfinite(right(row, column)) || !(moved > most))
                    continue;
                most = moved;
                best.row = row;
                best.column = column;
            }
        if (most <= 0.01F)
            return false;
        step_.evidence.items.push_back(json_of_cell(best, right_of(best)));
        return true;
    }
    float right_of(const CellId& cell) const { return to_.trace.value(cell); }

    const Snapshot& from_;
    const Snapshot& to_;
    DraftStep step_;
    std::string refused_;
};

std::vector<std::string> pointed_at(const DraftStep& step) {
    std::vector<std::string> targets;
    for (const CellId& cell : step.points_at)
        targets.push_back("cell:" + cell_name(cell));
    const Opening& at = step.looked_at;
    if (targets.empty() && step.solution.empty())
        targets.push_back("cell:" + cell_name({at.stage, at.item, at.head, at.row, at.column}));
    return targets;
}

Json task_of(const DraftStep& step) {
    std::vector<Json> all;
    Json only = json_object();
    only.set("only", json_of_texts(step.parts));
    all.push_back(std::move(only));
    all.insert(all.end(), step.evidence.items.begin(), step.evidence.items.end());
    Json done = json_object();
    done.set("all", json_list(std::move(all)));
    Json task = json_object();
    task.set("ask", json_of(to_be_written));
    task.set("done", std::move(done));
    task.set("nudge", json_of(to_be_written));
    task.set("suggestion", json_of(to_be_written));
    task.set("solution", json_of_texts(step.solution));
    task.set("slips", json_list({}));
    return task;
}

/// What of a line's target stands in a control that a lesson shows from the step on that names it.
struct NeededControl {
    std::string_view target;
    std::string_view menu;
};
constexpr std::array needed_controls{
    NeededControl{"action:mask-", "mask"},           NeededControl{"action:scale-", "scale"},
    NeededControl{"field:scale", "scale"},           NeededControl{"field:temperature", "temperature"},
    NeededControl{"action:positions-", "positions"}, NeededControl{"action:context-", "edit"},
    NeededControl{"action:head-on", "head"}};

/// Those that the lines act on and that no step before it has named.
std::vector<std::string> controls_of(const DraftStep& step, std::vector<std::string>& named) {
    std::vector<std::string> controls;
    for (const std::string& line : step.solution)
        for (const NeededControl& needed : needed_controls) {
            const std::string_view target = std::string_view(line).substr(line.find(' ') + 1);
            if (!target.starts_with(needed.target) || std::ranges::find(named, needed.menu) != named.end())
                continue;
            controls.emplace_back(needed.menu);
            named.emplace_back(needed.menu);
        }
    return controls;
}

} // namespace

Result<DraftStep> draft_step(const Snapshot& from, const Snapshot& to, const Opening& looked_at) {
    return Difference(from, to).found(looked_at);
}

Json lesson_of(const LessonDraft& draft, const std::string& id, const std::string& session) {
    std::vector<Json> steps;
    std::vector<std::string> named;
    for (const DraftStep& noted : draft.steps) {
        Json step = json_object();
        step.set("text", json_of(to_be_written));
        if (!steps.empty())
            step.set("goes_on", json_of(true));
        step.set("open", json_of_opening(noted.looked_at));
        if (const std::vector<std::string> cells = pointed_at(noted); !cells.empty())
            step.set("points_at", json_of_texts(cells));
        if (const std::vector<std::string> controls = controls_of(noted, named); !controls.empty())
            step.set("menus", json_of_texts(controls));
        if (!noted.solution.empty())
            step.set("task", task_of(noted));
        steps.push_back(std::move(step));
    }
    Json file = json_object();
    file.set("file", json_of(session));
    Json lesson = json_object();
    lesson.set("version", json_of(std::int64_t{1}));
    lesson.set("id", json_of(id));
    lesson.set("title", json_of(draft.beginning.title.empty() ? std::string("My lesson") : draft.beginning.title));
    lesson.set("idea", json_of(to_be_written));
    lesson.set("names", json_list({}));
    lesson.set("session", std::move(file));
    lesson.set("steps", json_list(std::move(steps)));
    return lesson;
}

namespace {

/// Small letters, digits and hyphens of a file's name.
std::string id_of(const std::string& name) {
    std::string id;
    for (const char letter : name) {
        const char small = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        const bool is_plain = (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9');
        if (is_plain || (!id.empty() && id.back() != '-'))
            id += is_plain ? small : '-';
    }
    while (id.ends_with('-'))
        id.pop_back();
    return id.empty() ? "mine" : id.substr(0, 64);
}

} // namespace

Result<void> save_draft(const LessonDraft& draft, const std::filesystem::path& file) {
    if (draft.steps.empty())
        return error("There is no step yet; note one first.");
    if (file.extension() != ".json")
        return error("The name of a lesson ends in .json.");
    const std::string session = file.stem().string() + "-session.json";
    Session beginning = draft.beginning;
    beginning.lesson.reset();
    beginning.left_at.reset();
    beginning.left_ranges.clear();
    beginning.left_baseline.reset();
    beginning.left_shares_range = false;
    if (auto saved = save_session(beginning, file.parent_path() / session); !saved)
        return saved;
    return write_text_file(file, json_text(lesson_of(draft, id_of(file.stem().string()), session)));
}

} // namespace attn
