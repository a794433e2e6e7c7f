#include "core/figure/lenses/lens_numbers.h"

#include "core/figure/lenses/known_spectra.h"

#include "core/explain/lenses.h"
#include "core/explain/spectrum.h"
#include "core/explain/subspaces.h"
#include "core/figure/axis.h"
#include "core/figure/pictures/labels.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <limits>
#include <optional>
#include <utility>

namespace attn {

namespace {

std::vector<std::string> names_of_heads(const DrawContext& drawing) {
    std::vector<std::string> names;
    for (Index head = 0; head < drawing.sizes().H; ++head)
        names.push_back(fmt::format("head {}", head_number(drawing.session, head)));
    return names;
}

std::optional<NamedMatrix> singular_values_of_heads(const DrawContext& drawing, WeightProduct product) {
    const Index heads = drawing.sizes().H;
    std::vector<std::optional<Spectrum>> found;
    Index count = 0;
    for (Index head = 0; head < heads; ++head) {
        found.emplace_back();
        if (!has_spectrum(drawing, product, head))
            continue;
        if (const MaybeSpectrum* const values = values_of(drawing, product, head).found)
            found.back() = *values;
        count = spectrum_size(product_weights(drawing.layer(), head, product)); // the same for all heads
    }
    if (count == 0)
        return std::nullopt;
    Matrix values = filled(heads, count, [&](Index head, Index n) {
        const auto& of_head = found[static_cast<std::size_t>(head)];
        return of_head ? of_head->values[static_cast<std::size_t>(n)] : std::numeric_limits<double>::quiet_NaN();
    });
    const bool asks = product == WeightProduct::asking;
    return NamedMatrix{asks ? "W_QW_K" : "W_VW_O", std::move(values), names_of_heads(drawing), counted(count),
                       fmt::format("The singular values of {}, heads × values.", asks ? "W_Q W_Kᵀ" : "W_V W_O")};
}

NamedMatrix numbered_matrix(std::string name, Matrix values, std::string about) {
    NamedMatrix numbers{std::move(name), std::move(values), {}, {}, std::move(about)};
    numbers.rows = counted(numbers.values.rows());
    numbers.columns = counted(numbers.values.columns());
    return numbers;
}

} // namespace

std::vector<NamedMatrix> spectrum_numbers(const DrawContext& drawing) {
    std::vector<NamedMatrix> all;
    for (const WeightProduct product : {WeightProduct::asking, WeightProduct::writing})
        if (auto numbers = singular_values_of_heads(drawing, product))
            all.push_back(*std::move(numbers));
    return all;
}

std::vector<NamedMatrix> bilinear_numbers(const DrawContext& drawing) {
    const CellId cell = selected_cell(drawing);
    const Trace& trace = drawing.trace;
    const HeadAsking asking = head_asking(drawing.layer(), cell.head);
    const Bilinear form = bilinear_form(trace, asking, cell.item, cell.head, cell.row, cell.column);
    const ArrayId source = trace.has(ArrayId::context) ? ArrayId::context : ArrayId::X;
    NamedMatrix x_i =
        numbered_matrix("x_i", trace.array(ArrayId::X, cell.item, 0).row_block(cell.row, 1), "The row of X that asks.");
    x_i.rows = {token_name(drawing, false, cell.row).letters()};
    NamedMatrix x_j =
        numbered_matrix("x_j", trace.array(source, cell.item, 0).row_block(cell.column, 1), "The row that is asked.");
    x_j.rows = {token_name(drawing, true, cell.column).letters()};
    NamedMatrix terms{"terms",
                      Matrix::from_rows({{form.product, form.query_bias, form.key_bias, form.both_biases}}),
                      {"score"},
                      {"x_i W_QK x_jᵀ", "b_Q with the key", "the query with b_K", "b_Q with b_K"},
                      "The terms of the score."};
    return {numbered_matrix("W_QK", asking.M, "W_QK = W_Q W_Kᵀ."), std::move(x_i), std::move(x_j), std::move(terms)};
}

std::vector<NamedMatrix> writing_numbers(const DrawContext& drawing) {
    const HeadWriting writing = head_writing(drawing.layer(), drawing.view_state.head);
    std::vector<NamedMatrix> all{
        numbered_matrix("W_VO", writing.W_VO, "W_V W_O: rows are what is read, columns what is written.")};
    if (!writing.constant.empty())
        all.push_back(numbered_matrix("b_VW_O", writing.constant, "b_V W_O, the same for every token."));
    return all;
}

std::vector<NamedMatrix> subspaces_numbers(const DrawContext& drawing) {
    const ArrayId weights = fused_product(drawing)->weights;
    const std::vector<std::string> heads = names_of_heads(drawing);
    return {{"overlaps", subspace_overlaps(drawing.layer(), weights), heads, heads,
             fmt::format("How much of two heads’ subspaces of X is shared, by {}.",
                         shown_name(drawing.notation, weights))}};
}

std::optional<FusedProduct> fused_product(const DrawContext& drawing) {
    constexpr std::array products{FusedProduct{ArrayId::Q, ArrayId::W_Q}, FusedProduct{ArrayId::K, ArrayId::W_K},
                                  FusedProduct{ArrayId::V, ArrayId::W_V}};
    const ArrayId shown = drawing.view_state.array();
    for (const FusedProduct& product : products)
        if (shown == product.stage || shown == product.weights)
            return product;
    return std::nullopt;
}

} // namespace attn
