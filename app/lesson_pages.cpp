#include "app/lesson_pages.h"

#include "app/rehearsal.h"
#include "app/spared_files.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/text_layout.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/handouts/pages.h"
#include "core/lesson/live_text.h"

#include <algorithm>
#include <fmt/core.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float level_margin = 48;
constexpr float level_words = 320;   // the column of words of a level page
constexpr float words_line = 20;     // baselines apart
constexpr float least_picture = 220; // of a handout

/// A step as it is printed, at the moment in which it began.
struct PrintedStep {
    Session session;
    Trace trace;
    ViewState view;
    std::string place; ///< "3 of 12"
    std::string text{};
    std::string question{}; ///< of a bet or a task
    std::vector<std::string> choices{};
    std::string answer{}; ///< told when it is shown
    std::string note{};
};

/// How it is drawn on paper.
ViewState on_paper(ViewState view) {
    view.reveal.reset();
    view.look = Look::light;
    view.on_paper = true;
    view.zoom = 1;
    view.pan = {};
    view.token_lines.clear();
    return view;
}

std::string right_answer(const Bet& bet, const Snapshot& shown) {
    for (const Choice& choice : bet.choices)
        if (choice.right)
            return fmt::format("It is {}.", told(choice.text, shown));
    return {};
}

/// Shows how it is, so that the steps that go on from it begin as they do for who learns.
std::string acted_out(const LessonStep& step, Rehearsal& window) {
    const auto now = [&] { return Snapshot{window.app().session(), window.app().trace()}; };
    if (step.task) {
        static_cast<void>(window.act(step.task->solution));
        return fmt::format("{}", step.task->suggestion.empty() ? std::string() : told(step.task->suggestion, now()));
    }
    if (!step.bet)
        return {};
    static_cast<void>(window.act(step.bet->reveal));
    const std::string right = right_answer(*step.bet, now());
    const std::string then = told(step.bet->then, now());
    return right + (right.empty() || then.empty() ? "" : " ") + then;
}

Result<std::vector<PrintedStep>> steps_of(const Lesson& lesson, const std::filesystem::path& file,
                                          const std::filesystem::path& assets) {
    const auto opened = Rehearsal::open(lesson.sessions.front(), assets, learners_window);
    if (!opened)
        return opened.error();
    Rehearsal& window = **opened;
    window.app().learn({file, 0});
    window.settle();
    std::vector<PrintedStep> steps;
    for (std::size_t number = 0; number < lesson.steps.size(); ++number) {
        if (window.run() == nullptr || window.run()->step != number)
            return error("{}: step {} does not begin", printable_path(file), number + 1);
        const LessonStep& step = lesson.steps[number];
        const Snapshot now{window.app().session(), window.app().trace()};
        PrintedStep& printed = steps.emplace_back(
            PrintedStep{now.session, now.trace, on_paper(static_cast<const ViewState&>(window.app().workspace())),
                        fmt::format("{} of {}", number + 1, lesson.steps.size())});
        printed.text = told(step.text, now);
        printed.note = told(step.note, now);
        printed.question = step.bet ? told(step.bet->ask, now) : step.task ? told(step.task->ask, now) : std::string();
        for (std::size_t i = 0; step.bet && i < step.bet->choices.size(); ++i)
            printed.choices.push_back(fmt::format("{}  {}", i + 1, told(step.bet->choices[i].text, now)));
        printed.answer = acted_out(step, window);
        window.go_on();
    }
    return steps;
}

/// Words below each other.
class WordColumn {
public:
    WordColumn(DisplayList& list, const Typesetter& typesetter, Point at, float width)
        : list_(list), typesetter_(typesetter), at_(at), width_(width) {}

    void add(const std::string& words, Colour colour, Font font = {}) {
        if (words.empty())
            return;
        for (std::size_t begin = 0; begin < words.size();) {
            const std::size_t end = std::min(words.size(), words.find("\n\n", begin));
            at_.y +=
                add_paragraph(list_, typesetter_, {at_.x, at_.y + 13}, width_,
                              Claims{{words.substr(begin, end - begin), Always{"a lesson's words, which are checked"}}},
                              colour, font, words_line) +
                space::small;
            begin = end + 2;
        }
    }
    void add(const PrintedStep& step, const Theme& theme) {
        add(step.text, theme.ink);
        add(step.question, theme.ink, {.weight = FontWeight::semibold});
        for (const std::string& choice : step.choices)
            add(choice, theme.ink);
    }
    float bottom() const { return at_.y; }

private:
    DisplayList& list_;
    const Typesetter& typesetter_;
    Point at_;
    float width_;
};

