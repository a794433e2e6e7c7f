// TeX sets every letter that a token can hold.

#include "core/figure/tex.h"
#include "core/files/utf8.h"
#include "core/text/tex_escape.h"
#include "tests/app/process.h"
#include "tests/core/figure/fonts.h"
#include "tests/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>

namespace attn {
namespace {

std::string letter_of(char32_t point) {
    std::string letter;
    append_letter(letter, point);
    return letter;
}

class Tex : public testing::Test {
protected:
    /// Adds the words as text, as words in a formula, and, unless they mean something there, in the formula itself.
    void add(const std::string& words) {
        list_.add(Text{.text = words, .position = {}, .font = {}, .colour = rgb(0)});
        const bool has_meaning = words.find_first_of("#$%&^_~") != std::string::npos;
        list_.add(
            FormulaMark{(has_meaning ? "" : "x_{" + words + "} + ") + "\\text{" + words + "}", {}, 12, rgb(0), 0});
    }

    /// Success if the program compiles everything added; otherwise its output.
    testing::AssertionResult compiles_with(const std::string& program) {
        const auto tex = write_tex(list_, {{0, 0, 100, 100}, {}}, 1,
                                   {.title = "Letters \xef\xbf\xbd", .standalone = true}, typesetter());
        if (!tex)
            return testing::AssertionFailure() << tex.error().message;
        const bool says_lualatex = tex->head.find("% compile with pdflatex") == std::string::npos;
        if (tex->beyond_latin != (program == "lualatex") || says_lualatex != tex->beyond_latin)
            return testing::AssertionFailure() << "it is to be compiled otherwise: " << tex->head.substr(0, 100);
        std::ofstream(folder_ / "a.tex") << tex->text();
        const Finished set = run({program, "-interaction=nonstopmode", "-halt-on-error", "a.tex"}, {}, folder_.path());
        if (set.status == 0)
            return testing::AssertionSuccess();
        return testing::AssertionFailure()
               << set.output.substr(set.output.size() - std::min<std::size_t>(set.output.size(), 1200));
    }

    DisplayList list_;
    TemporaryFolder folder_;
};

TEST_F(Tex, OfLatinLettersAndSignsIsSetByPdfTex) {
    if (!is_installed("pdflatex"))
        GTEST_SKIP() << "pdflatex is not installed";
    for (char32_t point = 1; point < 0x3000; ++point)
        if (const std::string letter = letter_of(point);
            point != U'}' && point != U'{' && point != U'\\' && !tex_text(letter).beyond_latin)
            add("a" + letter + "b");
    list_.add(Text{.text = "\\{}", .position = {}, .font = {}, .colour = rgb(0)});
    EXPECT_TRUE(compiles_with("pdflatex"));
}

TEST_F(Tex, OfLettersOfAnyKindIsSetByLuaTex) {
    if (!is_installed("lualatex"))
        GTEST_SKIP() << "lualatex is not installed";
    add("Ж");
    // Control characters, letters that TeX lacks, combining marks, marks of direction, private use, noncharacters, the
    // replacement character, unassigned code points.
    for (const char32_t point :
         {U'\x01',   U'\x7f',    U'\x85',    U'\xad',    U'\x127',   U'\x301',   U'\x20dd', U'\x200d',
          U'\x202e', U'\x2028',  U'\x2066',  U'\xe000',  U'\xf8ff',  U'\xfe0f',  U'\xfdd0', U'\xfeff',
          U'\xfff9', U'\xfffc',  U'\xfffd',  U'\xfffe',  U'\xffff',  U'\x378',   U'\x5d0',  U'\x627',
          U'\xe01',  U'\x1f600', U'\x1ffff', U'\xe0001', U'\xf0000', U'\x10ffff'})
        add("a" + letter_of(point) + "b");
    std::string many;
    for (char32_t point = 0xa1; point < 0x110000; point += point < 0x3000 ? 61 : 4099)
        if (point < 0xd800 || point > 0xdfff)
            many += letter_of(point);
    add(many);
    EXPECT_TRUE(compiles_with("lualatex"));
}

} // namespace
} // namespace attn
