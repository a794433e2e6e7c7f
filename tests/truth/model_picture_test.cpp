// The picture of a whole model, for stages and pages of all sizes: nothing lies over anything else or outside, and its
// numbers are those of the model.

#include "tests/core/figure/fonts.h"
#include "tests/folders.h"
#include "tests/judge/layout.h"

#include "core/document/options/session_notation.h"
#include "core/document/sources/presets.h"
#include "core/document/sources/weights_source.h"
#include "core/explain/einsum.h"
#include "core/figure/lenses/known_model.h"
#include "core/figure/number.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/shapes.h"
#include "core/handouts/lengths.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

namespace attn {
namespace {

Session layer_of_english(Index layer, const std::string& text) {
    auto session = load_preset(source_folder() / "assets", "english", {.layer = layer, .text = text});
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
}

std::vector<std::string> texts_of(const DisplayList& list) {
    std::vector<std::string> texts;
    for (const Item& item : list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape()))
            texts.push_back(text->text);
    return texts;
}

/// The text of the item with this target; empty without one.
std::string text_of(const DisplayList& list, const std::string& target) {
    for (const Item& item : list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape());
            text != nullptr && target_name(item.target) == target)
            return text->text;
    return {};
}

TEST(ModelPicture, HasItsPlaceInEveryStage) {
    for (const char* const text :
         {"tom has a frog .", "i love my", "the animal did not cross the street because it was too",
          "fox bear king goat lion fox bear king goat lion fox bear king"}) {
        const Session session = layer_of_english(1, text);
        Engine engine;
        const Trace& trace = engine.compute(session.layer());
        PictureCache cache;
        for (const float width : {640.0F, 700.0F, 800.0F, 1000.0F, 1600.0F, 3200.0F})
            for (const float height : {390.0F, 460.0F, 560.0F, 800.0F, 1800.0F})
                for (const Index head : {0, 3}) {
                    ViewState view;
                    view.row = session.layer().sequence.token_count() - 1;
                    view.head = head;
                    view.grey = head == 3 && width > 1000;
                    view.look = head == 0 ? Look::light : Look::dark;
                    const DrawContext drawing{session, trace, view, typesetter(), cache};
                    DisplayList list;
                    const Box area{24, 24, width, height};
                    picture(PictureId::model).draw(list, drawing, area);
                    for (const std::string& complaint : test::layout_complaints(list, area.grown(24)))
                        ADD_FAILURE() << text << " in " << width << "×" << height << ": " << complaint;
                }
    }
}

TEST(ModelPicture, SaysTheNumbersOfTheModel) {
    Session session = layer_of_english(1, "tom has a frog .");
    session.layer().heads[3].on = false;
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    PictureCache cache;
    ViewState view;
    view.row = 4;
    const DrawContext drawing{session, trace, view, typesetter(), cache};
    DisplayList list;
    picture(PictureId::model).draw(list, drawing, {0, 0, 1200, 900});
    const KnownModel known = known_model(drawing);
    ASSERT_TRUE(known.reading) << known.problem;
    // Without the fourth head of layer 1 the model takes tom for a girl.
    EXPECT_EQ(text_of(list, "next:1"), "she");
    EXPECT_EQ(text_of(list, "next-share:1"), "86 %");
    EXPECT_EQ(text_of(list, "next:2"), "he");
    EXPECT_EQ(text_of(list, "next-share:2"), "14 %");
    const std::vector<std::string> texts = texts_of(list);
    const auto has = [&](const std::string& text) { return std::ranges::find(texts, text) != texts.end(); };
    EXPECT_TRUE(has(display_number(static_cast<float>(known.reading->logit), 2)));
    Index bars = 0;
    for (const LogitPart& part : known.reading->parts) {
        const std::string digits = display_number(static_cast<float>(part.logit), 2);
        bars += has(part.logit > 0 ? "+" + digits : digits) ? 1 : 0;
    }
    EXPECT_GE(bars, 8);
}

/// Edits after attention change the prediction as edits of attention do, even if one cache has seen both states.
TEST(ModelPicture, FollowsEachEditOfTheBlock) {
    const Session begun = layer_of_english(1, "tom has a frog .");
    PictureCache cache;
    ViewState view;
    view.row = 4;
    const auto logit = [&](const Session& session, PictureCache& of) {
        Engine engine;
        const DrawContext drawing{session, engine.compute(session.layer()), view, typesetter(), of};
        return known_model(drawing).reading->logit;
    };
    Engine engine;
    engine.compute(begun.layer());
    const double before = logit(begun, cache);
    std::vector<Session> edited(5, begun);
    edited[0].layer().pins[{0, ArrayId::mlp_act, 0, 0, 4, 7}] = 30;
    edited[1].layer().pins[{0, ArrayId::mlp_Y, 0, 0, 4, 7}] = 30;
    edited[2].layer().pins[{0, ArrayId::resid_post, 0, 0, 4, 7}] = 30;
    edited[3].layer().W_down = Matrix::zeros(256, 64);
    edited[4].layer().heads[3].on = false;
    for (const Session& session : edited) {
        engine.compute(session.layer()); // one engine, as in the window: only what changed has a new version
        const DrawContext drawing{session, engine.trace(), view, typesetter(), cache};
        PictureCache fresh;
        EXPECT_EQ(known_model(drawing).reading->logit, logit(session, fresh));
        EXPECT_NE(known_model(drawing).reading->logit, before);
    }
}

