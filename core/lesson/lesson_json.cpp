#include "core/document/files/session_file.h"
#include "core/document/files/session_keys.h"
#include "core/document/session/edits.h"
#include "core/document/session/sentences.h"
#include "core/document/sources/presets.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/lesson/asked_cells.h"
#include "core/lesson/lesson_reading.h"
#include "core/lesson/live_text.h"
#include "core/lesson/variant_of_lesson.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>
#include <map>

namespace attn {

namespace {

constexpr std::uint64_t longest_lesson = std::uint64_t{1} << 20U; // bytes
constexpr std::int64_t lesson_version = 1;
constexpr std::size_t step_limit = 64;

/// The folders that the lesson's sessions are read from.
struct Surroundings {
    std::filesystem::path folder; ///< the lesson's folder
    std::filesystem::path assets;
};

/// The session with the letters of the word as its tokens.
Result<Session> reading_word(const Session& session, const std::string& word) {
    const std::vector<std::string> letters = split_text(session, session.layer().sequence, word);
    const bool are_known = std::ranges::all_of(
        letters, [&](const std::string& letter) { return is_known(session.layer().sequence, letter); });
    if (!is_own_word(word) || !are_known || std::ssize(letters) != std::ssize(word))
        return error("expected a word of 4 to 10 letters that the session knows");
    Result<Applied> read = apply(session, SetTokens{0, letters, Side::sequence});
    if (!read)
        return read.error();
    return std::move(read->session);
}

/// Fails unless there are three words of each length, so that two are left beside the learner's own.
void expect_other_words(const Field& list, const Session& session) {
    if (!list.exists())
        return;
    std::map<std::size_t, int> counts;
    for (const std::string& word : read_texts(list))
        if (reading_word(session, word))
            ++counts[word.size()];
    for (std::size_t length = 4; length <= 10; ++length)
        if (counts[length] < 3)
            return list.fail(fmt::format("expected at least three words of {} letters that the session knows", length));
}

constexpr std::array<std::string_view, 7> session_keys{"preset",   "layer",       "text",    "file",
                                                       "own_word", "other_words", "readouts"};

/// Reads {"preset": "eight-heads"}, {"preset": "english", "layer": 1, "text": "i love my dog"} or {"file":
/// "four-letters.json"}, a file beside the lesson; "own_word" becomes its tokens.
Session read_session(const Field& field, const Surroundings& around) {
    constexpr Index most_layers = 1000;
    field.expect_keys(session_keys);
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
    ModelPlace place{.text = field["text"].text()};
    if (const Field layer = field["layer"]; layer.exists())
        place.layer = layer.integer(0, most_layers, 0);
    Result<Session> session =
        file.empty() ? load_preset(around.assets, preset, place) : load_session(around.folder / file);
    if (!session) {
        field.fail(session.error().message);
        return {};
    }
    const auto readouts = field["readouts"].integer(0, std::ssize(session->readouts), std::ssize(session->readouts));
    session->readouts.resize(static_cast<std::size_t>(readouts));
    expect_other_words(field["other_words"], *session);
    if (field["own_word"].exists()) {
        session = reading_word(*session, field["own_word"].text());
        if (!session) {
            field["own_word"].fail(session.error().message);
            return {};
        }
    }
    return *std::move(session);
}

struct StepReading : LessonStep {
    Lesson& lesson;
    const Surroundings& around;
    Sizes sizes;
    std::vector<std::string> drawn{};
};

void read_step_session(StepReading& into, const Field& field) {
    into.lesson.sessions.push_back(read_session(field, into.around));
    if (field.failed())
        return;
    into.session = into.lesson.sessions.size() - 1;
    into.sizes = sizes_of(into.lesson.sessions.back().layer());
}

/// Reads a step's set of drawn numbers, which count as given in its texts.
void read_drawn(StepReading& into, const Field& list) {
    const auto sets = list.items();
    constexpr std::size_t most_names = 16;
    if (sets.size() != 1 || sets.front().members().empty() || sets.front().members().size() > most_names)
        return list.fail(R"(expected a list of objects, such as [{"D": 64, "H": 4}])");
    for (const auto& [name, value] : sets.front().members()) {
        std::string words;
        read_words(value, words);
        for (std::string& number : bare_numbers(words, {}))
            into.drawn.push_back(std::move(number));
        into.drawn.push_back(std::move(words)); // "×" may be one
    }
}

void read_view(StepReading& into, const Field& field) {
    constexpr std::array names{std::pair("letters", StepView::letters), std::pair("heads", StepView::heads),
                               std::pair("words", StepView::words)};
    const auto* const found = std::ranges::find_if(names, [&](const auto& row) { return field.is_text(row.first); });
    if (found == names.end())
        return field.fail(R"(expected "letters", "heads" or "words")");
    into.view = found->second;
}

void read_block(StepReading& into, const Field& field) {
    constexpr std::array names{std::pair("sum", BlockPart::sum), std::pair("norm", BlockPart::norm),
                               std::pair("MLP", BlockPart::mlp)};
    const auto* const found = std::ranges::find_if(names, [&](const auto& row) { return field.is_text(row.first); });
    if (found == names.end())
        return field.fail(R"(expected "sum", "norm" or "MLP")");
    into.block_to = found->second;
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
    const auto said = [](std::string_view key, std::vector<Said> LessonStep::*at) {
        return JsonKey<StepReading>{
            .key = key, .read = [at](auto& into, const Field& list) { into.*at = read_said(list, into.sizes); }};
    };
    static const std::vector<JsonKey<StepReading>> keys{
        {.key = "session", .read = read_step_session, .is_first = true},
        words("text", &LessonStep::text),
        {.key = "goes_on", .read = [](auto& into, const Field& field) { field.read(into.goes_on); }},
        {.key = "hides_words", .read = [](auto& into, const Field& field) { field.read(into.hides_words); }},
        {.key = "hides_remark", .read = [](auto& into, const Field& field) { field.read(into.hides_remark); }},
        {.key = "open",
         .read = [](auto& into, const Field& field) { into.open = read_opening(field, into.sizes, true); }},
        texts("points_at", &LessonStep::points_at),
        texts("given", &LessonStep::given),
        {.key = "drawn", .read = read_drawn},
        {.key = "view", .read = read_view},
        {.key = "block_to", .read = read_block},
        words("next", &LessonStep::next),
        texts("menus", &LessonStep::menus),
        said("says", &LessonStep::says),
        said("prompt", &LessonStep::prompt),
        said("remark", &LessonStep::remark),
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

/// Fails if a quiz's question depends on its place: questions come in any order, each with its own view.
void expect_question(const Field& item, const LessonStep& step) {
    for (const char* key : {"session", "goes_on"})
        if (item[key].exists())
            item[key].fail("in a quiz no question has it, for they come in any order");
    if (!step.open && step.view != StepView::words)
        item.fail(R"(expected "open": in a quiz each question says what is shown with it, or "view": "words")");
}

/// True if the layer's sizes may differ from its session's: lines of the step may change them, or the learner may have
/// changed them in a step that this one continues.
bool may_have_other_sizes(const LessonStep& step, bool had_before) {
    return had_before || may_resize(step.before) || (step.bet && may_resize(step.bet->reveal));
}

void read_steps(Lesson& lesson, const Field& list, const Surroundings& around, const std::vector<std::size_t>& order) {
    const auto items = list.items();
    if (items.empty() || items.size() > step_limit)
        return list.fail(fmt::format("expected one to {} steps", step_limit));
    std::size_t session = 0;
    bool other_sizes = false;
    for (const Field& item : items) {
        StepReading step{{}, lesson, around, sizes_of(lesson.sessions[session].layer())};
        step.session = session; // the session of the step before, unless it names one
        step.written = order[lesson.steps.size()];
        read_keys(step_keys(), item, step);
        if (item.failed())
            return;
        if (step.bet && step.task)
            return item.fail("a step has a bet or a task, not both");
        if (step.text.empty() && step.says.empty() && !step.bet && !step.task)
            return item.fail("expected text, a bet or a task");
        if (step.goes_on && (lesson.steps.empty() || step.session != session))
            return item["goes_on"].fail("there is nothing before it that it could go on from");
        if (lesson.is_quiz && step.bet)
            expect_question(item, step);
        other_sizes = may_have_other_sizes(step, step.goes_on && other_sizes);
        const Session& asked = lesson.sessions[step.session];
        if (const auto missing = other_sizes ? std::nullopt : missing_cell(step, asked.layer()))
            return item[step.bet ? "bet" : "task"].fail(
                fmt::format("the layer of this step has no cell {}", cell_name(*missing)));
        other_sizes = other_sizes || step.task;
        session = step.session;
        step.given.insert(step.given.end(), step.drawn.begin(), step.drawn.end());
        LessonStep& read = step;
        lesson.steps.push_back(std::move(read));
    }
}

constexpr std::array<std::string_view, 10> root_keys{"quiz",  "lecture", "version", "id",      "number",
                                                     "title", "idea",    "names",   "session", "steps"};

void expect_id(const Field& field, const std::string& id) {
    const bool is_plain = !id.empty() && id.size() <= 64 && std::ranges::all_of(id, [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
    });
    if (!is_plain)
        field.fail(R"(expected small letters, digits and hyphens, such as "who-reads-whom")");
}

void read_label(LessonLabel& label, const Field& root) {
    root.expect_keys(root_keys);
    if (!root["version"].exists())
        root.fail(R"(there is no version; expected "version": 1)");
    root["version"].integer(lesson_version, lesson_version, lesson_version);
    root["id"].read(label.id);
    expect_id(root["id"], label.id);
    label.number = root["number"].integer(0, 99, 0);
    label.on_wall = root["lecture"].truth(false);
    label.is_quiz = root["quiz"].truth(false);
    read_words(root["title"], label.title);
    if (label.title.empty())
        root.fail(R"(expected "title": a text)");
    read_words(root["idea"], label.idea);
    label.names = read_arrays(root["names"]);
    const auto steps = root["steps"].items();
    label.steps = std::ssize(steps);
    for (const Field& step : steps) {
        label.asked.push_back(step["bet"].exists() ? Asked::bet : step["task"].exists() ? Asked::task : Asked::nothing);
        for (std::string& menu : read_texts(step["menus"]))
            label.menus.push_back(std::move(menu));
    }
}

} // namespace

std::vector<std::string_view> lesson_key_names() {
    std::vector<std::string_view> names = part_key_names();
    names.insert(names.end(), root_keys.begin(), root_keys.end());
    names.insert(names.end(), session_keys.begin(), session_keys.end());
    for (const auto& row : step_keys())
        names.push_back(row.key);
    return names;
}

PlaceInCourse PlaceInCourse::of(std::string_view name) {
    const std::size_t slash = name.find('/');
    PlaceInCourse place{name.substr(0, slash)};
    if (slash == std::string_view::npos)
        return place;
    const std::string_view step = name.substr(slash + 1);
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(step.data(), step.data() + step.size(), number);
    if (problem == std::errc() && end == step.data() + step.size() && number > 0)
        place.step = number - 1;
    return place;
}

Result<Lesson> parse_lesson(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                            const std::filesystem::path& assets, const LessonVariant& draw) {
    Result<Json> document = parse_json(text, name);
    if (!document)
        return document.error();
    const VariedLesson drawn = varied_lesson(*std::move(document), draw);
    const Field root(drawn.document, name);
    LessonLabel label;
    read_label(label, root);
    if (root.failed())
        return *root.failure();
    const Surroundings around{folder, assets};
    Lesson lesson{
        label.id, label.number, label.on_wall, label.is_quiz,  false,           label.title, label.idea, label.names,
        {},       {},           draw,          drawn.variants, drawn.takes_word};
    lesson.sessions.push_back(read_session(root["session"], around));
    if (!root.failed())
        read_steps(lesson, root["steps"], around, drawn.order);
    if (root.failed())
        return *root.failure();
    return lesson;
}

Result<Lesson> load_lesson(const std::filesystem::path& file, const std::filesystem::path& assets,
                           const LessonVariant& draw) {
    const Result<std::string> text = read_text_file(file, longest_lesson);
    if (!text)
        return text.error();
    return parse_lesson(*text, printable_path(file), file.parent_path(), assets, draw);
}

void ask_again(Lesson& quiz, const std::vector<Index>& missed) {
    constexpr std::size_t most = 3;
    std::vector<LessonStep> steps;
    for (const Index number : missed)
        for (LessonStep& step : quiz.steps)
            if (static_cast<Index>(step.written) == number && step.bet && steps.size() < most)
                steps.push_back(std::move(step));
    quiz.asks_again = true;
    quiz.title = "What you missed";
    quiz.steps = std::move(steps);
}

bool is_lesson_file(const std::filesystem::path& file) {
    if (file.extension() != ".json")
        return false;
    const Result<std::string> text = read_text_file(file, longest_lesson);
    if (!text || text->find("\"steps\"") == std::string::npos)
        return false;
    const Result<Json> document = parse_json(*text, printable_path(file));
    return document && document->find("steps") != nullptr;
}

Result<LessonLabel> read_lesson_label(const std::filesystem::path& file) {
    const Result<std::string> text = read_text_file(file, longest_lesson);
    if (!text)
        return text.error();
    const Result<Json> document = parse_json(*text, printable_path(file));
    if (!document)
        return document.error();
    const Field root(*document, printable_path(file));
    LessonLabel label;
    label.file = file;
    read_label(label, root);
    if (root.failed())
        return *root.failure();
    return label;
}

} // namespace attn
