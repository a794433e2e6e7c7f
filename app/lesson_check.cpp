#include "app/lesson_check.h"

#include "app/console.h"
#include "app/lesson_proof.h"
#include "app/rehearsal.h"
#include "core/files/printable.h"
#include "core/lesson/lesson_shelf.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>

namespace attn {

namespace {

constexpr Point wall{996, 560}; ///< logical pixels of a lecture's scene on a wide screen

/// One way in which a lesson is opened.
struct LessonOpening {
    LessonVariant draw{};
    std::string when{};
    float scale = 1;
};

/// The openings to try: all numbers that the lesson may draw, several orders of a quiz, words that are short, long or
/// have double letters, and a screen with twice the pixels.
std::vector<LessonOpening> openings_of(const Lesson& lesson) {
    constexpr Index orders = 5;
    std::vector<LessonOpening> openings;
    for (Index seed = 0; seed < std::max(lesson.variants, lesson.is_quiz ? orders : Index{1}); ++seed)
        openings.push_back(
            {{static_cast<std::uint64_t>(seed), {}}, seed == 0 ? std::string() : fmt::format("with draw {}, ", seed)});
    if (lesson.takes_word)
        for (const char* word : {"word", "reading", "bookkeeper"})
            openings.push_back({{0, word}, fmt::format("with “{}”, ", word)});
    openings.push_back({{}, "at scale 2, ", 2});
    return openings;
}

void add_faults(const std::filesystem::path& file, const std::filesystem::path& assets, const LessonShelf& course,
                const LessonOpening& opening, std::vector<std::string>& faults) {
    const Result<Lesson> lesson = load_lesson(file, assets, opening.draw);
    if (!lesson) {
        faults.push_back(opening.when + lesson.error().message);
        return;
    }
    const auto rehearsal =
        Rehearsal::open(lesson->sessions.front(), assets, lesson->on_wall ? wall : learners_window, opening.scale);
    if (!rehearsal) {
        faults.push_back(rehearsal.error().message);
        return;
    }
    (*rehearsal)->app().workspace().word_of_start = opening.draw.word;
    (*rehearsal)->app().draw_lessons_from(opening.draw.seed);
    if (lesson->on_wall)
        (*rehearsal)->app().lecture(file);
    else
        (*rehearsal)->app().learn({file, 0});
    (*rehearsal)->settle();
    prove_lesson(**rehearsal, *lesson, course, opening.when, faults);
}

} // namespace

std::vector<std::string> faults_of_lesson(const std::filesystem::path& file, const std::filesystem::path& assets) {
    const Result<Lesson> lesson = load_lesson(file, assets);
    if (!lesson)
        return {lesson.error().message};
    const LessonShelf course(assets);
    std::vector<std::string> faults;
    for (const LessonOpening& opening : openings_of(*lesson)) {
        add_faults(file, assets, course, opening, faults);
        if (!faults.empty())
            break; // another opening would repeat them
    }
    return faults;
}

Result<int> lesson_check_command(std::vector<std::filesystem::path> files, const std::filesystem::path& assets) {
    if (files.empty()) {
        const LessonList lessons = list_lessons(assets);
        if (!lessons.unreadable.empty())
            return lessons.unreadable.front();
        for (const LessonLabel& label : lessons.labels)
            files.push_back(label.file);
    }
    bool all_hold = true;
    for (const std::filesystem::path& file : files) {
        const Result<Lesson> readable = load_lesson(file, assets);
        if (!readable)
            return readable.error();
        const std::vector<std::string> faults = faults_of_lesson(file, assets);
        const std::string name = printable_path(file.filename());
        for (const std::string& fault : faults)
            print(fmt::format("{}: {}\n", name, terminal_line(fault)));
        if (faults.empty())
            print(fmt::format("{}: {} {}, all as they say\n", name, readable->steps.size(),
                              noun_for(readable->steps.size(), "step")));
        all_hold = all_hold && faults.empty();
    }
    return all_hold ? 0 : 1;
}

} // namespace attn
