// What is drawn is what is so: random sessions, any kind of figure of any array of them.

#include "core/engine/engine.h"
#include "core/figure/figure.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pipeline.h"
#include "core/figure/png.h"
#include "tests/core/figure/fonts.h"
#include "tests/truth/layout.h"
#include "tests/truth/numbers.h"
#include "tests/truth/random_sessions.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>

namespace attn {
namespace {

using test::Random;

constexpr std::uint32_t sessions_checked = 300;
constexpr std::uint32_t sessions_checked_nightly = 20000;
constexpr int pictures_of_each = 12;

std::uint32_t number_of_sessions() {
    if (const char* const asked = std::getenv("ATTN_TRUTH_SESSIONS"))
        return static_cast<std::uint32_t>(std::atoi(asked));
    return std::getenv("ATTN_NIGHTLY") == nullptr ? sessions_checked : sessions_checked_nightly;
}

std::string described(const FigureRequest& request, const Session& session) {
    return fmt::format("--kind {} --stage {} --head {} --row {} --column {}{} ({} pt{}{}, {}{}, {} heads, {} tokens)",
                       request.kind, array_name(*request.array), *request.head + 1, *request.row + 1,
                       *request.column + 1, request.width ? fmt::format(" --width {}", *request.width) : "",
                       request.font_size, request.grey ? ", grey" : "", request.dark ? ", dark" : "",
                       session.notation.name(), session.tokens_as_columns ? ", columns" : "",
                       sizes_of(session.layer()).H, sizes_of(session.layer()).S_q);
}

/// What was found wrong, and where.
class Findings {
public:
    void add(const std::string& kind, const std::string& where, const DisplayList& list, const Page& page,
             std::vector<std::string> wrong) {
        ++pictures_;
        if (wrong.empty())
            return;
        ++bad_[kind];
        if (const char* const folder = std::getenv("ATTN_TRUTH_PICTURES"))
            if (const auto bytes = write_png(list, page, 1.5F, typesetter()))
                std::ofstream(std::filesystem::path(folder) / fmt::format("{}-{}.png", kind, pictures_),
                              std::ios::binary)
                    << *bytes;
        if (told_++ >= most_told)
            return;
        wrong.resize(std::min<std::size_t>(wrong.size(), 6));
        ADD_FAILURE() << fmt::format("{} {}: {}\n  {}", pictures_, kind, where, fmt::join(wrong, "\n  "));
    }

    void expect_none(int at_least) const {
        EXPECT_TRUE(bad_.empty()) << fmt::format("{} among {} pictures", fmt::join(bad_, ", "), pictures_);
        EXPECT_GT(pictures_, at_least);
    }

private:
    static constexpr int most_told = 30;
    std::map<std::string, int> bad_; // pictures of each kind
    int pictures_ = 0;
    int told_ = 0;
};

std::vector<std::string> complaints(const DisplayList& list, const Box& page, const Trace& trace, const Trace* baseline,
                                    bool grey) {
    std::vector<std::string> all = test::layout_complaints(list, page);
    if (grey)
        std::ranges::move(test::colour_complaints(list), std::back_inserter(all));
    std::ranges::move(test::number_complaints(list, trace, baseline), std::back_inserter(all));
    return all;
}

/// A session with its numbers, and those that changes are counted from.
struct Case {
    explicit Case(Random& random)
        : session(test::random_session(random)), trace(test::computed(session.layer())),
          before(test::computed(test::random_baseline(random, session).layer())) {}

    Session session;
    Trace trace;
    Trace before;
};

/// Asks for a dozen pictures of each of the random sessions.
template <class Check>
void for_each_request(const Check& check) {
    for (std::uint32_t seed = 0; seed < number_of_sessions(); ++seed) {
        Random random(seed);
        const Case drawn(random);
        for (int i = 0; i < pictures_of_each; ++i)
            check(random, drawn, test::random_figure(random, drawn.session), i);
    }
}

/// What the request is about, as the window looks at it.
ViewState view_of(const FigureRequest& request) {
    ViewState view;
    if (is_stage(*request.array))
        view.step = *request.array;
    else
        view.parameter = request.array;
    view.item = *request.item;
    view.head = *request.head;
    view.row = *request.row;
    view.column = *request.column;
    view.look = request.dark ? Look::dark : Look::light;
    view.grey = request.grey;
    return view;
}

/// The stage of windows from 1280 × 720 to 3840 × 2160; every other one is that of a small window.
Box random_stage(Random& random) {
    const bool is_small = test::random_index(random, 0, 1) == 0;
    return {24, 24, static_cast<float>(test::random_index(random, 640, is_small ? 900 : 3200)),
            static_cast<float>(test::random_index(random, 390, is_small ? 560 : 1800))};
}

TEST(Truth, OfFiguresOfRandomSessions) {
    Findings findings;
    for_each_request([&](Random& /*random*/, const Case& drawn, const FigureRequest& request, int /*number*/) {
        const auto figure = lay_out(request, {drawn.session, drawn.trace, typesetter(), &drawn.before});
        if (figure) // otherwise there is no such picture, or it has no room, and says so
            findings.add(request.kind, described(request, drawn.session), figure->list, figure->page,
                         complaints(figure->list, figure->page.area, drawn.trace, &drawn.before, request.grey));
    });
    findings.expect_none(static_cast<int>(number_of_sessions()));
}

TEST(Truth, OfPicturesInTheWindow) {
    Findings findings;
    for_each_request([&](Random& random, const Case& drawn, const FigureRequest& request, int number) {
        ViewState view = view_of(request);
        view.shows_change = number % 3 == 0;
        PictureCache cache;
        const DrawContext drawing{drawn.session, drawn.trace, view, typesetter(), cache, &drawn.before};
        const std::vector<PictureId> fitting = fitting_pictures(drawing);
        const Picture& shown =
            picture(fitting[static_cast<std::size_t>(test::random_index(random, 0, std::ssize(fitting) - 1))]);
        const Box area = random_stage(random);
        DisplayList list;
        shown.draw(list, drawing, area);
        const Box panel = area.grown(24);
        findings.add(std::string(shown.name),
                     fmt::format("{}{} in {:.0f}×{:.0f}", described(request, drawn.session),
                                 view.shows_change ? ", changed" : "", area.width, area.height),
                     list, {panel, drawing.theme().panel},
                     complaints(list, panel, drawn.trace, &drawn.before, request.grey));
    });
    findings.expect_none(static_cast<int>(number_of_sessions()));
}

TEST(Truth, OfTheDiagramBesideTheStage) {
    Findings findings;
    for (std::uint32_t seed = 0; seed < number_of_sessions(); ++seed) {
        Random random(seed);
        const Case drawn(random);
        const FigureRequest request = test::random_figure(random, drawn.session);
        const ViewState state = view_of(request);
        PictureCache cache;
        const DrawContext drawing{drawn.session, drawn.trace, state, typesetter(), cache, &drawn.before};
        const Point size = pipeline_size(drawn.trace);
        PipelineView view;
        view.area = {0, 0, size.x, size.y};
        view.marks_step = true;
        DisplayList list;
        pipeline_picture(list, drawing, view);
        findings.add("pipeline", described(request, drawn.session), list, {view.area, drawing.theme().panel},
                     complaints(list, view.area, drawn.trace, &drawn.before, request.grey));
    }
    findings.expect_none(static_cast<int>(number_of_sessions()) - 1);
}

} // namespace
} // namespace attn
