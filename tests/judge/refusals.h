#pragma once

#include "core/figure/figure.h"
#include "tests/judge/random_sessions.h"

#include <map>
#include <string>

namespace attn::test {

/// Counts the requests for each kind of figure, and their outcomes.
class FigureTally {
public:
    /// The requested figure. If it is refused, the alternative that the refusal names is tried and must be laid out;
    /// `request` becomes that alternative. nullopt if the refusal says that there is no alternative, which must be
    /// true; `request` then stays as it was.
    std::optional<Figure> laid_out(Random& random, FigureRequest& request, const FigureSource& source);

    /// Fails if a kind was never laid out, or only in few of the requested cases.
    void expect_all_kinds() const;

private:
    struct Kind {
        int asked = 0;
        int laid_out = 0;
        std::map<std::string, int> refused; ///< by reason
    };
    std::string table() const;

    std::map<std::string, Kind> kinds_;
};

} // namespace attn::test
