// Documents of random sessions: worksheets with their keys, and storyboards.

#include "core/handouts/storyboard.h"
#include "core/handouts/worksheet.h"
#include "tests/core/figure/fonts.h"
#include "tests/judge/findings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Case;
using test::complaints;
using test::Findings;
using test::Random;

constexpr std::uint32_t sessions_a_book = 5; // a book has many pages

template <class Check>
void for_each_book(const Check& check) {
    for (std::uint32_t seed = 0; seed < test::number_of_sessions(); seed += sessions_a_book) {
        Random random(seed);
        const Case drawn(random);
        FigureRequest request = test::random_figure(random, drawn.session);
        request.kind.clear();
        request.array.reset();
        request.width.reset();
        check(drawn, request);
    }
}

void add_pages(Findings& findings, const std::string& kind, const std::string& where, const Case& drawn,
               const std::vector<PdfPage>& pages, bool grey) {
    for (std::size_t i = 0; i < pages.size(); ++i)
        findings.add(kind, fmt::format("{}, page {}", where, i + 1), pages[i].list, pages[i].page,
                     complaints(pages[i].list, pages[i].page.area, drawn, grey));
}

TEST(Truth, OfWorksheetsAndTheirKeys) {
    Findings findings;
    for_each_book([&](const Case& drawn, const FigureRequest& shown) {
        WorksheetRequest request;
        request.shown = shown;
        const auto pages = worksheet_pages(drawn.session, request, typesetter());
        if (!pages) // the error says that it is too large for paper
            return;
        add_pages(findings, "sheet", "a worksheet", drawn, pages->sheet, false);
        add_pages(findings, "key", "a worksheet", drawn, pages->key, false);
    });
    findings.expect_none(20);
}

TEST(Truth, OfStoryboards) {
    Findings findings;
    for_each_book([&](const Case& drawn, const FigureRequest& shown) {
        const auto story = storyboard({drawn.session, drawn.trace, typesetter(), &drawn.before}, shown);
        if (!story)
            return;
        for (const StoryPage& page : *story)
            findings.add(page.name, "a storyboard", page.page.list, page.page.page,
                         complaints(page.page.list, page.page.page.area, drawn, shown.is_grey()));
    });
    findings.expect_none(20);
}

} // namespace
} // namespace attn
