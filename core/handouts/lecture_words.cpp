#include "core/handouts/lecture_words.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_words.h"
#include "core/notation/named_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace attn {

LectureWords::LectureWords(const FigureSource& source, const FigureRequest& shown, const Tour& tour)
    : steps_(shown.steps), session_(tour.session), is_told_(is_told({session_, source.trace})) {}

Prose LectureWords::told(const std::string& text) const {
    return is_told_ ? prose_in(session_, text) : Prose();
}

TexText LectureWords::tokens(Index item) const {
    const Sequence& sequence = session_.layer().sequence;
    std::vector<std::string> words;
    for (Index token = 0; token < sizes_of(session_.layer()).S_q; ++token)
        words.push_back(token_label(sequence, item, token));
    return tex_text(fmt::format("{}", fmt::join(words, " ")));
}

Prose LectureWords::lengths() const {
    const Prose unlike = words_on_widths(session_);
    return prose("{}.{}{}", words_of_lengths(session_), unlike.empty() ? "" : " ", unlike);
}

Prose LectureWords::letters() const {
    const std::string_view line = token_line(session_.tokens_as_columns);
    const bool has_several_heads = sizes_of(session_.layer()).H > 1;
    Prose words =
        prose("{} is a query, a {} that reads, {} a key, a {} that is read", write("<i>"), line, write("<j>"), line);
    if (has_several_heads)
        words += prose(", {} a head", write("<head>"));
    if (has_several_heads && first_head(session_.notation) == 0)
        words += ". Heads are counted from 0, tokens and numbers from 1";
    return words + ".";
}

Prose LectureWords::part(const Step& step, Index head) const {
    if (step.begins == TourPart::all_heads)
        return words_on_several_heads(session_);
    return prose("All of it, with the weights of head {}. {}",
                 write(fmt::format("<head> = {}", head_number(session_, head))),
                 words_on_one_head(step.source->session));
}

Prose LectureWords::one_head_beside_many() const {
    const Sizes sizes = sizes_of(session_.layer());
    const bool fill_width = sizes.H * sizes.d_k == sizes.D && sizes.H * sizes.d_v == sizes.D &&
                            sizes.D_context == sizes.D && sizes.queries_per_kv == 1;
    if (!session_.notation.profile().ends_beside_one_head || sizes.H == 1 || !fill_width || steps_ == StepsShown::all)
        return {};
    const auto shape = [&](Index columns) { return write(fmt::format(R"({} \times {})", sizes.D, columns)); };
    return prose("ne set of {} matrices and one {}; {} sets of {}, each a part of {}", shape(sizes.D), write("<Y>"),
                 sizes.H, shape(sizes.d_k), write("<C>"));
}

Prose LectureWords::write(std::string_view equation) const {
    return symbol_in(equation, notation_of(session_));
}

std::string_view title_of(TourPart part) {
    return part == TourPart::one_head ? "One head alone" : "All heads";
}

} // namespace attn
