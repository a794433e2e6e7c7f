#pragma once

#include "core/figure/figure.h"
#include "tests/judge/random_sessions.h"

#include <map>
#include <string>

namespace attn::test {

/// What was asked for of each kind of figure, and what became of it.
class FigureTally {
public:
    /// The figure that is asked for. Where it is refused, what the refusal says would do is asked for instead: it has
    /// to be laid out. Nothing where the refusal says that nothing would do, which has to be so; `request` is then as
    /// it was, and else what was laid out.
    std::optional<Figure> laid_out(Random& random, FigureRequest& request, const FigureSource& source);

    /// Fails where a kind was never laid out, or only in few of the cases in which somebody asked for it.
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
