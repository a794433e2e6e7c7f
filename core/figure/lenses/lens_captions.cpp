#include "core/figure/lenses/lens_captions.h"

#include "core/figure/lenses/lens_numbers.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"

#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

Claim shape_words(Shape shape, std::string_view of_rows, std::string_view of_columns, const Fact& is_shape,
                  bool transposed) {
    if (transposed) {
        std::swap(shape.rows, shape.columns);
        std::swap(of_rows, of_columns);
    }
    Fact written = is_shape;
    written.written = fmt::format("{}×{}", shape.rows, shape.columns);
    std::string words = fmt::format("{}, {} × {}", written.written, of_rows, of_columns);
    return {std::move(words), std::move(written)};
}

Fact shape_fact(Quantity of, ArrayId array) {
    return written_fact(of, {0, array}, {});
}

/// The width of the rows from which keys and values are computed: D_context in cross-attention, otherwise D.
Index width_of_source(const DrawContext& drawing) {
    return drawing.layer().context ? drawing.sizes().D_context : drawing.sizes().D;
}

} // namespace

LensCaption bilinear_caption(const DrawContext& drawing) {
    const bool transposed = drawing.session.tokens_as_columns;
    return {transposed ? "<W_QK T> = <W_K> <W_Q T>" : "<W_QK> = <W_Q> <W_K T>",
            shape_words({drawing.sizes().D, width_of_source(drawing)}, "of who asks", "of who is asked",
                        shape_fact(Quantity::product_shape, ArrayId::W_Q), transposed)};
}

LensCaption writing_caption(const DrawContext& drawing) {
    const bool transposed = drawing.session.tokens_as_columns;
    return {transposed ? "<W_O T> <W_V T>" : "<W_V> <W_O>",
            shape_words({width_of_source(drawing), drawing.sizes().D}, "what is read", "what is written",
                        shape_fact(Quantity::product_shape, ArrayId::W_V), transposed)};
}

LensCaption subspaces_caption(const DrawContext& drawing) {
    const Index heads = drawing.sizes().H;
    return {"", shape_words({heads, heads}, "heads", "heads", shape_fact(Quantity::heads_shape, ArrayId::W_Q), false)};
}

LensCaption fused_caption(const DrawContext& drawing) {
    const ArrayId stage = fused_product(drawing)->stage;
    const std::string name(array_name(stage));
    const bool transposed = drawing.session.tokens_as_columns;
    const std::string_view source = stage == ArrayId::Q ? "<X>" : "<source>";
    const Sizes& sizes = drawing.sizes();
    const Index heads = stage == ArrayId::Q ? sizes.H : sizes.H / sizes.queries_per_kv;
    const std::string product =
        transposed ? fmt::format("<all W_{} T> {}", name, source) : fmt::format("{} <all W_{}>", source, name);
    const bool has_bias = !parameter(drawing.layer(), *find_array("b_" + name), 0).empty();
    const std::string formula =
        fmt::format("<all {0}> = {1}{2}", name, product, has_bias ? fmt::format(" + <all b_{}>", name) : "");
    return {formula_that_holds(drawing, stage, formula, {.all_heads = true}),
            shape_words(
                {stage == ArrayId::Q ? sizes.S_q : sizes.S_k, heads * (stage == ArrayId::V ? sizes.d_v : sizes.d_k)},
                "tokens", "numbers of all heads", shape_fact(Quantity::shape_of_all_heads, stage), transposed)};
}

} // namespace attn
