// Colours, marks and places that were once drawn wrongly, each alone.

#include "core/explain/explain.h"
#include "core/figure/figure.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/colours.h"
#include "tests/judge/layout.h"

#include <algorithm>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {
namespace {

using test::says;
using test::Shown;

Shown layer_drawn(const std::string& sizes, const std::string& more = "") {
    return Shown::json("{'version': 1, 'tokens': ['rose', 'is', 'a', 'rose'], 'sizes': {" + sizes + "}" + more + "}");
}

/// Q of "by-hand" with the change that W_Q⁽¹⁾[1,1] makes, from 2 to 2.5.
DisplayList changed_queries(PictureId id) {
    Shown then = Shown::preset("by-hand");
    Shown now = Shown::preset("by-hand");
    now.with([](Layer& layer) { layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(0, 0, 2.5F); });
    now.view_state().shows_change = true;
    now.at(ArrayId::Q);
    DisplayList list;
    picture(id).draw(list, now.drawing(&then.trace()), {0, 0, 812, 582});
    return list;
}

TEST(Found, ValuesStayWhileAChangeIsShown) {
    const DisplayList product = changed_queries(PictureId::product);
    EXPECT_GE(test::count_of(product, "2.50"), 3U); // W_Q[1,1], its term and its sum
    EXPECT_TRUE(says(product, "+0.50"));            // beneath Q[1,1]
    EXPECT_TRUE(says(product, "change"));           // its scale stands beside that of the values
    EXPECT_FALSE(says(product, "Δ"));
    EXPECT_FALSE(says(changed_queries(PictureId::differences), "Δ"));
}

TEST(Found, HeadsThatDidNotChangeDoNotPaleTheOthers) {
    EXPECT_TRUE(says(changed_queries(PictureId::heads), "0.50 0")); // the ends of the colour bar
}

TEST(Found, TermsStandOnTheRowsThatTheyAreMadeWith) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::O, 0, 0, 0).draw(PictureId::product);
    std::vector<float> terms;
    for (const Item& item : list.items)
        if (std::holds_alternative<ShownTerm>(item.says))
            terms.push_back(std::get<Text>(item.shape()).position.y);
    ASSERT_EQ(terms.size(), 3U);
    for (Index row = 0; row < 3; ++row)
        EXPECT_NEAR(terms[static_cast<std::size_t>(row)],
                    find(list, CellId{0, ArrayId::V, 0, 0, row, 0}, typesetter())->centre().y, 1);
}

TEST(Found, TermsOfHeadsStandOnTheRowsOfTheirOutputWeights) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::Y, 0, 0, 0).draw(PictureId::product);
    std::vector<float> terms;
    std::vector<float> rows(4, 1e9F); // of W_O; its numbers stand higher than those of the result's columns
    for (const Item& item : list.items) {
        const Text* const text = std::get_if<Text>(&item.shape());
        if (text == nullptr)
            continue;
        if (std::holds_alternative<ShownTerm>(item.says))
            terms.push_back(text->position.y);
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (text->text == std::to_string(row + 1))
                rows[row] = std::min(rows[row], text->position.y);
    }
    ASSERT_EQ(terms.size(), 2U);
    EXPECT_NEAR(terms[0], (rows[0] + rows[1]) / 2, 1);
    EXPECT_NEAR(terms[1], (rows[2] + rows[3]) / 2, 1);
}

TEST(Found, OperandsOfAnotherRangeHaveAColourBarOfTheirOwn) {
    Shown shown = Shown::preset("who-and-where");
    struct Seen {
        ArrayId array;
        PictureId picture;
    };
    for (const auto [array, picture] :
         {Seen{ArrayId::Y, PictureId::token}, Seen{ArrayId::Q, PictureId::fused}, Seen{ArrayId::A, PictureId::one_head},
          Seen{ArrayId::O, PictureId::product}, Seen{ArrayId::O, PictureId::values}, Seen{ArrayId::Y, PictureId::sum},
          Seen{ArrayId::A, PictureId::softmax}, Seen{ArrayId::A, PictureId::wrong_axis}})
        EXPECT_THAT(test::scale_complaints(shown.at(array).draw(picture)), testing::IsEmpty())
            << attn::picture(picture).name;
}

