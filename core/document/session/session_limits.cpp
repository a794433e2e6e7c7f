#include "core/document/session/session_limits.h"

#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <array>
#include <set>

namespace attn {

namespace {

struct Limit {
    std::string_view name; ///< name of the length; empty if `words` contain it
    std::string_view words;
    Index value;
    Index least;
    Index most;
};

/// The largest number of floats in a weight, with all heads.
constexpr Index weight_limit = Index{1} << 26;

Index scores_of(const Sizes& sizes) {
    return sizes.B * sizes.H * sizes.S_q * sizes.S_k;
}

std::string sequences_of(const Sizes& sizes) {
    return fmt::format("{} {}", sizes.B, noun_for(sizes.B, "sequence"));
}

std::string heads_of(const Sizes& sizes) {
    return fmt::format("{} {}", sizes.H, noun_for(sizes.H, "head"));
}

} // namespace

Result<void> check_limits(const Sizes& sizes) {
    const std::array limits{
        Limit{"B", ", the number of sequences,", sizes.B, 1, item_limit},
        Limit{"S", ", the number of tokens,", sizes.S_q, 1, token_limit},
        Limit{"", "the number of tokens of the context", sizes.S_k, 1, token_limit},
        Limit{"H", ", the number of heads,", sizes.H, 1, head_limit},
        Limit{"d_model", "", sizes.D, 0, width_limit},
        Limit{"d_model", " of the context", sizes.D_context, 0, width_limit},
        Limit{"d_k", "", sizes.d_k, 0, width_limit},
        Limit{"d_v", "", sizes.d_v, 0, width_limit},
    };
    for (const Limit& limit : limits)
        if (limit.value < limit.least || limit.value > limit.most)
            return error("{}{} is {}, expected {} to {}", named(limit.name), limit.words, limit.value, limit.least,
                         limit.most);
    // The product of four lengths cannot overflow, because each of them has been checked.
    if (scores_of(sizes) > score_limit)
        return error("{} with {} and {} × {} scores are too many to compute; expected at most {} scores",
                     sequences_of(sizes), heads_of(sizes), sizes.S_q, sizes.S_k, score_limit);
    const Index tokens = sizes.B * std::max(sizes.S_q, sizes.S_k);
    if (tokens * std::max({sizes.D, sizes.D_context, sizes.H * std::max(sizes.d_k, sizes.d_v)}) > array_limit)
        return error("{} of {} tokens with {} and {} {} are too many to hold; expected at most {} numbers in one array",
                     sequences_of(sizes), std::max(sizes.S_q, sizes.S_k), heads_of(sizes), named("d_model"), sizes.D,
                     array_limit);
    if (sizes.H * std::max(sizes.D, sizes.D_context) * std::max(sizes.d_k, sizes.d_v) > weight_limit)
        return error("weights of {} with {} {}, {} {} and {} {} are too many to hold; expected at most {} "
                     "numbers in one of them",
                     heads_of(sizes), named("d_model"), std::max(sizes.D, sizes.D_context), named("d_k"), sizes.d_k,
                     named("d_v"), sizes.d_v, weight_limit);
    return {};
}

Result<void> check_window_limits(const Sizes& sizes) {
    if (auto fits = check_limits(sizes); !fits)
        return fits;
    if (scores_of(sizes) > array_limit)
        return error("{} with {} and {} × {} scores are too many to show at once; expected at most {} scores. "
                     "Figures, traces and check compute them head by head",
                     sequences_of(sizes), heads_of(sizes), sizes.S_q, sizes.S_k, array_limit);
    if (sizes.B * sizes.H * std::max(sizes.S_q, sizes.S_k) * std::max({sizes.D, sizes.d_k, sizes.d_v}) > array_limit)
        return error("{} of {} tokens with {} and {} {} are too many to show at once; expected at most {} numbers "
                     "in one array. Figures, traces and check compute them head by head",
                     sequences_of(sizes), std::max(sizes.S_q, sizes.S_k), heads_of(sizes), named("d_model"), sizes.D,
                     array_limit);
    return {};
}

Result<Session> for_window(Result<Session> session, std::string_view name) {
    if (!session)
        return session;
    if (auto fits = check_window_limits(sizes_of(session->layer())); !fits)
        return name.empty() ? fits.error() : error("{}: {}", name, named(fits.error()));
    return session;
}

Result<void> check_token_text(std::string_view text) {
    if (text.size() > token_bytes_limit)
        return error("the text of a token has {} bytes, expected at most {}", text.size(), token_bytes_limit);
    if (!is_utf8(text))
        return error("the text of a token is not UTF-8");
    return {};
}

Result<void> check_hypothesis_text(std::string_view text) {
    if (text.size() > hypothesis_bytes_limit)
        return error("the hypothesis has {} bytes, expected at most {}", text.size(), hypothesis_bytes_limit);
    if (!is_utf8(text))
        return error("the hypothesis is not UTF-8");
    if (std::ranges::any_of(text, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }))
        return error("the hypothesis has a line break or another control character; expected one line of text");
    return {};
}

