#include "app/lesson_check.h"

#include "app/console.h"
#include "app/rehearsal.h"
#include "core/document/presets.h"
#include "core/files/printable.h"
#include "core/lesson/lesson_shelf.h"
#include "core/lesson/told.h"
#include "core/model/arrays.h"
#include "core/notation/notation.h"
#include "ui/actions/lesson_script.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace attn {

namespace {

constexpr Point wall{996, 560}; ///< of a scene, on a wide screen

/// What a line of a solution acts on, as the window calls it; keys act on nothing in particular.
std::string target_of(const script::Command& command) {
    if (const auto* const step = std::get_if<script::Step>(&command);
        step != nullptr && step->to == script::Step::To::array)
        return fmt::format("action:step/{}", array_name(step->array));
    if (const auto* const head = std::get_if<script::Head>(&command))
        return fmt::format("action:head/{}", head->head + 1);
    if (const auto* const click = std::get_if<script::Click>(&command))
        return click->target;
    if (const auto* const type = std::get_if<script::Type>(&command))
        return type->target;
    return {};
}

/// The places of a bet's arrays: their ids stand as they are computed.
std::vector<Index> in_order_of_computing(const Bet& bet) {
    std::vector<Index> places;
    for (Index i = 0; i < std::ssize(bet.choices); ++i)
        places.push_back(i);
    std::ranges::sort(places, {}, [&](Index i) { return *find_array(bet.choices[static_cast<std::size_t>(i)].text); });
    return places;
}

class Proof {
public:
    /// `when` begins the faults of a variant: "with “reading”, ".
    Proof(Rehearsal& rehearsal, const Lesson& lesson, const LessonShelf& course, std::string when,
          std::vector<std::string>& faults)
        : rehearsal_(rehearsal), lesson_(lesson), course_(course), when_(std::move(when)), faults_(faults) {}

    void prove() {
        for (step_ = 0; step_ < lesson_.steps.size(); ++step_) {
            prove_step();
            if (step_ + 1 == lesson_.steps.size())
                return;
            go_on();
        }
    }

private:
    const LessonStep& step() const { return lesson_.steps[step_]; }
    /// Of a step as the file counts it.
    void fault(const std::string& what) {
        faults_.push_back(fmt::format("{}step {}: {}", when_, step().written + 1, what));
    }
    Snapshot now() { return {rehearsal_.app().session(), rehearsal_.app().trace()}; }

    void go_on() {
        if (rehearsal_.run() != nullptr && rehearsal_.run()->fills_window()) { // whose field has the keys
            rehearsal_.click("action:lesson-next");
            return;
        }
        rehearsal_.go_on();
    }

    void prove_step() {
        if (rehearsal_.run() == nullptr || rehearsal_.run()->step != step_)
            return fault("it does not begin");
        read(step().text);
        for (const auto* sentences : {&step().says, &step().prompt, &step().remark})
            if (const Said* const said = said_now(*sentences, now(), rehearsal_.run()->beginning->snapshot())) {
                read(said->title);
                read(said->say);
            }
        for (const std::string& target : step().points_at)
            if (!rehearsal_.shows(target))
                fault(fmt::format("it points at {}, which is not in sight", target));
        expect_no_refusal();
        expect_room("at first");
        if (step().bet)
            prove_bet(*step().bet);
        if (step().task)
            prove_task(*step().task);
    }

    void read(const std::string& text) {
        if (const std::string broken = broken_reference(text, now()); !broken.empty())
            fault(fmt::format("{{{}}} names nothing", broken));
        for (const std::string& symbol : bare_symbols(text))
            if (std::ranges::find(step().given, symbol) == step().given.end())
                fault(fmt::format("“{}” stands in a text, and other notations call it otherwise; write {{name {}}}",
                                  symbol, symbol));
        for (const std::string& number : bare_numbers(text, step().given))
            fault(fmt::format("“{}” stands in a text; write a reference such as {{A/1[1,2]}}, or list it as given",
                              number));
    }

