#include "core/document/conditions_json.h"
#include "core/document/presets.h"
#include "core/document/session_file.h"
#include "core/document/session_keys.h"
#include "core/files/file.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"
#include "core/lesson/lesson.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <system_error>

namespace attn {

namespace {

constexpr std::uint64_t longest_lesson = std::uint64_t{1} << 20U; // bytes
constexpr std::int64_t lesson_version = 1;
constexpr std::size_t step_limit = 64;
constexpr std::size_t text_limit = 700; // bytes: what fits beside the stage
constexpr std::size_t list_limit = 32;

template <class T>
using Key = JsonKey<T, const T>;

/// Where the lesson's sessions come from.
struct Surroundings {
    std::filesystem::path folder; ///< of the lesson
    std::filesystem::path assets;
};

/// A value that is read with the sizes of the session that it is about.
template <class T>
struct Sized : T {
    const Sizes& sizes;
};

void read_words(const Field& field, std::string& into) {
    field.read(into);
    if (into.size() > text_limit)
        field.fail(fmt::format("expected a text of at most {} bytes", text_limit));
}

template <class T>
Key<T> words_key(std::string_view key, std::string T::*at, std::string_view required = {}) {
    return {
        .key = key, .read = [at](T& into, const Field& field) { read_words(field, into.*at); }, .required = required};
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

template <class T>
Key<T> texts_key(std::string_view key, std::vector<std::string> T::*at, std::string_view required = {}) {
    return {
        .key = key, .read = [at](T& into, const Field& field) { into.*at = read_texts(field); }, .required = required};
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

// --- Bets ------------------------------------------------------------------------------------------------------------

Choice read_choice(const Field& field) {
    static const std::vector<Key<Choice>> keys{
        words_key("is", &Choice::text, R"(expected "is": the answer)"),
        {.key = "right", .read = [](Choice& into, const Field& value) { value.read(into.right); }},
        words_key("say", &Choice::say)};
    Choice choice;
    read_keys(keys, field, choice);
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

void read_one_of(BetReading& into, const Field& list) {
    into.kind = Bet::Kind::choose;
    for (const Field& item : list.items())
        into.choices.push_back(read_choice(item));
    if (into.choices.size() < 2 || into.choices.size() > 6 ||
        std::ranges::count(into.choices, true, &Choice::right) != 1)
        list.fail("expected two to six answers, one of them right");
}

void read_many_of(BetReading& into, const Field& list) {
    into.kind = Bet::Kind::choose_many;
    for (const ArrayId array : read_arrays(list))
        into.choices.push_back({std::string(array_name(array)), false, {}});
    if (into.choices.size() < 2 || into.choices.size() > 10)
        list.fail("expected two to ten arrays");
}

void read_typed(BetReading& into, const Field& field) {
    into.kind = Bet::Kind::type;
    if (field.is(Json::Kind::text))
        into.cell = read_cell_of(field);
    else
        into.number = field.number(0);
}

const std::vector<Key<BetReading>>& bet_keys() {
    static const std::vector<Key<BetReading>> keys{
        {.key = "ask",
         .read = [](auto& into, const Field& field) { read_words(field, into.ask); },
         .required = R"(expected "ask": a question)"},
        {.key = "choose", .read = read_one_of},
        {.key = "choose_many", .read = read_many_of},
        {.key = "mark",
         .read =
             [](auto& into, const Field& field) {
                 into.kind = Bet::Kind::mark;
                 into.cell = read_cell_of(field);
             }},
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

Bet read_bet(const Field& field, const Sizes& sizes) {
    BetReading bet{{}, sizes};
    read_keys(bet_keys(), field, bet);
    constexpr std::array kinds{"choose", "choose_many", "mark", "type"};
    if (std::ranges::count_if(kinds, [&](const char* kind) { return field[kind].exists(); }) != 1)
        field.fail("expected one of choose, choose_many, mark, type");
    Bet& read = bet; // without what it was read with
    return std::move(read);
}

// --- Tasks -----------------------------------------------------------------------------------------------------------

using SlipReading = Sized<ForeseenSlip>;

ForeseenSlip read_slip(const Field& field, const Sizes& sizes) {
    static const std::vector<Key<SlipReading>> keys{
        {.key = "by",
         .read = [](auto& into, const Field& value) { into.by = read_texts(value); },
         .required = R"(expected "by": lines of a script)"},
        {.key = "if",
         .read = [](auto& into, const Field& value) { into.when = read_condition(value, into.sizes); },
         .required = R"(expected "if": a condition)"},
        {.key = "say",
         .read = [](auto& into, const Field& value) { read_words(value, into.say); },
         .required = R"(expected "say": a text)"}};
    SlipReading slip{{}, sizes};
    read_keys(keys, field, slip);
    ForeseenSlip& read = slip;
    return std::move(read);
}

using TaskReading = Sized<LessonTask>;

const std::vector<Key<TaskReading>>& task_keys() {
    static const std::vector<Key<TaskReading>> keys{
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
        {.key = "slips", .read = [](auto& into, const Field& list) {
             for (const Field& item : list.items())
                 into.slips.push_back(read_slip(item, into.sizes));
         }}};
    return keys;
}

LessonTask read_task(const Field& field, const Sizes& sizes) {
    TaskReading task{{}, sizes};
    read_keys(task_keys(), field, task);
    LessonTask& read = task;
    return std::move(read);
}

// --- Sessions and steps ----------------------------------------------------------------------------------------------

/// {"preset": "eight-heads"} or {"file": "four-letters.json"}, beside the lesson.
Session read_session(const Field& field, const Surroundings& around) {
    field.expect_keys({"preset", "file"});
    const std::string preset = field["preset"].text();
    const std::filesystem::path file = field["file"].text();
    if (preset.empty() == file.empty()) {
        field.fail(R"(expected "preset": a name, or "file": a session beside the lesson)");
        return {};
    }
    if (file != file.filename()) {
        field["file"].fail("expected the name of a file in the lesson's folder");
        return {};
    }
    Result<Session> session = file.empty() ? load_preset(around.assets, preset) : load_session(around.folder / file);
    if (!session) {
        field.fail(session.error().message);
        return {};
    }
    return *std::move(session);
}

struct StepReading : LessonStep {
    Lesson& lesson;
    const Surroundings& around;
    Sizes sizes;
};

void read_step_session(StepReading& into, const Field& field) {
    into.lesson.sessions.push_back(read_session(field, into.around));
    if (field.failed())
        return;
    into.session = into.lesson.sessions.size() - 1;
    into.sizes = sizes_of(into.lesson.sessions.back().layer());
}

const std::vector<JsonKey<StepReading>>& step_keys() {
    const auto words = [](std::string_view key, std::string LessonStep::*at) {
        return JsonKey<StepReading>{.key = key,
                                    .read = [at](auto& into, const Field& field) { read_words(field, into.*at); }};
    };
    const auto texts = [](std::string_view key, std::vector<std::string> LessonStep::*at) {
        return JsonKey<StepReading>{.key = key,
                                    .read = [at](auto& into, const Field& field) { into.*at = read_texts(field); }};
    };
    static const std::vector<JsonKey<StepReading>> keys{
        {.key = "session", .read = read_step_session, .is_first = true},
        words("text", &LessonStep::text),
        {.key = "goes_on", .read = [](auto& into, const Field& field) { field.read(into.goes_on); }},
        {.key = "open",
         .read = [](auto& into, const Field& field) { into.open = read_opening(field, into.sizes, true); }},
        texts("points_at", &LessonStep::points_at),
        texts("given", &LessonStep::given),
        texts("before", &LessonStep::before),
        {.key = "bet", .read = [](auto& into, const Field& field) { into.bet = read_bet(field, into.sizes); }},
        {.key = "task", .read = [](auto& into, const Field& field) { into.task = read_task(field, into.sizes); }},
        {.key = "formula",
         .read =
             [](auto& into, const Field& field) {
                 into.formula = find_array(field.text());
                 if (!into.formula)
                     field.fail("expected the name of an array, such as A");
             }},
        words("note", &LessonStep::note)};
    return keys;
}

void read_steps(Lesson& lesson, const Field& list, const Surroundings& around) {
    const auto items = list.items();
    if (items.empty() || items.size() > step_limit)
        return list.fail(fmt::format("expected one to {} steps", step_limit));
    std::size_t session = 0;
    for (const Field& item : items) {
        StepReading step{{}, lesson, around, sizes_of(lesson.sessions[session].layer())};
        step.session = session; // of the step before, unless it says otherwise
        read_keys(step_keys(), item, step);
        if (item.failed())
            return;
        if (step.bet && step.task)
            return item.fail("a step has a bet or a task, not both");
        if (step.text.empty() && !step.bet && !step.task)
            return item.fail("expected text, a bet or a task");
        if (step.goes_on && (lesson.steps.empty() || step.session != session))
            return item["goes_on"].fail("there is nothing before it that it could go on from");
        session = step.session;
        LessonStep& read = step;
        lesson.steps.push_back(std::move(read));
    }
}

constexpr std::array lesson_key_names{
    std::string_view("lecture"), std::string_view("menus"), std::string_view("version"), std::string_view("id"),
    std::string_view("number"),  std::string_view("title"), std::string_view("idea"),    std::string_view("names"),
    std::string_view("session"), std::string_view("steps")};

void expect_id(const Field& field, const std::string& id) {
    const bool is_plain = !id.empty() && id.size() <= 64 && std::ranges::all_of(id, [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
    });
    if (!is_plain)
        field.fail(R"(expected small letters, digits and hyphens, such as "who-reads-whom")");
}

void read_label(LessonLabel& label, const Field& root) {
    root.expect_keys(lesson_key_names);
    if (!root["version"].exists())
        root.fail(R"(there is no version; expected "version": 1)");
    root["version"].integer(lesson_version, lesson_version, lesson_version);
    root["id"].read(label.id);
    expect_id(root["id"], label.id);
    label.number = root["number"].integer(0, 99, 0);
    label.on_wall = root["lecture"].truth(false);
    read_words(root["title"], label.title);
    if (label.title.empty())
        root.fail(R"(expected "title": a text)");
    read_words(root["idea"], label.idea);
    label.names = read_arrays(root["names"]);
    label.menus = read_texts(root["menus"]);
    label.steps = std::ssize(root["steps"].items());
}

} // namespace

Result<Lesson> parse_lesson(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                            const std::filesystem::path& assets) {
    const Result<Json> document = parse_json(text, name);
    if (!document)
        return document.error();
    const Field root(*document, name);
    LessonLabel label;
    read_label(label, root);
    if (root.failed())
        return *root.failure();
    const Surroundings around{folder, assets};
    Lesson lesson{label.id, label.number, label.on_wall, label.title, label.idea, label.names, label.menus, {}, {}};
    lesson.sessions.push_back(read_session(root["session"], around));
    if (!root.failed())
        read_steps(lesson, root["steps"], around);
    if (root.failed())
        return *root.failure();
    return lesson;
}

Result<Lesson> load_lesson(const std::filesystem::path& file, const std::filesystem::path& assets) {
    const Result<std::string> text = read_text_file(file, longest_lesson);
    if (!text)
        return text.error();
    return parse_lesson(*text, printable_path(file), file.parent_path(), assets);
}

Result<std::vector<LessonLabel>> list_lessons(const std::filesystem::path& assets) {
    std::vector<LessonLabel> labels;
    std::error_code failed;
    const std::filesystem::path folder = assets / "lessons";
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
        if (entry.path().extension() != ".json" || !entry.path().filename().string().starts_with("lesson-"))
            continue;
        const Result<std::string> text = read_text_file(entry.path(), longest_lesson);
        if (!text)
            return text.error();
        const Result<Json> document = parse_json(*text, printable_path(entry.path()));
        if (!document)
            return document.error();
        const Field root(*document, printable_path(entry.path()));
        LessonLabel& label = labels.emplace_back();
        label.file = entry.path();
        read_label(label, root);
        if (root.failed())
            return *root.failure();
    }
    if (failed)
        return error("{}: {}", printable_path(folder), failed.message());
    std::ranges::sort(labels, [](const LessonLabel& a, const LessonLabel& b) {
        return std::pair(a.number, a.id) < std::pair(b.number, b.id);
    });
    return labels;
}

} // namespace attn
