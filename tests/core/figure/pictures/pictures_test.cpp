#include "core/figure/pictures/diagram_layout.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/pipeline.h"
#include "core/figure/words/softmax_claims.h"
#include "core/model/arrays.h"
#include "tests/core/figure/pictures/shown.h"

#include <cmath>
#include <fmt/core.h>
#include <set>

// Properties of all pictures.

namespace attn {
namespace {

using test::Shown;

/// The length by which labels may reach beyond the area, into the window's margin.
constexpr float slack = 24;

std::vector<Shown> layers_of_all_kinds() {
    std::vector<Shown> layers;
    for (const std::string name : {"by-hand", "eight-heads", "masks", "who-and-where"})
        layers.push_back(Shown::preset(name));
    // One token; one head; two items; wide and narrow widths.
    layers.push_back(
        Shown::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 1, 'heads': 1, 'd_k': 1, 'd_v': 1}}"));
    layers.push_back(
        Shown::json("{'version': 1, 'tokens': [['a', 'b'], ['c', 'd']], 'sizes': {'d_model': 96, 'heads': 3, "
                    "'d_k': 32, 'd_v': 5}}"));
    return layers;
}

TEST(Pictures, HaveNamesOfTheirOwn) {
    for (const Picture& row : pictures()) {
        EXPECT_EQ(std::ranges::count(pictures(), row.name, &Picture::name), 1) << row.name;
        EXPECT_EQ(&picture(row.id()), &row);
        EXPECT_FALSE(row.about.empty()) << row.name;
    }
}

void expect_within(Shown& shown, PictureId id, const Box& area) {
    const std::string what = fmt::format("{} of {}", picture(id).name, array_name(shown.view_state().step));
    const DisplayList list = shown.draw(id, area);
    test::expect_well_placed(list, what);
    const Box covered = bounds(list, typesetter());
    EXPECT_GE(covered.x, area.x - slack) << what;
    EXPECT_GE(covered.y, area.y - slack) << what;
    EXPECT_LE(covered.right(), area.right() + slack) << what;
    EXPECT_LE(covered.bottom(), area.bottom() + slack) << what;
}

void expect_all_within(Shown& shown, std::initializer_list<Box> areas) {
    for (const Array& stage : stages()) {
        if (!shown.trace().has(stage.id))
            continue;
        shown.at(stage.id);
        for (const PictureId id : fitting_pictures(shown.drawing()))
            for (const Box area : areas)
                expect_within(shown, id, area);
    }
}

TEST(Pictures, OfEveryStageLieWithinTheirAreaAndAreWellPlaced) {
    for (Shown& shown : layers_of_all_kinds()) {
        expect_all_within(shown, {{30, 40, 650, 400}, {0, 0, 2200, 1400}});
        shown.columns();
        expect_all_within(shown, {{30, 40, 650, 400}});
    }
}

TEST(Pictures, OfConceptsFillTheirStage) {
    Shown shown = Shown::preset("by-hand");
    const Box area{0, 0, 840, 560};
    for (const auto& [stage, id] : {std::pair(ArrayId::A, PictureId::saturation),
                                    {ArrayId::A, PictureId::conditional_probability},
                                    {ArrayId::scores, PictureId::inner_product},
                                    {ArrayId::Q, PictureId::linear_map}}) {
        const Box covered = bounds(shown.at(stage, 0, 0, 2).draw(id, area), typesetter());
        EXPECT_GE(covered.height, area.height * 0.75F) << id.name;
        EXPECT_LE(covered.bottom(), area.bottom() + 1) << id.name;
    }
}

TEST(Pictures, OfATokenKeepTheWordsOfItsKeys) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['the', 'cat', 'sat', 'on', 'the', 'mat'], 'sizes': "
                              "{'d_model': 8, 'heads': 3, 'd_k': 3}}");
    for (const Box area : {Box{0, 0, 640, 400}, Box{0, 0, 860, 560}}) {
        const DisplayList list = shown.at(ArrayId::A).draw(PictureId::token, area);
        for (const auto& [word, numbered] : {std::pair("cat", "cat₂"), {"sat", "sat₃"}, {"mat", "mat₆"}})
            EXPECT_GE(test::count_of(list, word) + test::count_of(list, numbered), 1U) << word << " in " << area.width;
    }
}

TEST(Pictures, WriteMatricesOfWholeNumbersWithoutDecimalsWhereAsked) {
    Shown shown = Shown::preset("by-hand");
    shown.view_state().parameter = ArrayId::W_Q;
    EXPECT_EQ(test::count_of(shown.draw(PictureId::heatmap), "2.00"), 4U + 1U) << "and the end of the colour bar";
    shown.view_state().whole_numbers = true;
    const DisplayList whole = shown.draw(PictureId::heatmap);
    EXPECT_EQ(test::count_of(whole, "2.00"), 0U);
    EXPECT_EQ(test::count_of(whole, "0"), 12U + 1U) << "and the end of the colour bar";
    shown.view_state().parameter.reset();
    shown.at(ArrayId::A);
    EXPECT_TRUE(test::says(shown.draw(PictureId::heatmap), "0.67")) << "shares are not whole";
}