void add_picture(DisplayList& list, const PrintedStep& step, const Typesetter& typesetter, const Box& box) {
    PictureCache cache;
    const DrawContext drawing{step.session, step.trace, step.view, typesetter, cache, nullptr};
    picture(shown_picture(drawing)).draw(list, drawing, box);
}

PdfPage level_page(const Lesson& lesson, const PrintedStep& step, const Typesetter& typesetter) {
    const Theme& theme = attn::theme(Look::light);
    const float width = paper::long_side;
    const float height = paper::short_side;
    const float words = width - level_margin - level_words;
    DisplayList list;
    add_text(list, typesetter, {level_margin, level_margin + 14}, lesson.title, theme.ink, bold(type_size::large));
    add_text(list, typesetter, {width - level_margin, level_margin + 14}, step.place, theme.dim, {}, Horizontal::right);
    const float top = level_margin + 52;
    add_picture(
        list, step, typesetter,
        {level_margin, top, words - space::section - level_margin, height - level_margin - space::section - top});
    WordColumn column(list, typesetter, {words, top}, level_words);
    column.add(step, theme);
    column.add(step.answer, theme.ink);
    column.add(step.note, theme.dim);
    return {std::move(list), {{0, 0, width, height}, theme.panel}};
}

/// Its words, and the picture beneath them.
Block block_of(const PrintedStep& step, const Typesetter& typesetter) {
    const Theme& theme = attn::theme(Look::light);
    Block block;
    WordColumn column(block.list, typesetter, {0, 0}, paper::text_width);
    column.add(step.place, theme.dim);
    column.add(step, theme);
    const float top = column.bottom() + space::medium;
    add_picture(block.list, step, typesetter, {0, top, paper::text_width, least_picture});
    block.height = std::max(top + least_picture, bounds(block.list, typesetter).bottom());
    return block;
}

std::vector<PdfPage> pages_of(LessonPages kind, const Lesson& lesson, const std::vector<PrintedStep>& steps,
                              const Typesetter& typesetter) {
    std::vector<PdfPage> pages;
    if (kind == LessonPages::storyboard) {
        for (const PrintedStep& step : steps)
            pages.push_back(level_page(lesson, step, typesetter));
        return pages;
    }
    Paper sheets(typesetter);
    Block title;
    add_text(title.list, typesetter, {0, 20}, lesson.title, attn::theme(Look::light).ink, bold(type_size::large));
    title.height = 32;
    sheets.add(title, 0);
    for (const PrintedStep& step : steps)
        sheets.add(block_of(step, typesetter), space::section);
    return std::move(sheets).finish(lesson.title);
}

} // namespace

Result<int> lesson_pages_command(LessonPages kind, const std::filesystem::path& lesson,
                                 const std::filesystem::path& output, const std::filesystem::path& assets) {
    if (output.extension() != ".pdf")
        return error("{}: expected a name that ends in .pdf", printable_path(output));
    if (auto replaces = check_replaces_its_kind(output, ".pdf", "PDF"); !replaces)
        return replaces.error();
    const Result<Lesson> read = load_lesson(lesson, assets);
    if (!read)
        return read.error();
    const auto steps = steps_of(*read, lesson, assets);
    if (!steps)
        return steps.error();
    const Result<Typesetter> typesetter = Typesetter::open(assets / "fonts");
    if (!typesetter)
        return typesetter.error();
    const std::vector<PdfPage> pages = pages_of(kind, *read, *steps, *typesetter);
    const Result<std::string> bytes = write_pdf(pages, read->title, *typesetter);
    if (!bytes)
        return bytes.error();
    if (auto written = write_text_file(output, *bytes); !written)
        return written.error();
    return 0;
}

} // namespace attn
