#pragma once

#include "core/document/session/lesson_work.h"
#include "core/figure/theme.h"
#include "core/notation/notation.h"
#include "core/tensor/matrix.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace attn {

/// What the program remembers of its user, whatever the session.
struct Remembered {
    Look look = Look::light;
    bool grey = false;
    std::vector<std::filesystem::path> recent; ///< files that were opened or saved, the latest first
    bool highlights_changes = true;            ///< what a change moved is outlined for a moment
    bool knows_start = false;                  ///< the first minute was seen, and does not come by itself again
    std::map<std::string, Index> lessons{};    ///< by lesson: the furthest step, or as many as it has
    std::map<std::string, std::vector<Index>> open_steps{}; ///< by lesson: those whose bet or task is open still
    std::map<std::string, LessonWork> lesson_work{};        ///< by lesson: what was answered in it
    std::string word{};                                     ///< what was typed in the first minute, for lessons
    std::map<std::string, std::vector<Index>> missed{}; ///< of a quiz by its id: the questions answered wrongly last
    std::map<std::string, Index> quiz_scores{};         ///< by quiz: the most questions that were answered rightly
    std::int64_t missed_on = 0; ///< the day on which one was, or they were asked again, counted from 1970
    int decimals = 2;           ///< of numbers in cells
    float text_size = 1;        ///< of the window, times the desktop's
    NotationChoice notation{};  ///< chosen last; sessions that name none are shown in it
    bool operator==(const Remembered&) const = default;
};

constexpr std::size_t most_recent_files = 10;
constexpr int most_shown_decimals = 6;

/// Puts a file first among the recent ones.
void remember_file(Remembered& remembered, const std::filesystem::path& file);

} // namespace attn
