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

/// The program's memory of its user, for all sessions.
struct Remembered {
    Look look = Look::light;
    bool grey = false;
    std::vector<std::filesystem::path> recent; ///< files opened or saved, the latest first
    bool highlights_changes = true;            ///< outlines for a moment what a change moved
    bool knows_start = false;                  ///< the first minute was seen, and does not open by itself again
    bool knows_all_menus = false;              ///< asked for the menus that no lesson has named yet
    std::map<std::string, Index> lessons{};    ///< by lesson: the furthest step; if finished, their number
    std::map<std::string, std::vector<Index>> open_steps{}; ///< by lesson: steps whose bet or task is still open
    std::map<std::string, LessonWork> lesson_work{};        ///< by lesson: what was answered
    std::string word{};                                     ///< typed in the first minute, for lessons
    std::map<std::string, std::vector<Index>> missed{};     ///< by quiz: questions last answered wrongly
    std::map<std::string, Index> quiz_scores{};             ///< by quiz: the most questions answered rightly
    std::int64_t missed_on = 0; ///< day on which a question was missed, or asked again; days since 1970
    int decimals = 2;           ///< decimals of numbers in cells
    float text_size = 1;        ///< factor on the desktop's size
    NotationChoice notation{};  ///< chosen last; for sessions that name none
    bool operator==(const Remembered&) const = default;
};

constexpr std::size_t most_recent_files = 10;
constexpr int most_shown_decimals = 6;

/// Puts a file first among the recent ones.
void remember_file(Remembered& remembered, const std::filesystem::path& file);

} // namespace attn
