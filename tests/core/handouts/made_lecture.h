#pragma once

#include "core/handouts/lecture_tex.h"
#include "tests/core/figure/figures.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

using LectureOf = decltype(lecture_notes);

/// The text of what is made of a preset in somebody's notation, once for all tests of a suite.
template <LectureOf make>
const std::string& lecture_of(const std::string& preset, const NotationChoice& notation) {
    static std::map<std::pair<std::string, std::string>, std::string> made;
    std::string& text = made[{preset, notation.name()}];
    if (text.empty()) {
        const Drawn drawn = Drawn::preset(preset);
        FigureRequest shown;
        shown.notation = notation;
        const auto files = make(drawn.source(), shown);
        EXPECT_TRUE(files) << (files ? "" : files.error().message);
        if (files)
            text = files->front().bytes;
    }
    return text;
}

/// The text of a preset's section in somebody's notation.
inline std::string section_of(const std::string& preset, const NotationChoice& notation) {
    return lecture_of<lecture_notes>(preset, notation);
}

/// The text of a preset's deck in somebody's notation.
inline std::string deck_of(const std::string& preset, const NotationChoice& notation) {
    return lecture_of<slide_deck>(preset, notation);
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