TEST(ModelPicture, OfTwoTextsHasItsPlaceInEveryStage) {
    const Session before = layer_of_english(2, "anna has a frog .");
    const Session session = layer_of_english(2, "tom has a frog .");
    Engine engine;
    Engine engine_before;
    const Trace& trace = engine.compute(session.layer());
    const Trace& baseline = engine_before.compute(before.layer());
    PictureCache cache;
    for (const float width : {640.0F, 800.0F, 1600.0F})
        for (const float height : {390.0F, 560.0F, 1800.0F}) {
            ViewState view;
            view.row = 4;
            const DrawContext drawing{session, trace, view, typesetter(), cache, &baseline};
            ASSERT_TRUE(picture(PictureId::patching).fits(drawing));
            DisplayList list;
            const Box area{24, 24, width, height};
            picture(PictureId::patching).draw(list, drawing, area);
            const std::vector<std::string> texts = texts_of(list);
            for (const char* const number : {"1.00", "0.93", "0.78", "0.90", "0.68"})
                EXPECT_NE(std::ranges::find(texts, number), texts.end()) << number;
            for (const std::string& complaint : test::layout_complaints(list, area.grown(24)))
                ADD_FAILURE() << width << "×" << height << ": " << complaint;
        }
}

/// Models of all families, including encoders and models of which some part is not computed.
TEST(ModelPicture, OfEachFamilyIsShownOrSaysWhyNot) {
    Index shown = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/data/models"))
        for (const Index layer : {0, 1})
            for (const bool whole_block : {false, true}) {
                Source source;
                source.weights = entry.path();
                source.ids = {"1 2 3"};
                source.layer = std::to_string(layer);
                source.whole_block = whole_block;
                const auto session = open_weights(source);
                if (!session)
                    continue;
                const std::string name = entry.path().filename().string();
                Engine engine;
                const Trace& trace = engine.compute(session->layer());
                PictureCache cache;
                ViewState view;
                view.row = 2;
                const DrawContext drawing{*session, trace, view, typesetter(), cache};
                if (!picture(PictureId::model).fits(drawing))
                    continue;
                DisplayList list;
                picture(PictureId::model).draw(list, drawing, {24, 24, 900, 560});
                const KnownModel known = known_model(drawing);
                EXPECT_TRUE(known.reading || !known.problem.empty()) << name;
                shown += known.reading ? 1 : 0;
                for (const std::string& complaint : test::layout_complaints(list, {0, 0, 948, 608}))
                    ADD_FAILURE() << name << ": " << complaint;
            }
    EXPECT_GE(shown, 100);
}

/// The weights of the MLP are no heads' weights: their product shows them as they are.
TEST(ModelPicture, TheProductsOfTheMLPHaveTheirOwnWeights) {
    const Session session = layer_of_english(1, "tom has a frog .");
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    PictureCache cache;
    for (const auto& [stage, shape] : {std::pair(ArrayId::mlp_up, "64×256"), std::pair(ArrayId::mlp_Y, "256×64")}) {
        ViewState view;
        view.step = stage;
        const DrawContext drawing{session, trace, view, typesetter(), cache};
        DisplayList list;
        picture(PictureId::product).draw(list, drawing, {0, 0, 1200, 900});
        const std::vector<std::string> texts = texts_of(list);
        EXPECT_NE(std::ranges::find(texts, shape), texts.end()) << shape;
    }
}

/// The MLP's width and the vocabulary have letters of their own, which follow the notation.
TEST(ModelPicture, TheLengthsOfTheMLPAndTheVocabularyHaveLetters) {
    Session session = layer_of_english(1, "tom has a frog .");
    const auto mine =
        parse_notation(R"({"version": 1, "name": "mine", "symbols": {"d_ff": "F", "d_vocab": "N"}})", "mine");
    ASSERT_TRUE(mine) << mine.error().message;
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    for (const auto& [notation, letters] :
         {std::pair(NotationChoice(), "d_ff"), std::pair(NotationChoice("paper"), "d_ff"), std::pair(*mine, "F")}) {
        session.notation = notation;
        const Notation written = notation_of(session);
        PictureCache cache;
        ViewState view;
        view.step = ArrayId::mlp_up;
        const DrawContext drawing{session, trace, view, typesetter(), cache};
        EXPECT_EQ(in_letters(length_of_axis(drawing, Axis::mlp), written), letters);
        const auto einsum = einsum_of(trace, ArrayId::mlp_up);
        ASSERT_TRUE(einsum);
        const auto letter = std::ranges::find(einsum->letters, 'f', &EinsumLetter::letter);
        ASSERT_NE(letter, einsum->letters.end());
        EXPECT_EQ(letter->length, 256);
        EXPECT_EQ(in_letters(letter->symbol, written), letters);
        const std::string lengths = words_of_lengths(session).letters();
        EXPECT_NE(lengths.find(fmt::format("an MLP of width {} = 256", letters)), std::string::npos) << lengths;
    }
    EXPECT_EQ(in_letters("<d_vocab>", notation_of(session)), "N");
    session.notation = NotationChoice();
    EXPECT_EQ(in_letters("<d_vocab>", notation_of(session)), "|V|");
}

/// A page that is too small is refused with a size that is enough.
TEST(ModelPicture, IsRefusedWithASizeThatDoes) {
    const Session session = layer_of_english(1, "tom has a frog .");
    Engine engine;
    const FigureSource source{session, engine.compute(session.layer()), typesetter()};
    Index drawn = 0;
    for (const float width : {6.0F, 8.0F, 12.0F, 16.0F, 18.0F, 24.0F}) {
        FigureRequest request;
        request.kind = "model";
        request.width = width;
        const auto figure = lay_out(request, source);
        drawn += figure ? 1 : 0;
        if (!figure)
            EXPECT_NE(figure.error().message.find("needs a width of"), std::string::npos) << figure.error().message;
        else
            EXPECT_TRUE(test::layout_complaints(figure->list, figure->page.area).empty()) << width;
    }
    EXPECT_GE(drawn, 3);
}

} // namespace
} // namespace attn
