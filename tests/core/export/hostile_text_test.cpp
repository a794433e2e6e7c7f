// Text from outside (titles, tokens, names) stays text in every file that is written.

#include "core/export/number_table.h"
#include "core/export/script.h"
#include "core/figure/xml.h"
#include "core/files/csv.h"
#include "core/files/printable.h"
#include "core/files/table_text.h"
#include "core/handouts/handout.h"
#include "core/text/tex_escape.h"
#include "tests/core/figure/figures.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>

namespace attn::test {
namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// A session whose title, question and tokens are those of an attacker.
Drawn hostile_session() {
    const Drawn read =
        Drawn::json("{'version': 1,"
                    " 'question': '</p><img src=x onerror=alert(2)>',"
                    " 'tokens': ['=cmd|\\u0027 /C calc\\u0027!A0', '@SUM(1;2)', '<b onclick=\\u0022x\\u0022>|`'],"
                    " 'sizes': {'d_model': 4, 'heads': 1}}");
    Session session = read.session();
    // A file with this title would be refused.
    session.title = "--><script>alert(1)</script>\n\\input{/etc/passwd}; =1+2";
    session.about = "a\u202eb";
    return Drawn(std::move(session));
}

NumberTable hostile_table() {
    return {"A",
            {"=cmd|' /C calc'!A0", "@SUM(1;2)"},
            {"-2+3", "-0.5"},
            Matrix::from_rows({{-1, 2}, {3, -4}}),
            "<img src=x onerror=alert(1)> [here](javascript:alert(2))\n\\end{document}",
            "Attention Lab: “x --><script>alert(1)</script>, =1+2;@SUM(1)”, seed 1"};
}

TEST(HostileText, NoCellOfCsvIsAFormula) {
    EXPECT_EQ(csv_field("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
    EXPECT_EQ(csv_field("@SUM(1,2)"), "\"'@SUM(1,2)\"");
    EXPECT_EQ(csv_field("\t=1"), "\"'\t=1\"");
    EXPECT_EQ(csv_field("＝1+2"), "'＝1+2");
    EXPECT_EQ(csv_field("-"), "'-");
    for (const char* const number : {"-0.5", "+3", "-inf", "-3e+08", "2"})
        EXPECT_EQ(csv_field(number), number);
    EXPECT_EQ(csv_field("a=b"), "a=b");
    const std::string csv = csv_table(hostile_table());
    EXPECT_TRUE(csv.starts_with("# ")) << csv;
    EXPECT_EQ(std::ranges::count(csv, '\n'), 4) << csv; // a comment, a head, two rows
    // No cell begins like a formula, however a spreadsheet cuts the lines into cells.
    std::string cell;
    for (const char letter : csv) {
        if (letter != ',' && letter != ';' && letter != '\n') {
            cell += letter;
            continue;
        }
        const std::size_t begin = cell.find_first_not_of(" \"");
        const std::string inner = begin == std::string::npos ? "" : cell.substr(begin);
        const bool number = inner == "-1" || inner == "-4" || inner == "-0.5";
        EXPECT_TRUE(inner.empty() || number || std::string_view("=+-@").find(inner.front()) == std::string::npos)
            << cell;
        cell.clear();
    }
}

TEST(HostileText, MarkdownHasNoMarkupAndItsCommentEndsWhereItShould) {
    const std::string markdown = markdown_table(hostile_table(), 1);
    EXPECT_EQ(markdown.find("-->"), markdown.find('\n') - 3) << markdown;
    EXPECT_FALSE(has(markdown.substr(markdown.find('\n')), "-->"));
    EXPECT_TRUE(has(markdown, "\\<img src=x onerror=alert(1)\\>")) << markdown;
    EXPECT_TRUE(has(markdown, "\\[here\\](javascript")) << markdown;
    EXPECT_TRUE(has(markdown, "=cmd\\|")) << markdown;
    for (const char* const text : {"-->", "--!>", "-- >", "->", ">", "--->", "a--b-->c"}) {
        const std::string safe = in_html_comment(text);
        EXPECT_FALSE(has(safe, "--")) << safe;
        EXPECT_FALSE(safe.starts_with(">") || has(safe, "->")) << safe;
    }
    const std::array<std::string, 1> labels{"|<script>\n|---|"};
    const std::string pasted = markdown_text(Matrix::from_rows({{1}}), {labels, labels});
    EXPECT_EQ(std::ranges::count(pasted, '\n'), 3) << pasted;
    EXPECT_FALSE(has(pasted, "<script>") && !has(pasted, "\\<script")) << pasted;
}

TEST(HostileText, TexRunsNothing) {
    const std::string table = tex_table(hostile_table(), 1);
    for (std::size_t at = table.find("\\end{document}"); at != std::string::npos; at = std::string::npos)
        EXPECT_EQ(table[table.rfind('\n', at) + 1], '%') << table; // within a comment
    EXPECT_EQ(tex_text("\\input{x}%$#^^M").tex,
              R"(\textbackslash{}input\{x\}\%\$\#\textasciicircum{}\textasciicircum{}M)");
    const Drawn drawn = hostile_session();
    FigureRequest request;
    request.array = ArrayId::A;
    const std::string figure = bytes_of(drawn.figure(request), FigureFormat::tex);
    for (std::size_t at = figure.find("\\input{/etc"); at != std::string::npos;
         at = figure.find("\\input{/etc", at + 1))
        EXPECT_EQ(figure[figure.rfind('\n', at) + 1], '%') << figure.substr(0, 200);
}

TEST(HostileText, SvgHoldsItAsText) {
    EXPECT_EQ(xml_escaped("<script>\"&\x1b\x01"), "&lt;script&gt;&quot;&amp;");
    const Drawn drawn = hostile_session();
    FigureRequest request;
    request.array = ArrayId::A;
    request.title = "</title><script>alert(1)</script>";
    const std::string svg = bytes_of(drawn.figure(request), FigureFormat::svg);
    EXPECT_FALSE(has(svg, "<script"));
    EXPECT_FALSE(has(svg, "<b onclick"));
}

TEST(HostileText, AHandoutRunsItsOwnScriptOnly) {
    const Drawn drawn = hostile_session();
    const auto made = handout(drawn.source(), {});
    ASSERT_TRUE(made) << made.error().message;
    const std::string& html = *made;
    EXPECT_EQ(html.find("<script"), html.rfind("<script"));
    EXPECT_FALSE(has(html, "<img"));
    EXPECT_FALSE(has(html, "<b onclick"));
    EXPECT_TRUE(has(html, "&lt;img src=x onerror=alert(2)&gt;"));
    const std::size_t policy = html.find("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                                         "script-src 'sha256-");
    ASSERT_NE(policy, std::string::npos);
    EXPECT_LT(policy, html.find("<title>")); // before anything that it applies to
    EXPECT_FALSE(has(html.substr(policy, html.find('>', policy) - policy), "script-src 'unsafe"));
}

TEST(HostileText, ScriptsKeepItInCommentsAndStrings) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['\\u0022); import os #', 'b'],"
                                    " 'sizes': {'d_model': 4, 'heads': 1}}");
    Session session = drawn.session();
    session.title = "x\nimport os\u2028os.system(1)";
    const auto script = layer_script(session, ScriptLanguage::numpy);
    ASSERT_TRUE(script);
    EXPECT_FALSE(has(*script, "\nimport os"));
    std::size_t found = 0; // in the embeddings and in the tokens
    for (std::size_t at = 0; (at = script->find("\"); import os", at)) != std::string::npos; ++at, ++found)
        EXPECT_EQ((*script)[at - 1], '\\'); // the quote does not end the string
    EXPECT_EQ(found, 2U);
}

TEST(HostileText, NothingMovesTheCursorOrTurnsALineOfTheTerminal) {
    EXPECT_EQ(terminal_text("a\x1b[2Jb\r\nc\x9b\u202ed\u2066\u061c\u200f\x07"), "a?[2Jb?\nc??d????");
    EXPECT_EQ(terminal_text("κείμενο, עברית, ✓\n\n"), "κείμενο, עברית, ✓\n\n");
    EXPECT_EQ(terminal_text(""), "");
}

} // namespace
} // namespace attn::test
