#include "app/window/user_settings.h"

#include "app/window/settings.h"
#include "core/document/files/lesson_work_json.h"
#include "core/files/file.h"
#include "core/files/json_field.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/notation/notation.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>

namespace attn {

namespace {

constexpr std::uint64_t longest_file = std::uint64_t{1} << 20U; // bytes
constexpr std::int64_t version = 1;
constexpr Index most_steps = 1000; // of a lesson, and questions
constexpr std::int64_t most_decimals = 6;
constexpr std::int64_t most_days = 10'000'000; // since 1970
constexpr float least_text = 0.5F;             // of the desktop's size
constexpr float most_text = 4;

struct LookName {
    Look look;
    std::string_view name;
};
constexpr std::array look_names{LookName{Look::light, "light"}, LookName{Look::dark, "dark"}};

std::filesystem::path settings_file() {
    const std::filesystem::path folder = config_folder();
    return folder.empty() ? folder : folder / "settings.json";
}

std::filesystem::path recent_file() {
    const std::filesystem::path folder = state_folder();
    return folder.empty() ? folder : folder / "recent.json";
}

using NumberByLesson = std::map<std::string, Index>;

NumberByLesson read_numbers(const Field& field) {
    NumberByLesson numbers;
    for (const auto& [lesson, number] : field.members())
        numbers[std::string(lesson)] = number.integer(0, most_steps, 0);
    return numbers;
}

Json json_of_numbers(const NumberByLesson& numbers) {
    Json json = json_object();
    for (const auto& [lesson, number] : numbers)
        json.set(lesson, json_of(std::int64_t{number}));
    return json;
}

using StepsByLesson = std::map<std::string, std::vector<Index>>;

StepsByLesson read_steps(const Field& field) {
    StepsByLesson steps;
    for (const auto& [lesson, numbers] : field.members())
        for (const Field& number : numbers.items())
            steps[std::string(lesson)].push_back(number.integer(0, most_steps, 0));
    return steps;
}

Json json_of_steps(const StepsByLesson& steps) {
    Json json = json_object();
    for (const auto& [lesson, numbers] : steps)
        json.set(lesson, json_list_of(numbers, [](Index number) { return json_of(std::int64_t{number}); }));
    return json;
}

void read_settings(const Field& field, Remembered& remembered) {
    field.expect_keys({"version", "theme", "grey", "text", "glow", "start", "tour", "lessons", "open_steps", "word",
                       "missed", "missed_on", "scores", "answers", "notation", "decimals"});
    remembered.lessons = read_numbers(field["lessons"]);
    remembered.quiz_scores = read_numbers(field["scores"]);
    remembered.open_steps = read_steps(field["open_steps"]);
    remembered.missed = read_steps(field["missed"]);
    for (const Field& item : field["answers"].items()) {
        LessonWork work;
        read_keys(lesson_work_keys(), item, work);
        remembered.lesson_work[work.lesson] = std::move(work);
    }
    remembered.word = field["word"].text();
    remembered.missed_on = field["missed_on"].integer(0, most_days, 0);
    remembered.decimals = static_cast<int>(field["decimals"].integer(0, most_decimals, Remembered().decimals));
    remembered.grey = field["grey"].truth(false);
    remembered.text_size = std::clamp(field["text"].number(1), least_text, most_text);
    remembered.highlights_changes = field["glow"].truth(true);
    remembered.notation = read_notation(field["notation"]);
    // Who took the tour of earlier versions was here before, too.
    remembered.knows_start = field["start"].truth(field["tour"].truth(false));
    const Field theme = field["theme"];
    const std::string name = theme.text("light");
    for (const LookName& look : look_names)
        if (look.name == name) {
            remembered.look = look.look;
            return;
        }
    theme.fail(R"(expected "light" or "dark")");
}

void read_recent(const Field& field, Remembered& remembered) {
    field.expect_keys({"version", "files"});
    for (const Field& file : field["files"].items())
        if (const std::filesystem::path path = file.text();
            path.is_absolute() && remembered.recent.size() < most_recent_files)
            remembered.recent.push_back(path);
}

using Reading = void (*)(const Field& field, Remembered& remembered);

Result<void> read(const std::filesystem::path& file, Reading reader, Remembered& remembered) {
    const Result<std::string> text = read_text_file(file, longest_file);
    if (!text)
        return text.error();
    const std::string name = printable_path(file);
    const Result<Json> document = parse_json(*text, name);
    if (!document)
        return document.error();
    const Field field(*document, name);
    Remembered found;
    field["version"].integer(version, version, version);
    reader(field, found);
    if (field.failed())
        return *field.failure();
    if (reader == read_settings) {
        found.recent = std::move(remembered.recent);
        remembered = std::move(found);
    } else
        remembered.recent = std::move(found.recent);
    return {};
}

/// Returns what is to be said.
std::string read_or_put_aside(const std::filesystem::path& file, Reading reader, Remembered& remembered) {
    std::error_code failed;
    if (file.empty() || !std::filesystem::exists(file, failed))
        return {};
    const Result<void> result = read(file, reader, remembered);
    if (result)
        return {};
    std::filesystem::path aside = file;
    aside += ".damaged";
    std::filesystem::rename(file, aside, failed);
    return result.error().message + (failed ? "." : ". It is kept as " + printable_path(aside.filename()) + ".");
}

void write(const std::filesystem::path& file, const Json& document) {
    if (file.empty())
        return;
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    if (!failed)
        static_cast<void>(write_text_file(file, json_text(document)));
}

} // namespace

LoadedSettings load_settings() {
    LoadedSettings loaded;
    loaded.problem = read_or_put_aside(settings_file(), read_settings, loaded.remembered);
    if (const std::string other = read_or_put_aside(recent_file(), read_recent, loaded.remembered); !other.empty())
        loaded.problem += (loaded.problem.empty() ? "" : " ") + other;
    return loaded;
}

void save_settings(const Remembered& remembered) {
    Json settings = json_object();
    settings.set("version", json_of(version));
    for (const LookName& look : look_names)
        if (look.look == remembered.look)
            settings.set("theme", json_of(look.name));
    settings.set("grey", json_of(remembered.grey));
    settings.set("text", json_of(remembered.text_size));
    settings.set("decimals", json_of(std::int64_t{remembered.decimals}));
    settings.set("glow", json_of(remembered.highlights_changes));
    settings.set("start", json_of(remembered.knows_start));
    if (remembered.notation != NotationChoice())
        settings.set("notation", json_of_notation(remembered.notation));
    if (!remembered.lessons.empty())
        settings.set("lessons", json_of_numbers(remembered.lessons));
    if (!remembered.quiz_scores.empty())
        settings.set("scores", json_of_numbers(remembered.quiz_scores));
    if (!remembered.open_steps.empty())
        settings.set("open_steps", json_of_steps(remembered.open_steps));
    if (!remembered.word.empty() && is_utf8(remembered.word)) // JSON can hold no other
        settings.set("word", json_of(std::string_view(remembered.word)));
    if (!remembered.missed.empty()) {
        settings.set("missed", json_of_steps(remembered.missed));
        settings.set("missed_on", json_of(remembered.missed_on));
    }
    if (!remembered.lesson_work.empty())
        settings.set("answers", json_list_of(remembered.lesson_work, [](const auto& of_lesson) {
                         return write_keys(lesson_work_keys(), of_lesson.second);
                     }));
    write(settings_file(), settings);
    Json recent = json_object();
    recent.set("version", json_of(version));
    std::vector<Json> files;
    for (const std::filesystem::path& file : remembered.recent)
        if (is_utf8(file.string())) // JSON can hold no other
            files.push_back(json_of(std::string_view(file.string())));
    recent.set("files", json_list(std::move(files)));
    write(recent_file(), recent);
}

} // namespace attn
