#pragma once

#include "core/document/session/session.h"
#include "core/figure/display_list.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// Finds names of arrays and lengths as in files and on the command line ("W_Q", "row_max", "d_k") that stand as words
/// in a text although the session's notation has others. Ordinary words such as "scores" count only before a head or a
/// cell. The article A and the words of tokens do not count.
class LiteralNames {
public:
    explicit LiteralNames(const Session& session);

    /// The names in a text, with their surroundings: "W_Q in “swap W_Q with …”".
    std::vector<std::string> in(std::string_view text) const;
    /// The names in all texts of a picture.
    std::vector<std::string> in(const DisplayList& list) const;

private:
    std::set<std::string, std::less<>> allowed_; ///< everything that the notation may write, and the tokens
};

} // namespace attn::test