TEST(Pipeline, SaysHowManyItemsABatchHas) {
    PipelineView view;
    view.area = {0, 0, 224, 2000};
    const auto drawn = [&](Shown shown) {
        DisplayList list;
        shown.view_state().steps = StepsShown::all;
        pipeline_picture(list, shown.drawing(), view);
        return list;
    };
    const DisplayList batch = drawn(Shown::json(
        "{'version': 1, 'tokens': [['a', 'b', 'c'], ['c', 'd', 'e']], 'sizes': {'d_model': 4, 'heads': 1}}"));
    EXPECT_GT(test::count_of(batch, "2×3×4"), 0U);
    EXPECT_EQ(test::count_of(batch, "3×4"), 1U) << "the positions are the same for all items";
    const DisplayList one =
        drawn(Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1}}"));
    EXPECT_GT(test::count_of(one, "3×4"), 1U);
}

TEST(Pipeline, FramesWhatIsInSightClearOfItsShape) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 1024, 'heads': 2}}");
    PipelineView view;
    view.area = {0, 0, 224, 2000};
    view.marks_step = true;
    shown.view_state().steps = StepsShown::all;
    for (const Array& stage : stages()) {
        if (!shown.trace().has(stage.id))
            continue;
        DisplayList list;
        pipeline_picture(list, shown.at(stage.id).drawing(), view);
        const auto frame = std::ranges::find_if(list.items, [](const Item& item) {
            const auto* rectangle = std::get_if<Rectangle>(&item.shape());
            return rectangle != nullptr && rectangle->stroke.visible() && rectangle->stroke.width == 2;
        });
        ASSERT_NE(frame, list.items.end()) << stage.name;
        const Box outer = std::get<Rectangle>(frame->shape()).box.grown(1);
        const Box inner = std::get<Rectangle>(frame->shape()).box.grown(-1);
        EXPECT_GE(outer.x, view.area.x) << stage.name;
        EXPECT_LE(outer.right(), view.area.right()) << stage.name;
        for (const Item& item : list.items)
            if (const auto* text = std::get_if<Text>(&item.shape())) {
                Box box = typesetter().box(*text);
                box.height = 0.75F * text->font.size; // height of capitals above the baseline
                box.y = text->position.y - box.height;
                const Box within = common(box, inner);
                if (!common(box, outer).empty())
                    EXPECT_NEAR(within.width * within.height, box.width * box.height, 0.01F)
                        << stage.name << ": " << text->text;
            }
    }
}

TEST(Pipeline, ShowsTheStepsOfTheNotesAndWhatIsInsideOfThemAsDots) {
    Shown shown = Shown::preset("by-hand");
    const auto heatmaps = [&](StepsShown steps) {
        shown.view_state().steps = steps;
        const DrawContext drawing = shown.drawing();
        PipelineView view;
        const Point size = pipeline_size(drawing);
        view.area = {0, 0, size.x, size.y};
        DisplayList list;
        pipeline_picture(list, drawing, view);
        for (const ArrayId stage : stages_of(shown.trace()))
            EXPECT_TRUE(find(list, fmt::format("action:step/{}", array_name(stage)), typesetter()))
                << array_name(stage);
        return std::ranges::count_if(list.items, [](const Item& item) { return std::get_if<ShownName>(&item.says); });
    };
    EXPECT_EQ(heatmaps(StepsShown::notes), 9);
    EXPECT_EQ(heatmaps(StepsShown::all), std::ssize(stages_of(shown.trace())));
}

TEST(Pipeline, IsLowerWhereItThenFitsAndWholeWhereItHasToBeScrolled) {
    Shown shown = Shown::preset("by-hand");
    const DrawContext drawing = shown.drawing();
    const float whole = pipeline_size(drawing).y;
    EXPECT_LE(pipeline_size(drawing, whole - 20).y, whole - 20);
    EXPECT_EQ(pipeline_size(drawing, whole / 3).y, whole) << "nobody could read it";
}