Result<void> check_session_text(std::string_view text) {
    if (text.size() > session_text_bytes_limit)
        return error("the text has {} bytes, expected at most {}", text.size(), session_text_bytes_limit);
    if (!is_utf8(text))
        return error("the text is not UTF-8");
    if (std::ranges::any_of(text, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }))
        return error("the text has a line break or another control character; expected one paragraph");
    return {};
}

namespace {

Result<void> check_label(std::string_view text, std::string_view what) {
    if (text.empty() || text.size() > label_bytes_limit)
        return error("{} has {} bytes, expected 1 to {}", what, text.size(), label_bytes_limit);
    if (!is_utf8(text))
        return error("{} is not UTF-8", what);
    if (std::ranges::any_of(text, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }))
        return error("{} has a line break or another control character; expected one line of text", what);
    return {};
}

} // namespace

Result<void> check_readout(const ReadOut& readout) {
    if (auto fits = check_label(readout.name, "the name"); !fits)
        return fits;
    if (readout.count() < least_labels)
        return error("there are {} labels, expected at least {}", readout.count(), least_labels);
    for (const std::string& label : readout.labels)
        if (auto fits = check_label(label, "a label"); !fits)
            return fits;
    return {};
}

Result<void> check_readouts(const std::vector<ReadOut>& readouts, Index width) {
    if (std::ssize(readouts) > readout_limit)
        return error("there are {} read-outs, expected at most {}", readouts.size(), readout_limit);
    for (auto readout = readouts.begin(); readout != readouts.end(); ++readout) {
        if (auto fits = check_readout(*readout); !fits)
            return fits;
        if (readout->first < 0 || readout->first >= width || readout->count() > width - readout->first)
            return error("the columns {} to {} are not all among the {} of {}", readout->first + 1,
                         readout->first + readout->count(), width, named(ArrayId::Y));
        if (std::ranges::find(readouts.begin(), readout, readout->name, &ReadOut::name) != readout)
            return error("there are two read-outs “{}”", printable(readout->name));
    }
    return {};
}

bool is_figure_name(std::string_view name) {
    return !name.empty() && name.size() <= figure_name_bytes_limit && name.front() != '.' && name.front() != '-' &&
           name.find_first_of("/\\") == std::string_view::npos && printable(name, figure_name_bytes_limit) == name;
}

Result<void> check_figures(const std::vector<FigureRequest>& figures) {
    std::set<std::string_view> names;
    for (const FigureRequest& figure : figures) {
        if (!is_figure_name(figure.name))
            return error("“{}” is no name for a figure's file", printable(figure.name));
        if (!names.insert(figure.name).second)
            return error("there is a figure “{}” already", printable(figure.name));
    }
    if (std::ssize(figures) > figure_limit)
        return error("there are {} figures, expected at most {}", figures.size(), figure_limit);
    return {};
}

} // namespace attn
