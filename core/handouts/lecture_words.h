#pragma once

#include "core/handouts/lengths.h"
#include "core/handouts/tour.h"
#include "core/text/prose.h"
#include "core/text/tex_escape.h"

#include <string>
#include <string_view>

namespace attn {

/// Words about a session that notes and slides have in common.
class LectureWords {
public:
    /// The source and the tour must outlive this.
    LectureWords(const FigureSource& source, const FigureRequest& shown, const Tour& tour);

    const Session& session() const { return session_; }
    std::string title() const { return session_.title.empty() ? "Attention" : session_.title; }
    /// A text that the session's author wrote about its numbers; empty if the numbers have changed so that it may be
    /// false.
    Prose told(const std::string& text) const;
    TexText tokens(Index item) const;
    /// Sentences about the layer's lengths, and about those that differ from the lengths in the notes.
    Prose lengths() const;
    /// The meaning of the letters that count rows, columns and heads in formulas, and the number of the first head.
    Prose letters() const;
    /// The introduction to the part of the tour that begins with this step. `head` is the one that is explained as a
    /// layer of its own.
    Prose part(const Step& step, Index head) const;
    /// A sentence that compares one head as wide as the model with several heads that share that width. Its first
    /// letter is missing: "ne set of …". Empty unless the notes end with it, the heads fill the model's width, and the
    /// tour shows only the notes' steps.
    Prose one_head_beside_many() const;

private:
    Prose write(std::string_view equation) const;

    StepsShown steps_;
    const Session& session_;
    bool is_told_;
};

/// The heading of a part, and of the figure of one head beside many.
std::string_view title_of(TourPart part);
inline constexpr std::string_view title_of_shapes = "One head beside many, by shapes";

} // namespace attn
