#include "ui/toolkit/script.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

std::string error_of(std::string_view text) {
    const auto lines = parse_script(text, "tour.play");
    return lines ? "" : lines.error().message;
}

/// The only command of a script, which must be of type Kind.
template <class Kind>
Kind only(std::string_view text) {
    const auto lines = parse_script(text, "tour.play");
    if (!lines || lines->size() != 1 || !std::holds_alternative<Kind>(lines->front().command)) {
        ADD_FAILURE() << text << ": " << (lines ? "other commands" : lines.error().message);
        return {};
    }
    return std::get<Kind>(lines->front().command);
}

TEST(Script, CommandsKeepTheLinesTheyStandOn) {
    const auto lines = parse_script("# a tour\n\nstep A\r\n   head 2   # the second\n", "tour.play");
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->size(), 2U);
    EXPECT_EQ(lines->at(0).number, 3);
    EXPECT_EQ(lines->at(0).text, "step A");
    EXPECT_EQ(lines->at(1).number, 4);
    EXPECT_EQ(std::get<script::Head>(lines->at(1).command).head, 1);
}

TEST(Script, EveryCommandOfTheGrammarIsRead) {
    EXPECT_EQ(only<script::Open>("open --preset who-and-where").source,
              (std::vector<std::string>{"--preset", "who-and-where"}));
    EXPECT_EQ(only<script::Step>("step W_Q").array, ArrayId::W_Q);
    EXPECT_EQ(only<script::Step>("step next").to, script::Step::To::next);
    EXPECT_EQ(only<script::Step>("step previous").to, script::Step::To::previous);
    EXPECT_EQ(only<script::Click>("click cell:A/1[5,2]").target, "cell:A/1[5,2]");
    EXPECT_TRUE(only<script::Click>("doubleclick token:3").twice);
    EXPECT_EQ(only<script::Click>("click token:3").held, Chord{});
    EXPECT_EQ(only<script::Click>("click cell:A/1[5,2] with shift").held, (Chord{.shift = true}));
    EXPECT_EQ(only<script::Click>("click cell:A/1[5,2] with Ctrl+Shift").held, (Chord{.control = true, .shift = true}));
    EXPECT_EQ(only<script::Drag>("drag cell:W_Q/2[3,1] by 0 -12.5").by, (Point{0, -12.5F}));
    EXPECT_EQ(only<script::Hover>("hover action:undo").target, "action:undo");
    EXPECT_EQ(only<script::Type>("type field:temperature \"0.5\"").text, "0.5");
    EXPECT_EQ(only<script::Press>("key ctrl+z").chord, (Chord{.key = letter_key('z'), .control = true}));
    EXPECT_EQ(only<script::SetClipboard>("clipboard \"1 2\" \"3 4\"").text, "1 2\n3 4");
    EXPECT_EQ(only<script::Wait>("wait 250").seconds, 0.25F);
    EXPECT_EQ(only<script::Expect>("expect cell:Y[1,1] 0.5").within, std::nullopt);
    EXPECT_EQ(only<script::Expect>("expect cell:Y[1,1] -inf within 1e-3").within, 1e-3);
    EXPECT_EQ(only<script::Screenshot>("screenshot a.png").file, "a.png");
    EXPECT_EQ(only<script::WriteTrace>("trace t.npz").file, "t.npz");
    only<script::ListTargets>("targets");
}

TEST(Script, QuotedTextKeepsBlanksHashesAndLettersOfEveryScript) {
    EXPECT_EQ(only<script::Type>(R"(type tokens.sentence "the # \"naïve\" 数据 🙂 \\")").text,
              R"(the # "naïve" 数据 🙂 \)");
    EXPECT_EQ(only<script::Type>(R"(type token:1 "")").text, "");
}

TEST(Script, MistakesAreNamedWithTheirLineAndAProposal) {
    EXPECT_EQ(error_of("\n\n\n\n\n\nclik token:3"), "tour.play:7: unknown command 'clik'; did you mean click?");
    EXPECT_EQ(error_of("drag token:1 5 5 5"),
              "tour.play:1: expected 'drag TARGET by DX DY' with two numbers of pixels");
    EXPECT_EQ(error_of("head"), "tour.play:1: expected 'head NUMBER'");
    EXPECT_EQ(error_of("head 0"), "tour.play:1: '0' is no head; heads are counted from 1");
    for (const char* line :
         {"click token:1 with", "click token:1 with a", "click token:1 and shift", "click token:1 shift"})
        EXPECT_NE(error_of(line).find("expected 'click TARGET with shift'"), std::string::npos) << line;
    EXPECT_NE(error_of("step B").find("'B' is no step"), std::string::npos);
    EXPECT_NE(error_of("key ctrl+banana").find("'ctrl+banana' is no key"), std::string::npos);
    EXPECT_NE(error_of("expect a b within -1").find("tolerance of at least 0"), std::string::npos);
    EXPECT_NE(error_of("expect a b within nan").find("tolerance of at least 0"), std::string::npos);
    EXPECT_NE(error_of("expect a b within inf").find("tolerance of at least 0"), std::string::npos);
    EXPECT_NE(error_of("wait 1e30").find("is no time"), std::string::npos);
    EXPECT_EQ(error_of("type a \"b"), "tour.play:1: a quotation mark is not closed");
    EXPECT_NE(error_of("perhaps").find("there are open, step, head"), std::string::npos);
}

RC_GTEST_PROP(Script, AnyBytesAreReadOrRefusedWithTheFilesName, (const std::string& text)) {
    const std::string message = error_of(text);
    RC_ASSERT(message.empty() || message.starts_with("tour.play:"));
}

} // namespace
} // namespace attn
