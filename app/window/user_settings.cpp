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
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr std::uint64_t longest_file = std::uint64_t{1} << 20U; // bytes
constexpr std::int64_t version = 1;
constexpr Index most_steps = 1000;             // most steps of a lesson, or questions of a quiz
constexpr std::int64_t most_days = 10'000'000; // since 1970
constexpr float least_text = 0.5F;             // factors on the desktop's size
constexpr float most_text = 4;

constexpr std::array look_names{JsonName<Look>{Look::light, "light"}, JsonName<Look>{Look::dark, "dark"}};

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

using Keys = std::vector<JsonKey<Remembered>>;

JsonKey<Remembered> version_key() {
    return {"version", [](auto&, const Field& field) { field.integer(version, version, version); },
            [](auto&) { return json_of(version); }};
}

template <class Value>
JsonKey<Remembered> key_by_lesson(std::string_view key, Value Remembered::*at, Value (*read)(const Field&),
                                  Json (*write)(const Value&)) {
    return {key, [=](auto& into, const Field& field) { into.*at = read(field); },
            [=](auto& from) { return unless_empty(write(from.*at)); }};
}

/// One row for each setting, in the order of the file.
const Keys& settings_keys() {
    static const Keys keys{
        version_key(),
        {"theme", [](auto& into, const Field& field) { read_name(look_names, field, into.look); },
         [](auto& from) { return json_of_name(look_names, from.look); }},
        written_key<Remembered>("grey", &Remembered::grey),
        {"text",
         [](auto& into, const Field& field) { into.text_size = std::clamp(field.number(1), least_text, most_text); },
         [](auto& from) { return json_of(from.text_size); }},
        {"decimals",
         [](auto& into, const Field& field) {
             into.decimals = static_cast<int>(field.integer(0, most_shown_decimals, into.decimals));
         },
         [](auto& from) { return json_of(std::int64_t{from.decimals}); }},
        written_key<Remembered>("glow", &Remembered::highlights_changes),
        // A user who took the tour of an earlier version has been here before.
        {.key = "tour",
         .read = [](auto& into, const Field& field) { into.knows_start = field.truth(false); },
         .is_first = true},
        written_key<Remembered>("start", &Remembered::knows_start),
        written_key<Remembered>("menus", &Remembered::knows_all_menus),
        {"notation", [](auto& into, const Field& field) { into.notation = read_notation(field); },
         [](auto& from) {
             return from.notation == NotationChoice() ? std::nullopt : std::optional(json_of_notation(from.notation));
         }},
        key_by_lesson("lessons", &Remembered::lessons, read_numbers, json_of_numbers),
        key_by_lesson("scores", &Remembered::quiz_scores, read_numbers, json_of_numbers),
        key_by_lesson("open_steps", &Remembered::open_steps, read_steps, json_of_steps),
        {"word", [](auto& into, const Field& field) { into.word = field.text(); },
         [](auto& from) -> std::optional<Json> {
             if (from.word.empty() || !is_utf8(from.word)) // JSON can hold only UTF-8
                 return std::nullopt;
             return json_of(std::string_view(from.word));
         }},
        key_by_lesson("missed", &Remembered::missed, read_steps, json_of_steps),
        {"missed_on", [](auto& into, const Field& field) { into.missed_on = field.integer(0, most_days, 0); },
         [](auto& from) { return from.missed.empty() ? std::nullopt : std::optional(json_of(from.missed_on)); }},
        {"answers",
         [](auto& into, const Field& field) {
             for (const Field& item : field.items()) {
                 LessonWork work;
                 read_keys(lesson_work_keys(), item, work);
                 into.lesson_work[work.lesson] = std::move(work);
             }
         },
         [](auto& from) {
             return unless_empty(json_list_of(from.lesson_work, [](const auto& of_lesson) {
                 return write_keys(lesson_work_keys(), of_lesson.second);
             }));
         }},
    };
    return keys;
}

const Keys& recent_keys() {
    static const Keys keys{version_key(),
                           {"files",
                            [](auto& into, const Field& field) {
                                for (const Field& file : field.items())
                                    if (const std::filesystem::path path = file.text();
                                        path.is_absolute() && into.recent.size() < most_recent_files)
                                        into.recent.push_back(path);
                            },
                            [](auto& from) {
                                std::vector<Json> files;
                                for (const std::filesystem::path& file : from.recent)
                                    if (is_utf8(file.string())) // JSON can hold only UTF-8
                                        files.push_back(json_of(std::string_view(file.string())));
                                return json_list(std::move(files));
                            }}};
    return keys;
}

Result<void> read(const std::filesystem::path& file, const Keys& keys, Remembered& remembered) {
    const Result<std::string> text = read_text_file(file, longest_file);
    if (!text)
        return text.error();
    const std::string name = printable_path(file);
    const Result<Json> document = parse_json(*text, name);
    if (!document)
        return document.error();
    const Field field(*document, name);
    Remembered found = remembered;
    read_keys(keys, field, found);
    if (field.failed())
        return *field.failure();
    remembered = std::move(found);
    return {};
}

/// Reads a file of settings. Returns a sentence about a file that could not be read.
std::string read_or_put_aside(const std::filesystem::path& file, const Keys& keys, Remembered& remembered) {
    std::error_code failed;
    if (file.empty() || !std::filesystem::exists(file, failed))
        return {};
    const Result<void> result = read(file, keys, remembered);
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
    loaded.problem = read_or_put_aside(settings_file(), settings_keys(), loaded.remembered);
    if (const std::string other = read_or_put_aside(recent_file(), recent_keys(), loaded.remembered); !other.empty())
        loaded.problem += (loaded.problem.empty() ? "" : " ") + other;
    return loaded;
}

void save_settings(const Remembered& remembered) {
    write(settings_file(), write_keys(settings_keys(), remembered));
    write(recent_file(), write_keys(recent_keys(), remembered));
}

} // namespace attn
