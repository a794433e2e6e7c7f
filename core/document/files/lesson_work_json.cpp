#include "core/document/files/lesson_work_json.h"

#include "core/files/json_field.h"

#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr Index lesson_steps_limit = 1000;

/// The key of a step's number, which is counted from 1 in files.
JsonKey<LessonAnswer> step_key_of_answer() {
    return {"step", [](auto& into, const Field& field) { into.step = field.integer(1, lesson_steps_limit, 1) - 1; },
            [](auto& from) { return json_of(std::int64_t{from.step + 1}); }, R"(expected "step": a number)"};
}

const std::vector<JsonKey<LessonAnswer>>& answer_keys() {
    static const std::vector<JsonKey<LessonAnswer>> keys{step_key_of_answer(),
                                                         written_key<LessonAnswer>("answer", &LessonAnswer::answer),
                                                         written_key<LessonAnswer>("right", &LessonAnswer::right)};
    return keys;
}

/// The items of a list; fails if there are more than a lesson may have steps.
std::vector<Field> items_of_steps(const Field& list) {
    std::vector<Field> items = list.items();
    if (std::ssize(items) > lesson_steps_limit) {
        list.fail(fmt::format("expected at most {} of them", lesson_steps_limit));
        items.clear();
    }
    return items;
}

} // namespace

const std::vector<JsonKey<LessonWork>>& lesson_work_keys() {
    JsonKey<LessonWork> id = written_key<LessonWork>("id", &LessonWork::lesson);
    id.required = R"(expected "id": a text)";
    static const std::vector<JsonKey<LessonWork>> keys{
        std::move(id),
        {"step", [](auto& into, const Field& field) { into.step = field.integer(1, lesson_steps_limit, 1) - 1; },
         [](auto& from) { return json_of(std::int64_t{from.step + 1}); }},
        unusual_key<LessonWork>("draw", &LessonWork::draw),
        unusual_key<LessonWork>("word", &LessonWork::word),
        {"answers",
         [](auto& into, const Field& list) {
             for (const Field& field : items_of_steps(list))
                 read_keys(answer_keys(), field, into.answers.emplace_back());
         },
         [](auto& from) {
             return unless_empty(json_list_of(
                 from.answers, [](const LessonAnswer& answer) { return write_keys(answer_keys(), answer); }));
         }},
        {"done",
         [](auto& into, const Field& list) {
             for (const Field& field : items_of_steps(list))
                 into.done.push_back(field.integer(1, lesson_steps_limit, 1) - 1);
         },
         [](auto& from) {
             return unless_empty(json_list_of(from.done, [](Index step) { return json_of(std::int64_t{step + 1}); }));
         }}};
    return keys;
}

} // namespace attn