TEST(Found, AMatrixOfSmallNumbersKeepsItsColoursBesideOneOfLarge) {
    Shown shown = Shown::preset("eight-heads");
    int weights = 0;
    for (const Item& item : shown.at(ArrayId::Y).draw(PictureId::sum).items)
        if (const auto* const shown_in = std::get_if<ShownColours>(&item.says);
            shown_in != nullptr && shown_in->first && shown_in->first->array == ArrayId::W_O) {
            EXPECT_LT(shown_in->range.high, 2); // Y reaches to 43
            ++weights;
        }
    EXPECT_EQ(weights, 8);
}

TEST(Found, TermsOfAProductHaveTheColoursOfTheMatrixBesideThem) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::O).draw(PictureId::product);
    const ColourMap& map = colour_map(Palette::diverging, Look::light);
    std::optional<Range> of_values;
    std::vector<Colour> terms;
    const Rectangle* chip = nullptr;
    for (const Item& item : list.items) {
        if (const auto* const shown_in = std::get_if<ShownColours>(&item.says);
            shown_in != nullptr && shown_in->first && shown_in->first->array == ArrayId::V)
            of_values = shown_in->range;
        if (std::holds_alternative<ShownTerm>(item.says))
            terms.push_back(chip->fill);
        if (const auto* const rectangle = std::get_if<Rectangle>(&item.shape()))
            chip = rectangle;
    }
    const Explanation sum = explain(shown.trace(), {0, ArrayId::O, 0, 0, 0, 0});
    ASSERT_TRUE(of_values);
    ASSERT_EQ(terms.size(), sum.terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
        EXPECT_EQ(terms[i], map.at(static_cast<float>(sum.terms[i].value), *of_values)) << i;
}

TEST(Found, SumsOfHeadsAreNamedBesideTheirColoursToo) {
    Shown shown = Shown::preset("who-and-where");
    const auto named = [&](PictureId id, std::string_view tex) {
        const DisplayList list = shown.at(ArrayId::A).draw(id);
        return std::ranges::count_if(list.items, [&](const Item& item) {
            const auto* const mark = std::get_if<FormulaMark>(&item.shape());
            return mark != nullptr && mark->tex == tex;
        });
    };
    EXPECT_EQ(named(PictureId::one_head, R"(Q K^\top)"), 2);            // above the matrix and before its colours
    EXPECT_EQ(named(PictureId::softmax, R"(\tilde{s}_{ij} - m_i)"), 2); // nothing masks
}

TEST(Found, TheLineOfASumLiesBeneathItsLastTerm) {
    Shown shown = layer_drawn("'d_model': 7, 'heads': 1, 'd_k': 3, 'd_v': 3");
    shown.with([](Layer& layer) { layer.heads[0].b_Q = Matrix::from_rows({{0.5F, -0.25F, 1}}); });
    shown.at(ArrayId::Q).view_state().on_paper = true;
    bool has_rest = false;
    for (float width = 320; width <= 640; width += 8) {
        const Box area{0, 0, width, 800};
        const DisplayList list = shown.draw(PictureId::product, area);
        has_rest = has_rest || says(list, " more =");
        EXPECT_THAT(test::layout_complaints(list, area), testing::IsEmpty()) << width;
    }
    EXPECT_TRUE(has_rest);
}

TEST(Found, ASumWithRoomForFewTermsWritesTheLargest) {
    Shown shown = layer_drawn("'d_model': 7, 'heads': 1, 'd_k': 3, 'd_v': 3");
    shown.with([](Layer& layer) {
        layer.heads[0].b_Q = Matrix::from_rows({{40, 0, 0}}); // the last term, and by far the largest
    });
    shown.at(ArrayId::Q).view_state().on_paper = true;
    bool has_rest = false;
    for (float width = 320; width <= 520; width += 8) {
        const DisplayList list = shown.draw(PictureId::product, {0, 0, width, 800});
        if (!says(list, " more ="))
            continue;
        has_rest = true;
        EXPECT_TRUE(std::ranges::any_of(list.items, [](const Item& item) {
            const auto* const term = std::get_if<ShownTerm>(&item.says);
            return term != nullptr && term->term == 7;
        })) << width;
    }
    EXPECT_TRUE(has_rest);
}

