#include "core/handouts/lengths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace attn {

std::string words_of_lengths(const Sizes& sizes, const std::function<std::string(std::string_view, Index)>& written) {
    std::vector<std::string> words;
    if (sizes.B > 1)
        words.push_back(fmt::format("{} items", sizes.B));
    if (sizes.S_q == sizes.S_k)
        words.push_back(written("<S>", sizes.S_q) + " tokens");
    else {
        words.push_back(written("<S_q>", sizes.S_q) + " queries");
        words.push_back(written("<S_k>", sizes.S_k) + " keys");
    }
    words.push_back("width " + written("<D>", sizes.D));
    if (sizes.H > 1)
        words.push_back(written("<H>", sizes.H) + " heads");
    words.push_back((sizes.d_k == sizes.d_v ? "of width " : "keys of width ") + written("<d_k>", sizes.d_k));
    if (sizes.d_k != sizes.d_v)
        words.push_back("values of width " + written("<d_v>", sizes.d_v));
    return fmt::format("{}", fmt::join(words, ", "));
}

} // namespace attn
