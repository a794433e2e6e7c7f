#pragma once

#include "core/handouts/lecture_tex.h"
#include "tests/core/figure/figures.h"

#include <string>
#include <vector>

namespace attn::test {

/// The text of a preset's section in somebody's notation.
inline std::string section_of(const std::string& preset, const NotationChoice& notation) {
    const Drawn drawn = Drawn::preset(preset);
    FigureRequest shown;
    shown.notation = notation;
    const auto files = lecture_notes(drawn.source(), shown);
    EXPECT_TRUE(files) << (files ? "" : files.error().message);
    return files ? files->front().bytes : std::string();
}

/// The text of a preset's deck in somebody's notation.
inline std::string deck_of(const std::string& preset, const NotationChoice& notation) {
    const Drawn drawn = Drawn::preset(preset);
    FigureRequest shown;
    shown.notation = notation;
    const auto files = slide_deck(drawn.source(), shown);
    EXPECT_TRUE(files) << (files ? "" : files.error().message);
    return files ? files->front().bytes : std::string();
}

/// The frames of a deck behind its title.
inline std::vector<std::string> frames_of_deck(const std::string& deck) {
    constexpr std::string_view begin = "\\begin{frame}{";
    std::vector<std::string> frames;
    for (std::size_t at = deck.find(begin); at != std::string::npos; at = deck.find(begin, at + 1))
        frames.push_back(deck.substr(at, deck.find("\\end{frame}", at) - at));
    return frames;
}

} // namespace attn::test
