// A figure that takes long reports its progress, can be cancelled, and equals the figure that takes no time.

#include "core/export/figure_file.h"
#include "core/files/file.h"
#include "tests/core/figure/figures.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>
#include <utility>

namespace attn {
namespace {

using test::Drawn;

/// A layer so wide that its decompositions take longer than a frame.
Drawn wide_layer() {
    return Drawn::json(
        "{'version': 1, 'seed': 3, 'tokens': ['rose', 'is', 'a'], 'sizes': {'d_model': 128, 'heads': 1}}");
}

using Steps = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(SlowFigure, SaysHowManyOfItsDecompositionsAreDone) {
    const Drawn drawn = wide_layer();
    const TemporaryFolder folder;
    for (const auto& [kind, count] : {std::pair("spectrum", std::size_t{2}), std::pair("projection", std::size_t{1})}) {
        Steps steps;
        ExportWork work;
        work.progress = [&](std::size_t done, std::size_t all) { steps.emplace_back(done, all); };
        const FigureRequest request = test::request_of(kind, ArrayId::Q);
        ASSERT_TRUE(write_figure(request, drawn.source(), folder / "a.svg", work)) << kind;
        Steps wanted;
        for (std::size_t done = 0; done <= count; ++done)
            wanted.emplace_back(done, count);
        EXPECT_EQ(steps, wanted) << kind;
        const auto at_once = figure_content(request, drawn.source(), "svg");
        ASSERT_TRUE(at_once) << kind;
        EXPECT_EQ(*read_text_file(folder / "a.svg"), at_once->bytes) << kind;
    }
}

TEST(SlowFigure, SaysNothingWhereItTakesNoTime) {
    const Drawn drawn = Drawn::preset("by-hand");
    const TemporaryFolder folder;
    ExportWork work;
    work.progress = [&](std::size_t, std::size_t) { ADD_FAILURE() << "there is nothing to wait for"; };
    ASSERT_TRUE(write_figure(test::request_of("spectrum", ArrayId::scores), drawn.source(), folder / "a.svg", work));
}

TEST(SlowFigure, ThatIsCancelledLeavesNothing) {
    const Drawn drawn = wide_layer();
    const TemporaryFolder folder;
    for (const char* const name : {"a.svg", "a.csv", "a.npz"}) {
        std::stop_source stop;
        ExportWork work;
        work.stop = stop.get_token();
        work.progress = [&](std::size_t, std::size_t) { stop.request_stop(); };
        const auto written =
            write_figure(test::request_of("spectrum", ArrayId::scores), drawn.source(), folder / name, work);
        ASSERT_FALSE(written) << name;
        EXPECT_EQ(written.error().message, "The figure was cancelled.");
        EXPECT_EQ(folder.count_files(), 0U) << name;
    }
}

TEST(SlowFigure, ThatDoesNotFitIsToldTheSizeOfAllOfIt) {
    const Drawn drawn = wide_layer();
    const TemporaryFolder folder;
    FigureRequest request = test::request_of("spectrum", ArrayId::scores);
    request.width = 10;
    request.height = 3;
    const auto written = write_figure(request, drawn.source(), folder / "a.svg");
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find(drawn.refusal(request)), std::string::npos) << written.error().message;
}

} // namespace
} // namespace attn
