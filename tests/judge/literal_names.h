#pragma once

#include "core/document/session/session.h"
#include "core/figure/display_list.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// Finds the names of arrays and lengths as files and the command line have them, "W_Q", "row_max", "d_k", that stand
/// in a text as words although the session's notation calls them otherwise. Words that a sentence can have anyway,
/// "scores", count where a head or a cell follows; the article A does not, nor does what a token says.
class LiteralNames {
public:
    explicit LiteralNames(const Session& session);

    /// "W_Q in “swap W_Q with …”"
    std::vector<std::string> in(std::string_view text) const;
    /// Of all texts of a picture.
    std::vector<std::string> in(const DisplayList& list) const;

private:
    std::set<std::string, std::less<>> allowed_; ///< all that the notation may write, and the tokens
};

} // namespace attn::test
