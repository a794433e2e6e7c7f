// Five sets of lecture notes with all their formulas: each is found in the window's pictures and in figures.
#include "core/document/options/session_notation.h"
#include "core/figure/figure.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/notation/in_notation.h"
#include "tests/core/figure/figures.h"
#include "tests/core/figure/pictures/shown.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace attn {
namespace {

using test::Drawn;
using test::Shown;

/// A layer of three tokens and two heads of width three: 1.25 for the first query and the second key, which √3 makes
/// 0.72.
std::string layer(const std::string& notation) {
    return "{'version': 1, 'tokens': ['tea', 'is', 'hot'], 'sizes': {'d_model': 6, 'heads': 2, 'd_k': 3, 'd_v': 3},"
           "'embeddings': {'tea': [1, 0, 0, 0, 0, 0], 'is': [0, 1, 0, 0, 0, 0], 'hot': [0, 0, 1, 0, 0, 0]},"
           "'heads': [{'W_Q': [[1, 0.5, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]],"
           "'W_K': [[0, 1, 0], [1, 0.5, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]]}, {}], 'notation': '" +
           notation + "'}";
}

std::set<std::string> formulas_in(const DisplayList& list) {
    std::set<std::string> found;
    for (const Item& item : list.items)
        if (const auto* formula = std::get_if<ShownFormula>(&item.says))
            found.insert(formula->tex);
    return found;
}

/// All typeset formulas; the pieces of one that is broken over lines follow each other.
std::string typeset_in(const DisplayList& list) {
    std::string all;
    for (const Item& item : list.items)
        if (const auto* mark = std::get_if<FormulaMark>(&item.shape()))
            all += mark->tex + " ";
    return all;
}

void expect_in_window_and_figures(const std::string& notation, const std::vector<std::string>& notes) {
    Shown shown = Shown::json(layer(notation));
    std::set<std::string> in_window;
    std::string set;
    for (const Array& row : arrays()) {
        if (!has_array(shown.drawing(), row.id))
            continue;
        shown.at(row.id);
        shown.view_state().parameter.reset();
        if (is_parameter(row.id)) {
            shown.at(ArrayId::A);
            shown.view_state().parameter = row.id;
        }
        if (!shown.fits(PictureId::notes))
            continue;
        const DisplayList list = shown.draw(PictureId::notes);
        in_window.merge(formulas_in(list));
        set += typeset_in(list);
        EXPECT_FALSE(test::says(list, "Here besides")) << row.name;
        EXPECT_FALSE(test::says(list, "Not so here")) << row.name;
    }
    FigureRequest request;
    request.kind = "notes";
    const Figure figure = Drawn::json(layer(notation)).figure(request);
    const std::set<std::string> in_figure = formulas_in(figure.list);
    for (const std::string& tex : notes) {
        EXPECT_TRUE(in_window.contains(tex)) << "not in the window: " << tex;
        EXPECT_NE(set.find(tex), std::string::npos) << "not set: " << tex;
        EXPECT_TRUE(in_figure.contains(tex)) << "in no figure: " << tex;
    }
}

std::string numbers_beside(const std::string& notation, ArrayId stage) {
    Shown shown = Shown::json(layer(notation));
    return typeset_in(shown.at(stage, 0, 0, 1).draw(PictureId::notes));
}

TEST(Notes, HeadsWithWidthDh) {
    expect_in_window_and_figures(
        "d_h",
        {R"(X \in \mathbb{R}^{B \times S \times D})",
         R"(W_Q^{(h)}, W_K^{(h)}, W_V^{(h)} \in \mathbb{R}^{D \times d_h})",
         R"(Q^{(h)} = XW_Q^{(h)} \in \mathbb{R}^{S \times d_h})",
         R"(K^{(h)} = XW_K^{(h)} \in \mathbb{R}^{S \times d_h})",
         R"(V^{(h)} = XW_V^{(h)} \in \mathbb{R}^{S \times d_h})", R"(q_i = Q_{(i,*)} = x_i W_Q)",
         R"(k_j = K_{(j,*)} = x_j W_K)", R"(v_i = V_{(i,*)} = X_{(i,*)}W_V)",
         R"(\mathrm{score}(i,j) = \frac{(QK^\top)_{(i,j)}}{\sqrt{d_h}} = \frac{Q_{(i,*)}K_{(j,*)}^\top}{\sqrt{d_h}} = \frac{X_{(i,*)}W_Q\,(X_{(j,*)}W_K)^\top}{\sqrt{d_h}} = \frac{X_{(i,*)} M X_{(j,*)}^\top}{\sqrt{d_h}} = \frac{x_i^\top M x_j}{\sqrt{d_h}})",
         R"(S = (\mathrm{score}(i,j))_{(i \in [S],\, j \in [S])} \in \mathbb{R}^{S \times S})",
         R"(A^{(h)} = \mathrm{SOFTMAX}\left(\frac{Q^{(h)}K^{(h)\top}}{\sqrt{d_h}}\right) = \mathrm{SOFTMAX}_j(S_{(i,j)}) = \frac{\exp(\mathrm{score}(i,j))}{\sum_{k=1}^{S}\exp(\mathrm{score}(i,k))})",
         R"(\sum_j A_{(i,j)} = 1)", R"(P(j \mid i) = A_{(i,j)})", R"(O^{(h)} = A^{(h)}V^{(h)})",
         R"(O^{(h)}_{(i,*)} = \sum_{k=1}^{S} A_{(i,k)}V_{(k,*)})",
         R"(\mathrm{MHA}(X) = \mathrm{Concat}[O^{(1)}, \ldots, O^{(H)}]\,W_O)",
         R"(D = H \cdot d_h \Leftrightarrow d_h = \frac{D}{H})"});
    EXPECT_NE(numbers_beside("d_h", ArrayId::scaled).find(R"(\frac{1.25}{\sqrt{3}} = 0.72)"), std::string::npos);
}

TEST(Notes, ThePaper) {
    for (const char* notation : {"paper", "illustrated"})
        expect_in_window_and_figures(
            notation,
            {R"(Q_i = X \cdot W_i^Q)", R"(K_i = X \cdot W_i^K)", R"(V_i = X \cdot W_i^V)",
             R"(W_i^Q, W_i^K \in \mathbb{R}^{d_{model} \times d_k})", R"(W_i^V \in \mathbb{R}^{d_{model} \times d_v})",
             R"(W^O \in \mathbb{R}^{h \cdot d_v \times d_{model}})",
             std::string(std::string_view(notation) == "paper" ? R"(\mathrm{head}_i = )" : "Z_i := ") +
                 R"(\mathrm{softmax}\left(\frac{Q_i K_i^T}{\sqrt{d_k}}\right) \cdot V_i)",
             R"(\mathrm{Attention}(Q,K,V) = \mathrm{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right) \cdot V)",
             R"(\mathrm{head}_i = \mathrm{Attention}(Q \cdot W_i^Q, K \cdot W_i^K, V \cdot W_i^V))",
             R"(\mathrm{MultiHead}(Q,K,V) = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) \cdot W^O)"});
}

TEST(Notes, OneOutputToken) {
    expect_in_window_and_figures(
        "Txd",
        {R"(Q_i^{(h)} = x_i W_q^{(h)} \in \mathbb{R}^{d_h})", R"(K_i^{(h)} = x_i W_k^{(h)} \in \mathbb{R}^{d_h})",
         R"(V_i^{(h)} = x_i W_v^{(h)} \in \mathbb{R}^{d_h})", R"(\mathrm{score}_{ij}^{(h)} = Q_i^{(h)} K_j^{(h)T})",
         R"(\mathrm{score}_{ij}^{(h)\,\mathrm{scaled}} = \frac{Q_i^{(h)}K_j^{(h)T}}{\sqrt{d_h}})",
         R"(\alpha_{ij}^{(h)} = \frac{\exp(\mathrm{score}_{ij}^{(h)\,\mathrm{scaled}})}{\sum_{k=1}^{T}\exp(\mathrm{score}_{ik}^{(h)\,\mathrm{scaled}})} \in [0,1])",
         R"(\sum_j \alpha_{ij}^{(h)} = 1)", R"(y_i^{(h)} = \sum_{j=1}^{T}\alpha_{ij}^{(h)}V_j^{(h)})",
         R"(y_i^{\mathrm{concat}} = (y_i^{(1)} \ldots y_i^{(H)}))", R"(y_i = y_i^{\mathrm{concat}}W_o)",
         R"(W_q = (W_q^{(1)} \ldots W_q^{(H)}))", R"(Q = XW_q = (Q^{(1)} \ldots Q^{(H)}))",
         R"(A^{(h)} = \mathrm{softmax}\left(\frac{Q^{(h)}K^{(h)T}}{\sqrt{d_h}}\right))",
         R"(Y^{(h)} = A^{(h)}V^{(h)} = \begin{bmatrix}y_1^{(h)}\\\vdots\\y_T^{(h)}\end{bmatrix})",
         R"(Y_{\mathrm{concat}} = (Y^{(1)} \ldots Y^{(H)}))", R"(Y = Y_{\mathrm{concat}}W_o)"});
    EXPECT_NE(numbers_beside("Txd", ArrayId::scaled).find(R"(\frac{1.25}{\sqrt{3}} = 0.72)"), std::string::npos);
}

TEST(Notes, ScoresThatAreScaled) {
    expect_in_window_and_figures(
        "nxd",
        {R"(Q = XW_Q \in \mathbb{R}^{n \times d_k})", R"(K = XW_K \in \mathbb{R}^{n \times d_k})",
         R"(V = XW_V \in \mathbb{R}^{n \times d_v})",
         R"(\mathrm{Scores} = \frac{QK^T}{\sqrt{d_k}} \in \mathbb{R}^{n \times n})",
         R"(\mathrm{AttentionWeights} = A = \mathrm{softmax}(\mathrm{Scores}))",
         R"(\mathrm{AttentionWeights}_{i,j} = \frac{e^{\mathrm{Scores}_{i,j}}}{\sum_{k=1}^{n}e^{\mathrm{Scores}_{i,k}}})",
         R"(\mathrm{Context\ Vector} = Z = AV \in \mathbb{R}^{n \times d_v})", R"(W_O \in \mathbb{R}^{d_v \times d})",
         R"(\mathrm{Context\ Vector}^{(i)} = Z^{(i)} = A^{(i)}V^{(i)})",
         R"(Z_{concat} = [Z^{(1)}; Z^{(2)}; \ldots; Z^{(h)}] \in \mathbb{R}^{n \times (h \cdot d_v)})",
         R"(d_v \cdot h = d)"});
    EXPECT_NE(numbers_beside("nxd", ArrayId::scaled).find(R"(\frac{1.25}{\sqrt{3}} = 0.72)"), std::string::npos);
}

TEST(Notes, TheSumOverHeads) {
    expect_in_window_and_figures(
        "sum",
        {R"(\mathrm{Attention}(Q,K,V) = \mathrm{Softmax}\left(\frac{QK^T}{\sqrt{d}}\right)V)", R"(Q = xW^Q)",
         R"(K = xW^K)", R"(V = xW^V)", R"(Q_i = xW_i^Q)",
         R"(A_i = \mathrm{Attention}(Q_i, K_i, V_i) = \mathrm{Softmax}\left(\frac{Q_iK_i^T}{\sqrt{d_k}}\right)V_i)",
         R"(\left(A_0, A_1, \cdots, A_{h-1}\right)\left(\begin{matrix}W_0^O\\W_1^O\\\vdots\\W_{h-1}^O\end{matrix}\right) = \sum_{i=0}^{h-1}A_iW_i^O)",
         R"(\sum_{i,d_k}A_{n,m,d_k,i}W^O_{i,d_k,M})", R"(\texttt{einsum('nmki,ikM->nmM', A, WO)})",
         R"(\texttt{for i in range(h): out += As[i] @ WOs[i]})"});
}

TEST(Notes, WhereTheScoreIsTheScaledOneTheRawOneHasAnotherName) {
    for (const char* notation : {"d_h", "nxd"}) {
        Shown shown = Shown::json(layer(notation));
        const std::string raw = shown_name(shown.session(), ArrayId::scores);
        const std::string scaled = shown_name(shown.session(), ArrayId::scaled);
        const std::string name = notation == std::string_view("d_h") ? "QK⊤" : "QKᵀ";
        EXPECT_EQ(raw, name);
        EXPECT_TRUE(scaled == "score" || scaled == "Scores") << scaled;
        EXPECT_EQ(array_heading(shown.session(), ArrayId::scaled).letters(), "Scores");
        EXPECT_EQ(in_letters(row_of(ArrayId::scores).letter, notation_of(shown.session())), name);
    }
}

TEST(Notes, SayWhatTheLayerDoesBesides) {
    Shown shown = Shown::json(layer("d_h"));
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    EXPECT_TRUE(test::says(shown.at(ArrayId::A).draw(PictureId::notes), "a mask is added to the scores"));
    EXPECT_FALSE(test::says(shown.at(ArrayId::Q).draw(PictureId::notes), "besides"));
    shown.with([](Layer& layer) { layer.temperature = 2; });
    EXPECT_TRUE(test::says(shown.at(ArrayId::scaled).draw(PictureId::notes), "divided by a temperature"));
}

TEST(Notes, KeepTheirNumbersUnderAMask) {
    Shown shown = Shown::json(layer("d_h"));
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    const std::string set = typeset_in(shown.at(ArrayId::A, 0, 0, 0).draw(PictureId::notes));
    EXPECT_NE(set.find(R"(= 1.000)"), std::string::npos) << "the first word reads itself alone: " << set;
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::A}] = 0.5F; });
    const std::string pinned = typeset_in(shown.at(ArrayId::A, 0, 0, 0).draw(PictureId::notes));
    EXPECT_EQ(pinned.find(R"(P(j \mid i) = 0.5)"), std::string::npos) << pinned;
}

