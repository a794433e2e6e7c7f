#include "app/lesson_proof.h"

#include "core/lesson/bets.h"
#include "core/lesson/live_text.h"
#include "core/model/arrays.h"
#include "core/notation/notation.h"
#include "ui/actions/fields.h"
#include "ui/actions/lesson_script.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace attn {

namespace {

/// The target of a solution's line; empty for keys.
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

/// The places of a bet's arrays in the order of computing, which is that of their ids.
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
            if (step_ + 1 < lesson_.steps.size())
                go_on();
        }
        if (lesson_.is_quiz)
            expect_all_lessons_asked();
    }

private:
    const LessonStep& step() const { return lesson_.steps[step_]; }
    /// Notes a fault of the present step, with the step's number in the file.
    void fault(const std::string& what) {
        faults_.push_back(fmt::format("{}step {}: {}", when_, step().written + 1, what));
    }
    Snapshot now() { return {rehearsal_.app().session(), rehearsal_.app().trace()}; }

    void go_on() {
        seen_before_ = asked_in_sight(lesson_.steps[step_ + 1]);
        turn_page();
    }

    void turn_page() {
        if (rehearsal_.run() != nullptr && rehearsal_.run()->fills_window()) { // the step's field has the keys
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

    /// Reports an action that failed by itself, which the window shows as an error.
    void expect_no_refusal() {
        std::optional<Notice>& notice = rehearsal_.app().workspace().notice;
        if (notice && notice->is_error)
            fault(notice->text.letters());
        notice.reset();
    }

    /// Reports texts that do not fit, in whatever notation they are read.
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

    /// The number that a bet asks for, if it is a cell of the trace and drawn on the screen.
    std::optional<float> asked_in_sight(const LessonStep& step) {
        if (!step.bet || step.bet->kind != Bet::Kind::type || !step.bet->cell)
            return std::nullopt;
        const CellId& cell = *step.bet->cell;
        const bool is_drawn = rehearsal_.app().trace().contains(cell) && rehearsal_.shows("cell:" + cell_name(cell));
        return is_drawn ? std::optional(rehearsal_.app().trace().value(cell)) : std::nullopt;
    }

    /// Reports a number that need not be foretold, because it can be seen or copied. To be called after the reveal.
    void expect_number_to_be_foretold(const Bet& bet, const std::string& words_before, bool was_in_sight) {
        if (bet.kind != Bet::Kind::type)
            return;
        if (was_in_sight)
            fault(fmt::format("the number that is asked for stands in the picture: {}", cell_name(*bet.cell)));
        const std::optional<float> right = right_number(rehearsal_.app().trace(), bet);
        const auto is_right = [&](float number) { return right && std::abs(number - *right) <= bet.within; };
        if (seen_before_ && is_right(*seen_before_))
            fault(fmt::format("the number that is asked for stood in the picture before: {}", cell_name(*bet.cell)));
        for (const std::string& number : bare_numbers(words_before, {}))
            if (const Result<float> said = parse_number(number); said && is_right(*said))
                fault(fmt::format("the number that is asked for, {}, stands in its words", number));
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

    /// Reports a place in the course, to which a wrong answer leads back, if it does not exist.
    void expect_place(const std::string& taught_in) {
        const PlaceInCourse place = PlaceInCourse::of(taught_in);
        const LessonLabel* const lesson = course_.find(place.lesson);
        if (!taught_in.empty() && (lesson == nullptr || static_cast<Index>(place.step) >= lesson->steps))
            fault(fmt::format("taught_in: the course has no “{}”", taught_in));
    }

    /// Reports each lesson that the quiz at the end of the course does not ask about.
    void expect_all_lessons_asked() {
        const auto leads_to = [](const LessonStep& step, const LessonLabel& lesson) {
            return step.bet && PlaceInCourse::of(step.bet->taught_in).lesson == lesson.id;
        };
        for (const LessonLabel& taught : course_.labels())
            if (taught.number > 0 && taught.number < lesson_.number &&
                std::ranges::none_of(lesson_.steps, [&](const LessonStep& step) { return leads_to(step, taught); }))
                faults_.push_back(fmt::format("{}no question leads back to “{}”", when_, taught.id));
    }

    void prove_bet(const Bet& bet) {
        read(bet.ask);
        for (const Choice& choice : bet.choices) {
            if (bet.kind != Bet::Kind::choose_many && bet.kind != Bet::Kind::order) // those choices are names of arrays
                read(choice.text);
            read(choice.say);
        }
        for (const Reply& reply : bet.replies)
            read(reply.say);
        expect_place(bet.taught_in);
        const std::string words_before = told(step().text + " " + bet.ask, now()).letters();
        const std::optional<float> in_sight = asked_in_sight(step());
        if (!answer(bet))
            return fault("the bet cannot be answered: what is to be clicked is not in sight");
        const LessonRun& run = *rehearsal_.run();
        if (!run.bet.is_settled)
            return fault("the bet is never settled");
        expect_no_refusal();
        expect_number_to_be_foretold(bet, words_before, in_sight.has_value());
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
        if (!rehearsal_.run()->fills_window())
            expect_room_for_replies(bet);
    }

    /// Reports too little room for the longest reply to any answer.
    void expect_room_for_replies(const Bet& bet) {
        std::vector<std::string> replies{std::string()};
        for (const Choice& choice : bet.choices)
            replies.push_back(choice.say);
        for (const Reply& reply : bet.replies)
            replies.push_back(reply.say);
        BetRun& run = rehearsal_.run()->bet;
        const BetRun as_it_is = run;
        run.was_right = false;
        run.said = std::ranges::max(replies, {}, &std::string::size);
        expect_room("after a wrong answer");
        run = as_it_is;
    }

    /// Reports a bet whose reveal tells which answers are right, if all of them are right, or none.
    void prove_other_answers(const Bet& bet, std::size_t right) {
        for (std::size_t choice = 2; choice <= bet.choices.size(); ++choice) {
            begin_again();
            for (std::size_t before = rehearsal_.run()->step; before < step_; ++before)
                turn_page();
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
            if (!lesson_.on_wall) // in a lecture one key does the solution
                expect_offered(line);
            let_act({line}, "the solution");
        }
        if (!rehearsal_.run()->task.is_done)
            return fault("the solution does not do the task");
        read(task.then);
        rehearsal_.settle();
        expect_room("after its task");
    }

    /// Reports a target of the solution that a learner who follows it by hand would not find.
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
            fault(fmt::format("{} is answered with “{}”", name, task.said.letters()));
        else
            read(slip.say);
        rehearsal_.settle();
        expect_room("after " + name);
        begin_again();
    }

    /// Begins the step again.
    void begin_again() {
        rehearsal_.app().begin_lesson_step_again();
        rehearsal_.settle();
    }

    Rehearsal& rehearsal_;
    const Lesson& lesson_;
    const LessonShelf& course_;
    std::string when_;
    std::vector<std::string>& faults_;
    std::size_t step_ = 0;
    std::optional<float> seen_before_{}; ///< the number that this step asks for, if the step before showed it
};

} // namespace

void prove_lesson(Rehearsal& rehearsal, const Lesson& lesson, const LessonShelf& course, const std::string& when,
                  std::vector<std::string>& faults) {
    Proof(rehearsal, lesson, course, when, faults).prove();
}

} // namespace attn
