#pragma once

#include "core/handouts/lecture_tex.h"
#include "tests/core/figure/figures.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::test {

/// The document's text with each sentence of sentences.tex in its place.
inline std::string with_sentences(const std::vector<DocumentFile>& files) {
    std::string text = files.front().bytes;
    for (const DocumentFile& file : files) {
        constexpr std::string_view begin = "\n\\sentence{";
        for (std::size_t at = file.name == "sentences.tex" ? file.bytes.find(begin) : std::string::npos;
             at != std::string::npos; at = file.bytes.find(begin, at + 1)) {
            const std::size_t name = at + begin.size();
            const std::size_t words = file.bytes.find("}{", name) + 2;
            const std::size_t end = std::min(file.bytes.find(begin, words), file.bytes.size() - 1) - 1;
            const std::string said = "\\say{" + file.bytes.substr(name, words - 2 - name) + "}";
            if (const std::size_t place = text.find(said); place != std::string::npos)
                text.replace(place, said.size(), file.bytes.substr(words, end - words));
        }
    }
    return text;
}

/// The text with a formula's numbers on its own line, also where a narrow column has them on the next.
inline std::string with_numbers_beside(std::string text) {
    for (const std::string_view between :
         {"} \\notag \\\\[3pt]\n{\\color{black!60}", "} \\\\[3pt]\n{\\color{black!60}"})
        for (std::size_t at = text.find(between); at != std::string::npos; at = text.find(between, at))
            text.erase(at, between.size());
    return text;
}

using LectureOf = decltype(lecture_notes);

/// The text made from a preset in a notation, once for all tests of a suite.
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
            text = with_sentences(*files);
    }
    return text;
}

/// The text of a preset's section in a notation.
inline std::string section_of(const std::string& preset, const NotationChoice& notation) {
    return lecture_of<lecture_notes>(preset, notation);
}

/// The text of a preset's deck in a notation.
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