    /// What acts by itself and cannot is said in the window.
    void expect_no_refusal() {
        std::optional<Notice>& notice = rehearsal_.app().workspace().notice;
        if (notice && notice->is_error)
            fault(notice->text);
        notice.reset();
    }

    /// In whatever notation it is read.
    void expect_room(std::string_view when) {
        float least = 0;
        std::string where;
        for (const auto& notation : shipped_notations())
            if (const float room = rehearsal_.app().room_of_lesson(NotationChoice(notation)); room < least) {
                least = room;
                where = notation->name;
            }
        if (least < 0)
            fault(fmt::format("{} its texts are {} pixels too long for the window{}", when, -least,
                              where == NotationChoice().name() ? "" : " in the notation " + where));
    }

    void let_act(const LessonScript& script, std::string_view what) {
        if (const Result<void> done = rehearsal_.act(script); !done)
            fault(fmt::format("{}: {}", what, done.error().message));
    }

    bool answer(const Bet& bet) {
        switch (bet.kind) {
        case Bet::Kind::choose: {
            std::size_t right = 0;
            while (!bet.right_if && !bet.choices[right].right)
                ++right;
            return rehearsal_.click(fmt::format("action:lesson-answer/{}", right + 1));
        }
        case Bet::Kind::choose_many:
            return rehearsal_.click("action:lesson-answer/1") && rehearsal_.click("action:lesson-bet");
        case Bet::Kind::order:
            return std::ranges::all_of(in_order_of_computing(bet),
                                       [&](Index choice) {
                                           return rehearsal_.click(fmt::format("action:lesson-answer/{}", choice + 1));
                                       }) &&
                   rehearsal_.click("action:lesson-bet");
        case Bet::Kind::mark:
            return rehearsal_.click("cell:" + cell_name(*bet.cell)) && rehearsal_.click("action:lesson-bet");
        case Bet::Kind::mark_many:
            return std::ranges::all_of(
                       bet.cells, [&](const CellId& cell) { return rehearsal_.click("cell:" + cell_name(cell)); }) &&
                   rehearsal_.click("action:lesson-bet");
        case Bet::Kind::type:
            return rehearsal_.fill_in("field:lesson-number", "-77");
        }
        return false;
    }

    /// To which a wrong answer leads back.
    void expect_place(const std::string& taught_in) {
        const PlaceInCourse place = PlaceInCourse::of(taught_in);
        const LessonLabel* const lesson = course_.find(place.lesson);
        if (!taught_in.empty() && (lesson == nullptr || static_cast<Index>(place.step) >= lesson->steps))
            fault(fmt::format("taught_in: the course has no “{}”", taught_in));
    }

    void prove_bet(const Bet& bet) {
        read(bet.ask);
        for (const Choice& choice : bet.choices) {
            if (bet.kind != Bet::Kind::choose_many && bet.kind != Bet::Kind::order) // those are names of arrays
                read(choice.text);
            read(choice.say);
        }
        for (const Reply& reply : bet.replies)
            read(reply.say);
        expect_place(bet.taught_in);
        if (!answer(bet))
            return fault("the bet cannot be answered: what is to be clicked is not in sight");
        const LessonRun& run = *rehearsal_.run();
        if (!run.bet.is_settled)
            return fault("the bet is never settled");
        expect_no_refusal();
        read(bet.then);
        const bool says_itself = bet.kind == Bet::Kind::choose_many || bet.kind == Bet::Kind::type || bet.right_if;
        if (!says_itself && !run.bet.was_right)
            fault("the right answer is taken for a wrong one");
        if (bet.right_if)
            prove_other_answers(bet, run.bet.was_right ? 1 : 0);
        if (bet.kind == Bet::Kind::type && bet.cell && !rehearsal_.app().trace().contains(*bet.cell))
            fault("there is no cell " + cell_name(*bet.cell));
        if (bet.shows && !holds(*bet.shows, now(), run.beginning->snapshot(), run.opened->snapshot()))
            fault("what is shown is not what makes the answer right");
        if (bet.kind == Bet::Kind::choose_many && run.bet.moved.empty())
            fault("the reveal moves none of what is asked about");
        expect_room("after the bet");
    }

