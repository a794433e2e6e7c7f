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

/// The text without the marks where TeX may break a formula.
inline std::string unmarked(std::string text) {
    constexpr std::string_view mark = "\\stepside ";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
        text.replace(at, mark.size(), at > 0 && text[at - 1] == ' ' ? "" : " ");
    return text;
}

/// The document's text with each sentence of sentences.tex in its place, and without marks.
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
    return unmarked(std::move(text));
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

/// The frames of a deck behind its title, or the words of which TeX makes several.
inline std::vector<std::string> frames_of_deck(const std::string& deck) {
    std::vector<std::string> frames;
    for (std::size_t at = deck.find("\\titlepage"); at != std::string::npos;) {
        const std::size_t next = std::min(deck.find("\n\\begin{frame}{", at + 1), deck.find("\n\\stepframes{", at + 1));
        if (deck[at] == '\n')
            frames.push_back(deck.substr(at, next - at));
        at = next;
    }
    return frames;
}

} // namespace attn::test
