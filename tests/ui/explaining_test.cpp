// The window's explanation of a number: the layer's formulas, and the way back from the output to the embeddings.
#include "core/explain/explain.h"
#include "core/explain/written_terms.h"
#include "core/figure/number.h"
#include "core/model/arrays.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <gmock/gmock.h>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {
namespace {

/// The formula of one number of a stage.
struct FormulaOfStage {
    std::string_view stage;
    std::string_view one_cell; ///< TeX, in the default notation
};

/// The layer's table of formulas, row by row.
constexpr std::array formulas{
    FormulaOfStage{"E", "e_{id}"},
    FormulaOfStage{"P", "p_{id}"},
    FormulaOfStage{"X", "x_{id} = e_{id} + p_{id}"},
    FormulaOfStage{"Q", R"(q_{ic} = \sum_{d=1}^{D} x_{id}\,w_{dc} + b_c)"},
    FormulaOfStage{"K", R"(k_{jc} = \sum_{d=1}^{D} x_{jd}\,w_{dc} + b_c)"},
    FormulaOfStage{"V", R"(v_{jc} = \sum_{d=1}^{D} x_{jd}\,w_{dc} + b_c)"},
    FormulaOfStage{"scores", R"(s_{ij} = q_i \cdot k_j = \sum_{c=1}^{d_k} q_{ic}\,k_{jc})"},
    FormulaOfStage{"scaled", R"(\tilde{s}_{ij} = \frac{s_{ij}}{\sqrt{d_k}})"},
    FormulaOfStage{"mask", "M_{ij}"},
    FormulaOfStage{"masked", R"(\hat{s}_{ij} = \tilde{s}_{ij} + M_{ij})"},
    FormulaOfStage{"row_max", R"(m_i = \max_{j} \hat{s}_{ij})"},
    FormulaOfStage{"exp", R"(\exp(\hat{s}_{ij} - m_i))"},
    FormulaOfStage{"row_sum", R"(Z_i = \sum_{j} \exp(\hat{s}_{ij} - m_i))"},
    FormulaOfStage{"A", R"(a_{ij} = \frac{\exp(\hat{s}_{ij} - m_i)}{Z_i})"},
    FormulaOfStage{"O", R"(o_{ic}^{(h)} = \sum_{j} a_{ij}\,v_{jc})"},
    FormulaOfStage{"concat", "C_{i,(h-1)d_v+c} = o_{ic}^{(h)}"},
    FormulaOfStage{"parts", R"(y_{id}^{(h)} = \sum_{c=1}^{d_v} o_{ic}^{(h)}\,w_{cd})"},
    FormulaOfStage{"Y", R"(y_{id} = \sum_{h=1}^{H} y_{id}^{(h)} + b_d)"},
};

/// A layer of three words, of which two are equal, with positions, biases and a mask, so that every stage does
/// something.
Session whole_layer() {
    Session session = sentence(R"(["rose","is","rose"])");
    Layer& layer = session.layer();
    layer.mask.causal = true;
    layer.sequence.positions.kind = Positions::Kind::sinusoidal;
    layer.b_O = Matrix::from_rows({{0.5F, -0.5F, 0.25F, 0, 1, -1, 0.75F, 2}});
    for (HeadWeights& head : layer.heads) {
        head.b_Q = Matrix::from_rows({{0.5F, 0, -1, 2}});
        head.b_K = Matrix::from_rows({{1, -0.5F, 0.25F, 0}});
        head.b_V = Matrix::from_rows({{0, 1, -2, 0.5F}});
    }
    return session;
}

/// The cell with head 0 if its stage has no heads.
CellId as_named(CellId cell) {
    if (is_stage(cell.array) && !has_heads(cell.array))
        cell.head = 0;
    return cell;
}

CellId inspected(OffscreenWindow& window) {
    const Workspace& view_state = window.app().workspace();
    return as_named(view_state.focus.value_or(
        CellId{0, view_state.array(), view_state.item, view_state.head, view_state.row, view_state.column}));
}

Explanation explained(OffscreenWindow& window) {
    return explain(window.app().trace(), inspected(window));
}

/// The inspector's values of the stages, one after the other.
std::vector<std::string> values_of_all_stages(OffscreenWindow& window) {
    std::vector<std::string> values;
    window.app().workspace().steps = StepsShown::all;
    window.key("ctrl+home");
    for (std::size_t i = 0; i < formulas.size(); ++i) {
        values.push_back(window.says("inspector.value"));
        window.key("page_down");
    }
    return values;
}

TEST(Explaining, EveryFormulaOfTheLayerStandsBesideItsNumber) {
    OffscreenWindow window(whole_layer());
    window.app().workspace().steps = StepsShown::all;
    window.key("ctrl+home");
    for (const FormulaOfStage& formula : formulas) {
        ASSERT_EQ(row_of(window.app().workspace().step).name, formula.stage);
        window.app().workspace().row = 2; // the last word reads all three
        window.key("left");
        EXPECT_EQ(window.says("inspector.formula"), formula.one_cell) << formula.stage;
        const Explanation explanation = explained(window);
        EXPECT_NEAR(explanation.recomputed, explanation.value, 1e-5) << formula.stage;
        const bool is_share = formula.stage == "A" || formula.stage == "exp";
        // A sum has the decimals of the sum beneath it.
        EXPECT_THAT(window.says("inspector.value"), testing::AnyOf(display_number(explanation.value, is_share ? 3 : 2),
                                                                   display_number(explanation.value, 3)));
        window.key("page_down");
    }
}

/// The number behind the inspector's first link whose name begins with `link`.
double number_behind(OffscreenWindow& window, std::string_view link) {
    bool is_next = false;
    for (const Item& item : window.app().scene().list.items) {
        const auto* const text = std::get_if<Text>(&item.shape());
        if (text == nullptr)
            continue;
        if (is_next)
            return std::stod(text->text);
        const auto* const name = std::get_if<std::string>(&item.target);
        is_next = name != nullptr && name->starts_with(link);
    }
    ADD_FAILURE() << link << " is not there";
    return 0;
}

TEST(Explaining, WhoeverDividesTheNumbersAsTheyAreWrittenFindsTheShare) {
    OffscreenWindow window(preset("who-and-where"));
    window.app().workspace().step = ArrayId::A;
    for (Index row = 0; row < 4; ++row)
        for (Index column = 0; column < 4; ++column) {
            window.app().workspace().row = row;
            window.app().workspace().column = column;
            window.key("escape");
            const double share = number_behind(window, "link:exp") / number_behind(window, "link:row_sum");
            EXPECT_NEAR(share, std::stod(window.says("inspector.value")), 0.0005 + 1e-9) << row << ' ' << column;
        }
}

/// The number of a text with a typographic minus.
double number_in(std::string text) {
    constexpr std::string_view minus = "−";
    if (text.starts_with(minus))
        text.replace(0, minus.size(), "-");
    return std::stod(text);
}

/// A line "left × right = product" of the inspector, or the same with ≈.
struct WrittenLine {
    double left = 0;
    double right = 0;
    double product = 0;
    bool is_equal = false;
};

std::vector<WrittenLine> written_products(OffscreenWindow& window) {
    std::vector<std::string> texts;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape()); text != nullptr && item.target == Target())
            texts.push_back(text->text); // names of factors are links and have targets
    std::vector<WrittenLine> lines;
    for (std::size_t i = 0; i + 4 < texts.size(); ++i)
        if (texts[i + 1] == "×" && (texts[i + 3] == "=" || texts[i + 3] == "≈"))
            lines.push_back(
                {number_in(texts[i]), number_in(texts[i + 2]), number_in(texts[i + 4]), texts[i + 3] == "="});
    return lines;
}