    /// Where the reveal tells which answers are right, some are, and some are not.
    void prove_other_answers(const Bet& bet, std::size_t right) {
        for (std::size_t choice = 2; choice <= bet.choices.size(); ++choice) {
            begin_again();
            while (rehearsal_.run()->step < step_)
                go_on();
            if (!rehearsal_.click(fmt::format("action:lesson-answer/{}", choice)))
                return fault(fmt::format("answer {} is not in sight", choice));
            right += rehearsal_.run()->bet.was_right ? 1U : 0U;
        }
        if (right == 0 || right == bet.choices.size())
            fault(fmt::format("{} of its {} answers are right", right, bet.choices.size()));
    }

    void prove_task(const LessonTask& task) {
        for (const std::string* text : {&task.ask, &task.nudge, &task.suggestion})
            read(*text);
        if (rehearsal_.run()->task.is_done)
            return fault("the task holds before it begins");
        for (const ForeseenSlip& slip : task.slips)
            prove_slip(slip);
        rehearsal_.run()->hints = 2;
        rehearsal_.settle();
        expect_room("with its hints");
        for (const std::string& line : task.solution) {
            if (!lesson_.on_wall) // where one key does it
                expect_offered(line);
            let_act({line}, "the solution");
        }
        if (!rehearsal_.run()->task.is_done)
            return fault("the solution does not do the task");
        read(task.then);
        rehearsal_.settle();
        expect_room("after its task");
    }

    /// Who follows the solution by hand finds what each of its lines acts on.
    void expect_offered(const std::string& line) {
        const Result<std::vector<ScriptLine>> read = lines_of({line}, lesson_.id);
        const std::string target = read ? target_of(read->front().command) : std::string();
        if (!target.empty() && !rehearsal_.offers(target))
            fault(fmt::format("the solution acts on {}, which is not in sight", target));
    }

    void prove_slip(const ForeseenSlip& slip) {
        const std::string name = fmt::format("the slip “{}”", fmt::join(slip.by, "; "));
        let_act(slip.by, name);
        const TaskRun& task = rehearsal_.run()->task;
        if (task.is_done)
            fault(name + " does the task");
        else if (task.said != told(slip.say, now()))
            fault(fmt::format("{} is answered with “{}”", name, task.said));
        else
            read(slip.say);
        rehearsal_.settle();
        expect_room("after " + name);
        begin_again();
    }

    /// From the step's beginning.
    void begin_again() {
        if (const Result<void> begun = rehearsal_.act({"click action:lesson-again"}); !begun)
            fault(begun.error().message);
    }

    Rehearsal& rehearsal_;
    const Lesson& lesson_;
    const LessonShelf& course_;
    std::string when_;
    std::vector<std::string>& faults_;
    std::size_t step_ = 0;
};

} // namespace

namespace {

/// One way in which a lesson is opened.
struct LessonOpening {
    LessonDraw draw{};
    std::string when{};
    float scale = 1;
};

/// With all numbers that it may draw, in several orders where it has them, with words of other lengths, short, long and
/// with double letters, and on a screen with twice the pixels.
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
    Proof(**rehearsal, *lesson, course, opening.when, faults).prove();
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
            break; // others would be told of again
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
            print(fmt::format("{}: {}\n", name, fault));
        if (faults.empty())
            print(fmt::format("{}: {} steps, all as they say\n", name, readable->steps.size()));
        all_hold = all_hold && faults.empty();
    }
    return all_hold ? 0 : 1;
}

} // namespace attn
