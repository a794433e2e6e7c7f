// The files after an export that fails half-way, or is stopped.

#include "core/export/document.h"
#include "core/export/figure_file.h"
#include "core/export/figure_series.h"
#include "core/export/overlay.h"
#include "core/files/file.h"
#include "tests/core/figure/figures.h"
#include "tests/failing_calls.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>
#include <map>

namespace attn {
namespace {

using test::Drawn;

/// The contents of all files in the folder, by their names.
std::map<std::string, std::string> contents_of(const std::filesystem::path& folder) {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        contents[entry.path().filename().string()] = read_text_file(entry.path()) ? *read_text_file(entry.path()) : "?";
    return contents;
}

FigureRequest small_product() {
    FigureRequest request;
    request.kind = "product";
    request.array = ArrayId::scores;
    request.row = 0;
    request.width = 12;
    return request;
}

/// Exports into a folder that has old files of all names but the first, and expects all new files or none.
template <class Export>
void expect_all_or_none(const Export& write_into) {
    const TemporaryFolder folder;
    const std::filesystem::path made = folder / "made";
    ASSERT_TRUE(std::filesystem::create_directory(made));
    ASSERT_TRUE(write_into(made));
    const auto after = contents_of(made);
    ASSERT_FALSE(after.empty());
    auto before = after;
    before.erase(before.begin());
    for (auto& [name, content] : before)
        content = "old " + name;
    int failures = 0;
    with_every_call_failing(
        [&] {
            std::error_code ignored;
            std::filesystem::remove_all(made, ignored);
            std::filesystem::create_directory(made);
            return write_into(made);
        },
        [&](const Result<void>& written) {
            failures += written ? 0 : 1;
            EXPECT_TRUE(contents_of(made) == (written ? after : std::map<std::string, std::string>()));
        });
    EXPECT_GE(failures, 4);
    // The same with old files to be replaced; only the last renames matter.
    for (int nth = 1; nth <= static_cast<int>(after.size()); ++nth) {
        std::filesystem::remove_all(made);
        std::filesystem::create_directory(made);
        for (const auto& [name, content] : before)
            ASSERT_TRUE(write_text_file(made / name, content));
        const FailingCalls failing(SystemCall::rename, nth);
        EXPECT_FALSE(write_into(made)) << nth;
        EXPECT_TRUE(contents_of(made) == before) << nth;
    }
}

TEST(ExportFaults, OfOneFigureLeaveItWholeOrNotAtAll) {
    const Drawn drawn = Drawn::preset("by-hand");
    for (const char* name : {"a.svg", "a.png", "a.npz"})
        expect_all_or_none([&](const std::filesystem::path& folder) -> Result<void> {
            const auto remarks = write_figure(small_product(), drawn.source(), folder / name);
            return remarks ? Result<void>() : remarks.error();
        });
}

TEST(ExportFaults, OfASeriesLeaveAllOfItOrNothing) {
    const Drawn drawn = Drawn::preset("by-hand");
    expect_all_or_none([&](const std::filesystem::path& folder) {
        return write_overlay(small_product(), drawn.source(), folder, "svg", {});
    });
}

TEST(ExportFaults, OfAWorksheetLeaveItWithItsKeyOrNeither) {
    const Drawn drawn = Drawn::preset("by-hand");
    expect_all_or_none([&](const std::filesystem::path& folder) {
        DocumentRequest request;
        request.kind = DocumentKind::worksheet;
        request.key = folder / "key.pdf";
        return write_document(request, drawn.source(), folder / "sheet.pdf", {});
    });
}

TEST(ExportFaults, ASeriesThatIsStoppedLeavesNothingNotEvenItsFolder) {
    const Drawn drawn = Drawn::preset("by-hand");
    const TemporaryFolder folder;
    std::stop_source stop;
    ExportWork work;
    work.stop = stop.get_token();
    work.progress = [&](std::size_t done, std::size_t) {
        if (done == 3)
            stop.request_stop();
    };
    const FigureRequest request;
    const auto written = write_figures(figures_of_all_arrays(request, drawn.source()), drawn.source(), font_folder(),
                                       folder / "made", "svg", work);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "The figures were cancelled.");
    EXPECT_EQ(folder.count_files(), 0U);
}

} // namespace
} // namespace attn
