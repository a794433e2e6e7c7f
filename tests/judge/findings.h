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

/// A session with its numbers, and a baseline for changes.
struct Case {
    explicit Case(Random& random);

    Session session;
    Trace trace;
    Trace before;
    Reference reference; ///< the right numbers
    Reference reference_before;
};

/// The number of random sessions: 220, at night 20,000, or ATTN_TRUTH_SESSIONS.
std::uint32_t number_of_sessions();
/// The number of random sessions for tests that only read texts and take a tenth of the time: 3,000, otherwise the
/// same.
std::uint32_t number_of_sessions_read();

std::string described(const FigureRequest& request, const Session& session);

/// All faults of a picture, a sentence each.
std::vector<std::string> complaints(const DisplayList& list, const Box& page, const Case& drawn, bool grey);

/// Collects faults and their places. Pictures with faults go as PNG into the folder ATTN_TRUTH_PICTURES, if it is set.
class Findings {
public:
    void add(const std::string& kind, const std::string& where, const DisplayList& list, const Page& page,
             std::vector<std::string> wrong);
    void expect_none(int at_least) const;

private:
    std::map<std::string, int> bad_; // by kind of picture
    int pictures_ = 0;
    int told_ = 0;
};

} // namespace attn::test