TEST(Notes, GiveARowItsOwnShapeAndNumbers) {
    const std::string queries = numbers_beside("Txd", ArrayId::Q);
    EXPECT_NE(queries.find(R"(\left( 1.00 \; 0.50 \; 0.00\right) \in \mathbb{R}^{3})"), std::string::npos) << queries;
    EXPECT_NE(queries.find(R"(\mathbb{R}^{3 \times (2 \cdot 3)})"), std::string::npos) << queries;
}

TEST(Notes, WidthsThatFillTheModelDoSoWhateverKeysHave) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 6, 'heads': 2, 'd_k': 4, "
                              "'d_v': 3}, 'notation': 'nxd'}");
    EXPECT_FALSE(test::says(shown.at(ArrayId::concat).draw(PictureId::notes), "Not so here"));
    shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 6, 'heads': 2, 'd_k': 4, "
                        "'d_v': 3}, 'notation': 'd_h'}");
    EXPECT_TRUE(test::says(shown.at(ArrayId::concat).draw(PictureId::notes), "Not so here"));
}

TEST(Notes, HeadsAreCountedFrom0WhereTheNotesDo) {
    Shown shown = Shown::json(layer("sum"));
    EXPECT_EQ(head_mark(shown.session(), 0), "₀") << "and where they do";
    EXPECT_EQ(array_label(shown.drawing(), ArrayId::scores).letters(), "scores₀");
    EXPECT_EQ(head_mark(Shown::json(layer("paper")).session(), 0), "₁");
    EXPECT_EQ(head_mark(Shown::json(layer("Txd")).session(), 0), "⁽¹⁾");
}

TEST(Notes, TheSumHasItsOwnLettersForAxes) {
    Shown shown = Shown::json(layer("sum"));
    EXPECT_TRUE(test::says(shown.at(ArrayId::Y).draw(PictureId::einsum), "nmik,ikM->nmM"));
    EXPECT_TRUE(test::says(Shown::json(layer("paper")).at(ArrayId::Y).draw(PictureId::einsum), "bshv,hvd->bsd"));
}

} // namespace
} // namespace attn