TEST(Pipeline, FillsATallWindowAndNamesStandBeneathTheirPictures) {
    // Matrices of 64 columns are low: E, P, X and Y have seven pixels.
    for (const char* const name : {"by-hand", "eight-heads"}) {
        Shown shown = Shown::preset(name);
        const DrawContext drawing = shown.drawing();
        for (const float height : {533.0F, 744.0F, 1284.0F}) {
            const Point size = pipeline_size(drawing, height);
            EXPECT_LE(size.y, height);
            EXPECT_GT(size.y, height - 12) << name << ", " << height;
            PipelineView view;
            view.area = {0, 0, size.x, height};
            DisplayList list;
            pipeline_picture(list, drawing, view);
            for (const char* const step : {"X", "Y"}) {
                const Box place = *find(list, Target(fmt::format("action:step/{}", step)), typesetter());
                float picture = 0;
                float caption = size.y;
                for (const Item& item : list.items) {
                    const Box box = bounds(item, typesetter());
                    if (common(box, place).empty() || box.width > place.width)
                        continue;
                    if (std::holds_alternative<Text>(item.shape()))
                        caption = std::min(caption, box.y);
                    else if (std::holds_alternative<Image>(item.shape()))
                        picture = std::max(picture, box.bottom());
                }
                EXPECT_LT(caption - picture, 14) << name << ", " << height << ": " << step;
            }
        }
    }
}

TEST(Pipeline, IsOneDiagramWhicheverWayItRuns) {
    for (const char* const name : {"by-hand", "eight-heads"}) {
        Shown shown = Shown::preset(name);
        shown.view_state().on_paper = true;
        for (const StepsShown steps : {StepsShown::notes, StepsShown::all})
            for (const Flow flow : {Flow::down, Flow::across}) {
                shown.view_state().steps = steps;
                const DrawContext drawing = shown.drawing();
                const DiagramLayout layout(drawing, flow, {.width = 2000, .height = 1600});
                ASSERT_TRUE(layout.fits()) << name;
                const Box all{0, 0, layout.size().x, layout.size().y};
                for (const DiagramNode& node : layout.nodes()) {
                    const Box covered = layout.covered(node);
                    EXPECT_EQ(united(covered, all), all) << name << ": " << array_name(node.stage);
                    for (const DiagramNode& other : layout.nodes())
                        EXPECT_TRUE(&node == &other || common(covered, layout.covered(other)).empty())
                            << name << ": " << array_name(node.stage) << " and " << array_name(other.stage);
                }
                for (const Arrow& arrow : layout.arrows()) {
                    constexpr float near = 12;
                    const std::vector<Point> way = layout.way(arrow);
                    EXPECT_TRUE(layout.picture(layout.node(arrow.to)).grown(near).contains(way.back()))
                        << name << ": to " << array_name(arrow.to);
                    EXPECT_TRUE(layout.is_blocked(arrow) ||
                                layout.covered(layout.node(arrow.from)).grown(near).contains(way.front()))
                        << name << ": from " << array_name(arrow.from);
                }
            }
    }
}

TEST(Pictures, SayWhySharesAreNoDistribution) {
    const CellId row{0, ArrayId::A, 0, 0, 2, 0};
    const auto why = [&](std::initializer_list<float> shares) { return why_no_distribution(shares, row); };
    EXPECT_FALSE(why({0.25F, 0.75F}));
    EXPECT_EQ(why({0.25F, std::nanf("")})->of, Quantity::is_nan);
    EXPECT_EQ(why({0.25F, 0.5F})->of, Quantity::row_sum);
    EXPECT_EQ(why({-0.5F, 1.5F})->of, Quantity::row_least);
    EXPECT_EQ(why({-0.5F, 1.5F})->cell, row);
}

TEST(Pictures, ShowANumberThatIsPinnedInSpiteOfTheMask) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        layer.mask.causal = true;
        layer.pins[{0, ArrayId::masked, 0, 0, 0, 2}] = 1.25F;
    });
    EXPECT_EQ(test::count_of(shown.at(ArrayId::masked).draw(PictureId::heatmap), "1.25"), 1U);
    EXPECT_EQ(test::count_of(shown.at(ArrayId::A).draw(PictureId::softmax), "1.25"), 1U);
}

TEST(Pictures, SayWhatIsPinnedWhereItsSumIsWritten) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_FALSE(test::says(shown.at(ArrayId::scores).draw(PictureId::product), "pinned"));
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::scores, 0, 0, 0, 0}] = 9; });
    const DisplayList list = shown.at(ArrayId::scores, 0, 0, 0).draw(PictureId::product);
    EXPECT_TRUE(test::says(list, "9.00 pinned ="));
    EXPECT_FALSE(test::says(list, "rounded"));
}

