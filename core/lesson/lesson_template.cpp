#include "core/lesson/lesson_template.h"

#include "core/document/files/session_keys.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/model/address.h"

#include <fmt/core.h>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

Json object_of(std::initializer_list<std::pair<const char*, Json>> members) {
    Json object = json_object();
    for (const auto& [key, value] : members)
        object.set(key, value);
    return object;
}

Json list_of(std::string_view text) {
    return json_list({json_of(text)});
}

/// A placeholder that says what to write in its place.
Json to_write(std::string_view what) {
    return json_of(fmt::format("TO WRITE: {}", what));
}

/// The session's opening if it is in A, else the first cell of A. Every layer has A, and its cells take any number; a
/// number typed into the mask, e.g., would be added to the other masks.
Opening place_of(const Session& session) {
    const Opening usual; // in A
    return session.opening.stage == usual.stage ? session.opening : usual;
}

} // namespace

Json lesson_template(const Snapshot& now, Json session, bool is_lecture) {
    const Opening place = place_of(now.session);
    const CellId id{now.trace.layer().number, place.stage, place.item, place.head, place.row, place.column};
    const std::string cell = cell_name(id);
    const float goal = now.trace.value(id) == 1 ? 0 : 1;

    Json look =
        object_of({{"text", to_write(fmt::format("what the picture shows. Its outlined cell is {{{}}}.", cell))},
                   {"open", json_of_opening(place)},
                   {"points_at", list_of("cell:" + cell)}});
    Json question =
        object_of({{"text", to_write("what leads to the question.")},
                   {"open", json_of_opening(place)},
                   {"bet", object_of({{"ask", to_write("the question.")},
                                      {"choose", json_list({object_of({{"is", to_write("the right answer")},
                                                                       {"right", json_of(true)},
                                                                       {"say", to_write("why it is right.")}}),
                                                            object_of({{"is", to_write("a wrong answer")},
                                                                       {"say", to_write("why it is wrong.")}})})},
                                      {"reveal", list_of("click cell:" + cell)},
                                      {"then", to_write("what everybody is told.")}})}});
    Json task =
        object_of({{"text", to_write("what leads to the task.")},
                   {"open", json_of_opening(place)},
                   {"task", object_of({{"ask", to_write("what is to be done, so that “done” holds.")},
                                       {"done", object_of({{"cell", json_of(cell)}, {"equals", json_of(goal)}})},
                                       {"nudge", to_write("a question that points the way?")},
                                       {"suggestion", to_write("what to change, but not by how much.")},
                                       {"solution", list_of(fmt::format("type cell:{} {}", cell, goal))},
                                       {"then", to_write("what came of it.")}})}});
    std::vector<Json> steps{std::move(look), std::move(question), std::move(task)};
    if (is_lecture)
        for (Json& scene : steps)
            scene.set("note", to_write("what you say to this scene."));

    return object_of({{"version", json_of(std::int64_t{1})},
                      {"id", json_of(std::string_view(is_lecture ? "my-lecture" : "my-lesson"))},
                      {"lecture", json_of(is_lecture)},
                      {"title", to_write("a title")},
                      {"idea", to_write("what it is about, in half a sentence")},
                      {"names", json_list({})},
                      {"session", std::move(session)},
                      {"steps", json_list(std::move(steps))}});
}

} // namespace attn