TEST(Found, WordsAreTurnedBeneathTheTitlesOfTheWrongAxis) {
    for (const char* const word : {"tea", "hot", "cafes", "fines", "cities"}) {
        Shown shown = Shown::json(fmt::format("{{'version': 1, 'tokens': ['{0}', 'a', 'is', 'a', '{0}'],"
                                              " 'sizes': {{'d_model': 4, 'heads': 2}}}}",
                                              word));
        shown.at(ArrayId::A);
        for (float height = 390; height <= 560; height += 10) {
            const Box area{0, 0, 1000, height};
            EXPECT_THAT(test::layout_complaints(shown.draw(PictureId::wrong_axis, area), area), testing::IsEmpty())
                << word << " at " << height;
        }
    }
}

TEST(Found, TheNameOfAQueryIsStruckThroughByNoKey) {
    for (const float along : {0.9F, 1.01F, 1.2F, 3.0F})
        for (const float across : {0.02F, 0.3F, 1.5F}) {
            Shown shown = layer_drawn("'d_model': 4, 'heads': 1, 'd_k': 2, 'd_v': 2");
            shown.with([&](Layer& layer) {
                layer.given[{0, ArrayId::Q, 0, 0}] = Matrix::from_rows({{1, 0}, {1, 0}, {1, 0}, {1, 0}});
                const auto key = {along, across};
                layer.given[{0, ArrayId::K, 0, 0}] = Matrix::from_rows({key, key, key, key});
            });
            const Box area{0, 0, 812, 582};
            EXPECT_THAT(test::layout_complaints(shown.at(ArrayId::scores).draw(PictureId::inner_product, area), area),
                        testing::IsEmpty())
                << along << ", " << across;
        }
}

TEST(Found, GreyValuesThatAreNegativeAreHatchedWithNumbersAndWithout) {
    Shown shown = Shown::preset("who-and-where");
    shown.with([](Layer& layer) { layer.heads[0].W_V = layer.heads[0].W_V.with_cell(0, 0, -3); });
    shown.view_state().grey = true;
    for (const CellNumbers numbers : {CellNumbers::fitting, CellNumbers::never}) {
        shown.view_state().numbers = numbers;
        EXPECT_TRUE(shown.at(ArrayId::O).draw(PictureId::values).marks.signs);
    }
}

/// The cells of an array with a strong frame in a figure.
std::vector<std::string> framed_cells(const DisplayList& list) {
    std::vector<std::string> cells;
    for (const Item& frame : list.items) {
        const auto* const around = std::get_if<Rectangle>(&frame.shape());
        if (around == nullptr || around->stroke.width < 2 || around->fill.visible())
            continue;
        for (const Item& item : list.items) {
            const auto* const cell = std::get_if<Rectangle>(&item.shape());
            const auto* const id = std::get_if<CellId>(&item.target);
            if (cell != nullptr && id != nullptr &&
                std::hypot(cell->box.centre().x - around->box.centre().x,
                           cell->box.centre().y - around->box.centre().y) < 1)
                cells.push_back(cell_name(*id));
        }
    }
    return cells;
}

TEST(Found, ASumOverHeadsFramesWhatAddsUpWhicheverStageIsAskedFor) {
    Shown shown = Shown::preset("by-hand");
    for (const ArrayId asked : {ArrayId::O, ArrayId::Y}) {
        FigureRequest request;
        request.kind = "sum";
        request.array = asked;
        request.row = 1;
        request.column = 1;
        const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
        ASSERT_TRUE(figure);
        EXPECT_THAT(framed_cells(figure->list), testing::UnorderedElementsAre("parts/1[2,2]", "parts/2[2,2]", "Y[2,2]"))
            << array_name(asked);
    }
}