TEST(Explaining, WhoeverMultipliesTheFactorsAsTheyAreWrittenFindsTheProduct) {
    OffscreenWindow window(preset("who-and-where"));
    std::size_t seen = 0;
    for (const ArrayId stage : {ArrayId::Q, ArrayId::scores, ArrayId::O, ArrayId::Y}) {
        window.app().workspace().step = stage;
        for (Index row = 0; row < 4; ++row) {
            window.app().workspace().row = row;
            window.key("escape");
            for (const auto& [left, right, product, is_equal] : written_products(window)) {
                EXPECT_NEAR(left * right, product, is_equal ? 1e-12 : 0.00501) << row_of(stage).name << ' ' << row;
                ++seen;
            }
        }
    }
    EXPECT_GE(seen, 32U);
}

/// The numbers at the right of the inspector's terms, that of the rest, and the sum beneath them.
std::vector<double> written_sum(OffscreenWindow& window) {
    std::vector<double> numbers;
    bool is_next = false;
    for (const Item& item : window.app().scene().list.items) {
        const auto* const text = std::get_if<Text>(&item.shape());
        if (text == nullptr || item.target != Target())
            continue;
        if (text->text.starts_with("THIS CELL"))
            numbers.clear(); // those of the pipeline and the stage come before
        const bool is_number = text->text.starts_with("−") || (text->text.front() >= '0' && text->text.front() <= '9');
        if (is_next && is_number) // formulas have signs too
            numbers.push_back(number_in(text->text));
        const bool is_rest = text->text.ends_with(" more");
        is_next = text->text == "=" || text->text == "≈" || is_rest || text->text == "sum";
        if (text->text == "sum, rounded")
            return {};
    }
    return numbers;
}

