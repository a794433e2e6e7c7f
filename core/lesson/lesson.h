#pragma once

#include "core/document/session/condition.h"
#include "core/document/session/session.h"
#include "core/figure/pictures/view_state.h"
#include "core/lesson/variant_of_lesson.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Lines of a play script (ui/toolkit/script.h) that act in the window for the learner: "step V", "type cell:W_V/1[3,3]
/// 0".
using LessonScript = std::vector<std::string>;

/// An answer to choose in a bet.
struct Choice {
    std::string text;
    bool right = false;
    std::string say; ///< reply if it is chosen; may be empty
};

/// A reply to an answer that is typed, marked, or has several parts.
struct Reply {
    std::string to; ///< "4.5", "A/1[7,2]", "A", "missing Y"
    std::string say;
};

/// A prediction that the learner makes before the reveal. There is one try.
struct Bet {
    enum class Kind : std::uint8_t {
        choose,      ///< one of `choices`
        choose_many, ///< all `choices` (arrays) that the reveal changes, according to the trace
        mark,        ///< the selected cell of the stage
        mark_many,   ///< several cells
        order,       ///< `choices` (arrays) in an order in which each follows its operands
        type         ///< a number
    };
    Kind kind = Kind::choose;
    std::string ask;
    std::vector<Choice> choices;
    std::optional<Condition> right_if{}; ///< for choose without a right choice: true after the reveal if the choice was
                                         ///< right
    std::vector<CellId> cells{};         ///< for mark_many: the right cells
    std::optional<CellId> cell{};        ///< for mark: the right cell; for type: the cell with the right number after
                                         ///< the reveal
    std::optional<float> number{};       ///< for type: the right number, if no cell has it
    float within = 0.005F;               ///< for type: the largest error of a right answer
    std::vector<Reply> replies;
    LessonScript reveal;              ///< shows the answer; "{chosen}" is the number of the choice
    std::optional<Condition> shows{}; ///< holds after the reveal: the reason why the right answer is right
    std::string then;                 ///< said after the reveal, to any answer
    std::string taught_in{};          ///< for wrong answers: the lesson and step that teach it, "a-query/3"
};

/// A foreseen mistake: the lines that lead to it, its condition, and the reply.
struct ForeseenSlip {
    LessonScript by;
    Condition when;
    std::string say;
};

/// A task that the learner does in their own session.
struct LessonTask {
    std::string ask;
    Condition done;
    std::string nudge;                ///< a question as a hint
    std::string suggestion;           ///< says what to change, but not by how much
    LessonScript solution;            ///< for "Show me"
    std::vector<std::string> hides{}; ///< actions whose names would give the solution away, hidden until it is done
    std::string then{};               ///< said when it is done
    std::vector<ForeseenSlip> slips;
};

/// A sentence that is shown while its condition holds.
struct Said {
    Condition when{}; ///< the default holds always
    std::string title{};
    std::string say;
};

/// The first sentence whose condition holds now; nullptr if none does.
const Said* said_now(const std::vector<Said>& said, const Snapshot& now, const Snapshot& beginning);

/// The view of a step.
enum class StepView : std::uint8_t {
    stage,   ///< beside the stage, with the usual window
    letters, ///< whole window: the input and the output
    heads,   ///< whole window: all heads, and the letters below
    words    ///< the sentences alone
};

/// A step: sentences with at most one thing to do.
struct LessonStep {
    std::string text;
    StepView view = StepView::stage;
    std::string next;                     ///< label of the button to the next step, instead of "Next"
    std::vector<std::string> menus{};     ///< menus and other controls that appear from this step on: "mask",
                                          ///< "temperature"
    std::vector<Said> says{};             ///< sentences about the present state
    std::vector<Said> prompt{};           ///< above the field for typing a name
    std::vector<Said> remark{};           ///< about the typed name, instead of the prompt
    std::size_t session = 0;              ///< index of one of the lesson's sessions
    bool hides_words = false;             ///< the picture of one token has no words: the learner says them
    bool hides_remark = false;            ///< a picture says nothing about its numbers, since a later step asks for it
    BlockPart block_to = BlockPart::next; ///< the last part of the block that its picture shows
    bool goes_on = false;                 ///< starts from the learner's state instead of the session's beginning
    std::optional<Opening> open{};
    std::vector<std::string> points_at; ///< outlined targets
    std::vector<std::string> given;     ///< numbers in the text that the author wrote, not from a trace
    LessonScript before;                ///< done before the question: "click action:picture/softmax"
    std::optional<Bet> bet{};
    std::optional<LessonTask> task{};
    std::optional<ArrayId> formula{}; ///< the array whose formula ends the step, in the learner's notation
    std::string note{};               ///< for the lecturer
    std::size_t written = 0;          ///< its index in the file
};

/// A place in the course: a lesson's id and one of its steps.
struct PlaceInCourse {
    std::string_view lesson;
    std::size_t step = 0; ///< from 0

    /// The place that a text names: "a-query/3" is the third step.
    static PlaceInCourse of(std::string_view name);
};

/// A lesson; or a lecture, the same kind of steps shown on a wall.
struct Lesson {
    std::string id;             ///< "who-reads-whom"
    Index number = 0;           ///< in the course; 0: not in the course
    bool on_wall = false;       ///< a lecture: its steps are scenes
    bool is_quiz = false;       ///< questions and their answers come in random order
    bool asks_again = false;    ///< asks only the missed questions of a quiz, outside of the course
    std::string title;          ///< "Who reads whom"
    std::string idea;           ///< half a sentence for the page of all lessons
    std::vector<ArrayId> names; ///< the arrays that the course names for the first time here
    std::vector<Session> sessions;
    std::vector<LessonStep> steps;
    LessonVariant draw{};    ///< the variant with which it was read
    Index variants = 1;      ///< number of variants; larger seeds repeat them
    bool takes_word = false; ///< true if it can be read with the learner's own word
};

/// Reads a lesson and the sessions that it names: presets of the program, or files beside the lesson. Messages begin
/// with `name`, and say the place and what was expected there.
Result<Lesson> parse_lesson(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                            const std::filesystem::path& assets, const LessonVariant& draw = {});
Result<Lesson> load_lesson(const std::filesystem::path& file, const std::filesystem::path& assets,
                           const LessonVariant& draw = {});

/// Keeps only the missed questions; `missed` has their indices in the quiz's file.
void ask_again(Lesson& quiz, const std::vector<Index>& missed);

/// The kind of question that a step asks.
enum class Asked : std::uint8_t { nothing, bet, task };

/// The part of a lesson's file that is read without opening its sessions.
struct LessonLabel {
    std::string id;
    Index number = 0;
    bool on_wall = false;
    bool is_quiz = false;
    std::string title;
    std::string idea;
    Index steps = 0;
    std::vector<Asked> asked; ///< the kind of question that each step asks
    std::vector<ArrayId> names;
    std::vector<std::string> menus;
    std::filesystem::path file;
};

/// True if the file is a lesson, even a faulty one: JSON with steps. False if it cannot be read.
bool is_lesson_file(const std::filesystem::path& file);
/// Reads the label; fails like parse_lesson.
Result<LessonLabel> read_lesson_label(const std::filesystem::path& file);

} // namespace attn