TEST(Found, AColumnIsMultipliedFromTheLeft) {
    Shown shown = Shown::preset("by-hand");
    const auto names = [&](std::string_view tex) {
        const DisplayList list = shown.at(ArrayId::A).draw(PictureId::token);
        return std::ranges::any_of(list.items, [&](const Item& item) {
            const auto* const mark = std::get_if<FormulaMark>(&item.shape());
            return mark != nullptr && mark->tex == tex;
        });
    };
    EXPECT_TRUE(names(R"(\times W_O)"));
    shown.columns();
    EXPECT_FALSE(names(R"(\times W_O)"));
    EXPECT_TRUE(names(R"(W_O^\top \times)"));
}

/// The range of colours of the array's matrices.
std::optional<Range> colours_of(const DisplayList& list, ArrayId array) {
    for (const Item& item : list.items)
        if (const auto* const shown = std::get_if<ShownColours>(&item.says);
            shown != nullptr && shown->first && shown->first->array == array)
            return shown->range;
    return std::nullopt;
}

TEST(Found, OperandsAreNotPaleBecauseTheResultIsLarge) {
    Shown shown = Shown::preset("eight-heads");
    const DisplayList scores = shown.at(ArrayId::scores).draw(PictureId::product);
    ASSERT_TRUE(colours_of(scores, ArrayId::Q) && colours_of(scores, ArrayId::K));
    EXPECT_LT(colours_of(scores, ArrayId::Q)->high * 4, colours_of(scores, ArrayId::scores)->high);
    EXPECT_EQ(colours_of(scores, ArrayId::Q)->high, colours_of(scores, ArrayId::K)->high);
    EXPECT_THAT(test::scale_complaints(scores), testing::IsEmpty());
    // Ranges of comparable size become one, so that a number has one colour.
    Shown by_hand = Shown::preset("by-hand");
    const DisplayList queries = by_hand.at(ArrayId::Q).draw(PictureId::product);
    EXPECT_EQ(colours_of(queries, ArrayId::X)->high, colours_of(queries, ArrayId::Q)->high);
}

TEST(Found, ATermBeyondTheScaleIsNotColouredAsItsEnd) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.b_O = Matrix::from_rows({{100, -100, 0, 0}}); });
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::Y, 0, 0, 0, 0}] = 1; });
    const DisplayList sum = shown.at(ArrayId::Y, 0, 0, 0).draw(PictureId::product);
    const auto chips = [](const DisplayList& list) {
        return std::ranges::count_if(list.items, [](const Item& item) {
            const auto* const chip = std::get_if<Rectangle>(&item.shape());
            return chip != nullptr && chip->corner_radius == 3;
        });
    };
    EXPECT_TRUE(says(sum, "bias"));
    EXPECT_EQ(chips(sum), colours_of(sum, ArrayId::Y)->high >= 100 ? 3 : 2);
    shown.with([](Layer& layer) {
        for (Index i = 1; i < 3; ++i)
            layer.pins[{0, ArrayId::Y, 0, 0, i, 0}] = layer.pins[{0, ArrayId::Y, 0, 0, i, 1}] = 1;
        layer.pins[{0, ArrayId::Y, 0, 0, 0, 1}] = 1;
    });
    const DisplayList small = shown.at(ArrayId::Y, 0, 0, 0).draw(PictureId::product);
    ASSERT_LT(colours_of(small, ArrayId::Y)->high, 100);
    EXPECT_EQ(chips(small), 2);
}

TEST(Found, WhatNobodyReadsIsHatchedAmongTheValuesToo) {
    Shown shown = Shown::preset("masks");
    const DisplayList list = shown.at(ArrayId::O, 0, 0, 0).draw(PictureId::values);
    const auto hatched = std::ranges::count_if(list.items, [](const Item& item) {
        const auto* const box = std::get_if<Rectangle>(&item.shape());
        return box != nullptr && box->hatch.visible();
    });
    EXPECT_EQ(hatched, 2 * 4); // each share, and the row of V beside it
}

} // namespace
} // namespace attn