TEST(Explaining, WhoeverAddsTheTermsAsTheyAreWrittenFindsTheSum) {
    OffscreenWindow window(sentence(R"(["tea", "is", "hot"])")); // five of eight terms are written, and the rest
    std::size_t seen = 0;
    window.app().workspace().picture = PictureId::heatmap; // has no sum of its own
    for (const ArrayId stage : {ArrayId::Q, ArrayId::K, ArrayId::V}) {
        window.app().workspace().step = stage;
        for (Index cell = 0; cell < 12; ++cell) {
            window.app().workspace().row = cell / 4;
            window.app().workspace().column = cell % 4;
            window.key("escape");
            std::vector<double> numbers = written_sum(window);
            if (numbers.empty())
                continue; // the inspector says that it is rounded
            const double sum = numbers.back();
            numbers.pop_back();
            EXPECT_NEAR(std::accumulate(numbers.begin(), numbers.end(), 0.0), sum, 1e-9)
                << row_of(stage).name << ' ' << cell;
            seen += numbers.size();
        }
    }
    EXPECT_GE(seen, 60U);
}

TEST(Explaining, EveryTermThatTheCellIsMadeOfStandsThereAsALink) {
    OffscreenWindow window(whole_layer());
    window.app().workspace().steps = StepsShown::all;
    window.key("ctrl+home");
    for (const FormulaOfStage& formula : formulas) {
        const std::vector<Term> terms = terms_as_written(window.app().trace(), explained(window));
        std::size_t links = 0;
        for (const Term& term : terms)
            if (term.left.cell && window.shows("link:" + cell_name(*term.left.cell)))
                ++links;
        EXPECT_GE(links, std::min<std::size_t>(terms.size(), 3)) << formula.stage;
        window.key("page_down");
    }
}

TEST(Explaining, NumbersOfAllStagesFollowAnEditOfAWord) {
    OffscreenWindow window(whole_layer());
    const std::vector<std::string> before = values_of_all_stages(window);
    window.double_click("token:1");
    window.type("violet");
    const std::vector<std::string> after = values_of_all_stages(window);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
        const std::string_view name = formulas[i].stage;
        const bool stays = name == "P" || name == "mask" || before[i] == "1.000" || before[i] == "1.00";
        if (!stays)
            EXPECT_NE(before[i], after[i]) << name;
    }
}

/// The operand on the way back: the first or last one with a link that is neither a weight nor a position.
std::optional<CellId> way_back(OffscreenWindow& window, bool last) {
    std::optional<CellId> found;
    for (const Term& term : terms_as_written(window.app().trace(), explained(window)))
        for (const Factor& factor : {term.left, term.right.value_or(Factor{})}) {
            if (!factor.cell || !is_stage(factor.cell->array) || factor.cell->array == ArrayId::P ||
                !window.shows("link:" + cell_name(*factor.cell)) || (found && !last))
                continue;
            found = as_named(*factor.cell);
        }
    return found;
}

/// Clicks operands until the embeddings are reached, or a cell from which they were reached before.
void walk_back(OffscreenWindow& window, bool last, std::set<CellId>& reaching) {
    std::vector<CellId> way;
    const CellId from = inspected(window);
    while (inspected(window).array != ArrayId::E && !reaching.contains(inspected(window))) {
        const auto next = way_back(window, last);
        ASSERT_TRUE(next) << "no operand of " << cell_name(inspected(window)) << " leads on from " << cell_name(from);
        ASSERT_LT(way.size(), 20U) << "from " << cell_name(from);
        way.push_back(inspected(window));
        window.press("link:" + cell_name(*next));
        window.settle();
        ASSERT_EQ(inspected(window), *next);
    }
    reaching.insert(way.begin(), way.end());
}

TEST(Explaining, FromEveryCellOfTheOutputClicksOnOperandsLeadToTheEmbeddings) {
    OffscreenWindow window(whole_layer());
    const Sizes sizes = window.app().trace().sizes();
    for (const bool last : {false, true}) {
        std::set<CellId> reaching;
        for (Index row = 0; row < sizes.S_q; ++row)
            for (Index column = 0; column < sizes.D; ++column) {
                window.key("ctrl+end");
                const CellId cell{0, ArrayId::Y, 0, 0, row, column};
                window.press("cell:" + cell_name(cell));
                window.settle();
                ASSERT_EQ(inspected(window), cell);
                walk_back(window, last, reaching);
            }
        EXPECT_GT(reaching.size(), 0U);
    }
}

} // namespace
} // namespace attn
