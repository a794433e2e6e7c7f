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

/// What acts in the window for the learner: lines of a play script (ui/toolkit/script.h), "step V",
/// "type cell:W_V/1[3,3] 0".
using LessonScript = std::vector<std::string>;

/// One of several answers that a bet offers.
struct Choice {
    std::string text;
    bool right = false;
    std::string say; ///< to who chose it; may be empty
};

/// What is said to an answer that is typed, marked, or made of several.
struct Reply {
    std::string to; ///< "4.5", "A/1[7,2]", "A", "missing Y"
    std::string say;
};

/// Something to be predicted before it is shown. There is one try.
struct Bet {
    enum class Kind : std::uint8_t {
        choose,      ///< one of `choices`
        choose_many, ///< those of `choices`, arrays, that the reveal moves: the trace says which
        mark,        ///< the cell that is selected on the stage
        mark_many,   ///< several cells
        order,       ///< `choices`, arrays, each after those that it is made of: the layer says which
        type         ///< a number
    };
    Kind kind = Kind::choose;
    std::string ask;
    std::vector<Choice> choices;
    std::optional<Condition> right_if{}; ///< of choose, where none of them is right by itself: the reveal tells
    std::vector<CellId> cells{};         ///< of mark_many: the right ones
    std::optional<CellId> cell{};        ///< of mark: the right one; of type: whose number it is, after the reveal
    std::optional<float> number{};       ///< of type, where no cell shows it
    float within = 0.005F;               ///< of type
    std::vector<Reply> replies;
    LessonScript reveal;              ///< what shows how it is; "{chosen}" is the number of what was chosen
    std::optional<Condition> shows{}; ///< what then holds: why the right answer is right
    std::string then;                 ///< said when it is shown, whatever was answered
    std::string taught_in{};          ///< the lesson, and the step, to which a wrong answer leads back: "a-query/3"
};

/// What is said to a foreseen slip, and what leads to it.
struct ForeseenSlip {
    LessonScript by;
    Condition when;
    std::string say;
};

/// What the learner brings about on their own session.
struct LessonTask {
    std::string ask;
    Condition done;
    std::string nudge;                ///< a question that points the way
    std::string suggestion;           ///< says what to change, and not by how much
    LessonScript solution;            ///< "Show me" does it
    std::vector<std::string> hides{}; ///< actions whose names would say it, out of sight until it is done
    std::string then{};               ///< said when it is done
    std::vector<ForeseenSlip> slips;
};

/// What is said as long as its condition holds.
struct Said {
    Condition when{}; ///< at first: always
    std::string title{};
    std::string say;
};

/// The first of them whose condition holds now; none where none does.
const Said* said_now(const std::vector<Said>& said, const Snapshot& now, const Snapshot& beginning);

/// What a step shows.
enum class StepView : std::uint8_t {
    stage,   ///< beside it, with what the window usually has
    letters, ///< in the whole window: what goes in, and what comes back
    heads,   ///< in the whole window: all of them, and beneath them the letters
    words    ///< nothing beside them: a question that no picture goes with
};

/// Sentences with at most one thing to do.
struct LessonStep {
    std::string text;
    StepView view = StepView::stage;
    std::string next;                     ///< on the button that leads on, in the place of "Next"
    std::vector<std::string> menus{};     ///< and other controls that are in sight from here on: "mask", "temperature"
    std::vector<Said> says{};             ///< what is so now
    std::vector<Said> prompt{};           ///< over the field in which a name is typed
    std::vector<Said> remark{};           ///< about what was typed, in the place of the prompt
    std::size_t session = 0;              ///< of the lesson's
    bool hides_words = false;             ///< of the picture of one token: the learner says them
    bool hides_remark = false;            ///< what a picture says of its numbers: a later step asks that
    BlockPart block_to = BlockPart::next; ///< how far the picture of a block goes: what was told so far
    bool goes_on = false;                 ///< from where the learner is, instead of the session's beginning
    std::optional<Opening> open{};
    std::vector<std::string> points_at; ///< targets that are outlined
    std::vector<std::string> given;     ///< numbers of the text that no trace has
    LessonScript before;                ///< what acts before anything is asked: "click action:picture/softmax"
    std::optional<Bet> bet{};
    std::optional<LessonTask> task{};
    std::optional<ArrayId> formula{}; ///< whose formula concludes, in the learner's notation
    std::string note{};               ///< for who lectures
    std::size_t written = 0;          ///< where it stands in the file
};

/// A lesson by its id, and one of its steps.
struct PlaceInCourse {
    std::string_view lesson;
    std::size_t step = 0; ///< from 0

    /// "a-query/3": the third step.
    static PlaceInCourse of(std::string_view name);
};

/// A lesson, or a lecture: the same steps, on a wall.
struct Lesson {
    std::string id;             ///< "who-reads-whom"
    Index number = 0;           ///< in the course; 0: of no course
    bool on_wall = false;       ///< a lecture: its steps are scenes
    bool is_quiz = false;       ///< its questions, and their answers, come in an order that is drawn
    bool asks_again = false;    ///< of a quiz only what was missed; that is no place in the course
    std::string title;          ///< "Who reads whom"
    std::string idea;           ///< in half a sentence, for the page of all lessons
    std::vector<ArrayId> names; ///< the arrays that this lesson is the first to name
    std::vector<Session> sessions;
    std::vector<LessonStep> steps;
    LessonVariant draw{};    ///< what was chosen as it was read
    Index variants = 1;      ///< seeds beyond them draw the same numbers again
    bool takes_word = false; ///< it is read with the learner's own word
};

/// Reads a lesson and the sessions that it names: presets of the program, or files beside it. `name` begins messages,
/// which name the place and what was expected there.
Result<Lesson> parse_lesson(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                            const std::filesystem::path& assets, const LessonVariant& draw = {});
Result<Lesson> load_lesson(const std::filesystem::path& file, const std::filesystem::path& assets,
                           const LessonVariant& draw = {});

/// Of a quiz only the first of these questions, by where they stand in its file: those that were missed.
void ask_again(Lesson& quiz, const std::vector<Index>& missed);

/// What a step asks.
enum class Asked : std::uint8_t { nothing, bet, task };

/// What is read of a lesson's file without opening its sessions.
struct LessonLabel {
    std::string id;
    Index number = 0;
    bool on_wall = false;
    bool is_quiz = false;
    std::string title;
    std::string idea;
    Index steps = 0;
    std::vector<Asked> asked; ///< by each of them
    std::vector<ArrayId> names;
    std::vector<std::string> menus;
    std::filesystem::path file;
};

/// Whether this is a lesson, faulty or not: JSON with steps. What cannot be read is none.
bool is_lesson_file(const std::filesystem::path& file);
/// Fails as parse_lesson does.
Result<LessonLabel> read_lesson_label(const std::filesystem::path& file);

} // namespace attn
