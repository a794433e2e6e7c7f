#include "ui/actions/quiz.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace attn {

void note_missed(Workspace& workspace) {
    const LessonRun& run = *workspace.lesson;
    auto& missed = workspace.missed;
    if (!run.lesson->is_quiz || run.bet.is_shown)
        return;
    std::vector<Index>& questions = missed[run.lesson->id];
    const auto number = static_cast<Index>(run.now().written);
    std::erase(questions, number);
    if (!run.bet.was_right)
        questions.push_back(number);
    if (questions.empty())
        missed.erase(run.lesson->id);
}

void note_best_score(const UiContext& ui, Workspace& workspace) {
    const LessonLabel* const label = ui.status.lessons->find(workspace.lesson->lesson->id);
    if (label == nullptr || !label->is_quiz)
        return;
    const auto furthest = workspace.lesson_progress.find(label->id);
    if (furthest != workspace.lesson_progress.end() && furthest->second >= label->steps)
        workspace.quiz_scores[label->id] = best_score(ui, *label);
}

Index questions_of(const LessonLabel& quiz) {
    return std::ranges::count(quiz.asked, Asked::bet);
}

Index best_score(const UiContext& ui, const LessonLabel& quiz) {
    const auto count_in = [&](const std::map<std::string, std::vector<Index>>& steps) {
        const auto found = steps.find(quiz.id);
        return found == steps.end() ? Index{0} : std::ssize(found->second);
    };
    const Index by_now = questions_of(quiz) - count_in(ui.workspace.open_steps) - count_in(ui.workspace.missed);
    const auto kept = ui.workspace.quiz_scores.find(quiz.id);
    return kept == ui.workspace.quiz_scores.end() ? by_now : std::max(by_now, kept->second);
}

void keep_quiz(Workspace& workspace) {
    const auto& run = workspace.lesson;
    if (run && run->lesson->is_quiz && !run->lesson->asks_again && !run->has_ended)
        workspace.left_quiz = run;
}

} // namespace attn
