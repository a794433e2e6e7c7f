#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/figure/display_list.h"
#include "core/figure/page.h"
#include "tests/judge/random_sessions.h"
#include "tests/reference/reference.h"

#include <map>
#include <string>
#include <vector>

namespace attn::test {

/// A session with its numbers, and those that changes are counted from.
struct Case {
    explicit Case(Random& random);

    Session session;
    Trace trace;
    Trace before;
    Reference reference; ///< what the numbers should be
    Reference reference_before;
};

/// How many random sessions are drawn: 220, at night 20,000, or what ATTN_TRUTH_SESSIONS says.
std::uint32_t number_of_sessions();
/// How many are read, which takes a tenth of the time: 3,000; the same otherwise.
std::uint32_t number_of_sessions_read();

std::string described(const FigureRequest& request, const Session& session);

/// All that is wrong with a picture, a sentence each.
std::vector<std::string> complaints(const DisplayList& list, const Box& page, const Case& drawn, bool grey);

/// What was found wrong, and where. Pictures with faults go as PNG into the folder ATTN_TRUTH_PICTURES, if there is
/// one.
class Findings {
public:
    void add(const std::string& kind, const std::string& where, const DisplayList& list, const Page& page,
             std::vector<std::string> wrong);
    void expect_none(int at_least) const;

private:
    std::map<std::string, int> bad_; // pictures of each kind
    int pictures_ = 0;
    int told_ = 0;
};

} // namespace attn::test