TEST(Pictures, KeepSumsOfTermsApartFromTheirNumbers) {
    for (const float total : {-1.23F, 1.23F}) { // of each term
        Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 40, 'heads': 1}}");
        const Matrix X = shown.trace().array(ArrayId::X, 0, 0);
        shown.with([&](Layer& layer) {
            for (Index row = 0; row < X.shape().columns; ++row)
                layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(row, 0, total / X(0, row));
        });
        const DisplayList list = shown.at(ArrayId::Q).draw(PictureId::product, {0, 0, 812, 420});
        std::vector<const Text*> texts;
        for (const Item& item : list.items)
            if (const auto* text = std::get_if<Text>(&item.shape()))
                texts.push_back(text);
        const auto more = std::ranges::find_if(texts, [](const Text* text) { return text->text.ends_with(" more ="); });
        ASSERT_NE(more, texts.end());
        const Box words = typesetter().box(**more);
        const auto number = std::ranges::find_if(texts, [&](const Text* text) {
            return text != *more && text->position.y == (*more)->position.y && text->position.x > words.right();
        });
        ASSERT_NE(number, texts.end());
        EXPECT_GE(typesetter().box(**number).x, words.right() + 4) << (*more)->text << (*number)->text;
    }
}

TEST(Pictures, OfQueriesKeysAndValuesSayTheirRole) {
    Shown shown = Shown::preset("by-hand");
    for (const PictureId id : {PictureId::product, PictureId::heatmap}) {
        EXPECT_TRUE(test::says(shown.at(ArrayId::Q).draw(id), "who reads: what each token looks for"));
        EXPECT_TRUE(test::says(shown.at(ArrayId::K).draw(id), "who is read: what each token offers"));
        EXPECT_TRUE(test::says(shown.at(ArrayId::V).draw(id), "what each token hands over"));
    }
}

TEST(Pictures, OfTheInputAddTheChosenRowAndTellEqualWordsApart) {
    Shown roses = Shown::preset("who-and-where");
    const DisplayList list = roses.at(ArrayId::X, 0, 3).draw(PictureId::equation);
    EXPECT_TRUE(test::says(list, "e₄"));
    EXPECT_TRUE(test::says(list, "p₄"));
    EXPECT_TRUE(test::says(list, "x₄"));
    EXPECT_TRUE(test::says(list, "rose₁ and rose₄ are the same word, with the same row of E."));
    Shown tea = Shown::preset("by-hand");
    EXPECT_TRUE(test::says(tea.at(ArrayId::X).draw(PictureId::equation), "No word stands here twice."));
}

TEST(Pictures, OfAFusedProductNameTheBlockOfEachHead) {
    Shown shown = Shown::preset("by-hand");
    // W⁽¹⁾ and W⁽²⁾ over Q⁽¹⁾ and Q⁽²⁾: both numbers twice, and no third.
    const auto named = [&] {
        std::string all;
        for (const std::string& text : test::texts_of(shown.draw(PictureId::fused)))
            all += text;
        std::array<int, 3> counts{};
        for (int head = 1; head <= 3; ++head)
            for (std::size_t at = all.find(fmt::format("({})", head)); at != std::string::npos;
                 at = all.find(fmt::format("({})", head), at + 1))
                ++counts.at(static_cast<std::size_t>(head - 1));
        return counts;
    };
    const std::array<int, 3> expected{2, 2, 0};
    shown.in_notation_of("Txd").at(ArrayId::Q);
    EXPECT_EQ(named(), expected);
    shown.view_state().parameter = ArrayId::W_Q;
    EXPECT_EQ(named(), expected);
    shown.columns();
    EXPECT_EQ(named(), expected);
}

TEST(Pictures, OfSubspacesSayWhatHeadsShareAndWhatChanceWould) {
    Shown shown = Shown::preset("random-heads");
    shown.view_state().parameter = ArrayId::W_Q;
    const DisplayList list = shown.draw(PictureId::subspaces);
    EXPECT_TRUE(test::says(list, "drawn at random they would share about 0.125"));
    EXPECT_TRUE(test::says(list, "Two heads share 0.1"));
    shown.view_state().parameter = ArrayId::W_O;
    EXPECT_FALSE(shown.fits(PictureId::subspaces));
}

TEST(Pictures, OfTheOutputPutItsPartsSideBySide) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::Y).draw(PictureId::parts);
    for (const std::string cell : {"parts/1[1,1]", "parts/2[3,4]"})
        EXPECT_TRUE(test::place_of(list, cell)) << cell;
}

TEST(SoftmaxRowPicture, CallsTheScoresThatItReadsByOneNameWhateverTheyWentThrough) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.temperature = 2; });
    const DisplayList list = shown.at(ArrayId::A).draw(PictureId::softmax);
    std::set<std::string> names;
    for (const Item& item : list.items)
        if (const auto* const colours = std::get_if<ShownColours>(&item.says))
            names.insert(colours->name);
    EXPECT_TRUE(names.contains("<softmax score>"));
    EXPECT_TRUE(names.contains("<softmax score> - <m>_<i>"));
}

TEST(SoftmaxRowPicture, SaysOfAColumnThatItLies) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_FALSE(test::says(shown.at(ArrayId::A).draw(PictureId::softmax), "lying"));
    EXPECT_TRUE(test::says(shown.columns().draw(PictureId::softmax), "lying"));
}

} // namespace
} // namespace attn
