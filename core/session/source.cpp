#include "core/session/source.h"

#include "core/io/npy.h"
#include "core/io/printable.h"
#include "core/session/limits.h"
#include "core/session/options.h"
#include "core/session/presets.h"
#include "core/session/session_file.h"
#include "core/session/weights_file.h"

#include <cmath>
#include <limits>

namespace attn {

namespace {

/// A sequence of numbers, (B, S, D) or (S, D), as one matrix for each item.
struct Rows {
    std::vector<Matrix> items;
    Index tokens = 0;
    Index width = 0;
};

Result<Rows> read_rows(const std::filesystem::path& path) {
    auto array = read_npy(path);
    if (!array)
        return array.error();
    const auto& shape = array->shape;
    const bool empty = array->values.empty();
    if ((shape.size() != 2 && shape.size() != 3) || empty)
        return error("{}: the array has shape {}, expected (B, S, D) or (S, D)", printable_path(path),
                     shape_text(shape));
    Rows rows{{}, shape[shape.size() - 2], shape.back()};
    const Index items = shape.size() == 3 ? shape[0] : 1;
    if (auto fits = check_limits({items, rows.tokens, rows.tokens, rows.width, rows.width, 1, 0, 0}); !fits)
        return error("{}: {}", printable_path(path), fits.error().message);
    for (Index item = 0; item < items; ++item)
        rows.items.push_back(shape.size() == 3 ? array->matrix_at({item}) : array->matrix());
    return rows;
}

/// Tokens of which only the numbers are known.
Sequence without_words(const Rows& rows) {
    Sequence sequence;
    sequence.items.assign(rows.items.size(), std::vector<std::string>(static_cast<std::size_t>(rows.tokens)));
    return sequence;
}

void give(Layer& layer, StageId stage, const Rows& rows) {
    for (std::size_t item = 0; item < rows.items.size(); ++item)
        layer.given[{stage, static_cast<Index>(item), 0}] = rows.items[item];
}

/// A mask from a file: numbers that are added, so neither truth values, nor NaN, nor +∞.
Result<Array> read_mask(const std::filesystem::path& path) {
    auto array = read_npy(path);
    if (!array)
        return array.error();
    const std::string name = printable_path(path);
    if (array->stored == DataType::boolean)
        return error("{}: this mask is boolean; expected floats that are added (0 or −inf), because ONNX hides where a "
                     "boolean mask is false and PyTorch where it is true",
                     name);
    const bool floats = array->stored >= DataType::float16;
    if (!floats)
        return error("{}: this mask is {}; expected floats that are added (0 or −inf)", name,
                     data_type_name(array->stored));
    for (std::size_t i = 0; i < array->values.size(); ++i)
        if (std::isnan(array->values[i]) || array->values[i] == std::numeric_limits<float>::infinity())
            return error("{}: number {} of this mask is {}; expected a real number or −inf", name, i + 1,
                         array->values[i]);
    return array;
}

Result<void> read_padding(Layer& layer, const std::filesystem::path& path, const Sizes& sizes) {
    auto array = read_mask(path);
    if (!array)
        return array.error();
    if (!array->has_shape({sizes.B, sizes.S_k}))
        return error("{}: the padding has shape {}, expected ({}, {})", printable_path(path), shape_text(array->shape),
                     sizes.B, sizes.S_k);
    const Matrix all = array->matrix();
    for (Index item = 0; item < sizes.B; ++item)
        layer.mask.padding.push_back(all.row_block(item, 1));
    return {};
}

Result<void> read_given_mask(Layer& layer, const std::filesystem::path& path, const Sizes& sizes) {
    auto array = read_mask(path);
    if (!array)
        return array.error();
    if (array->has_shape({sizes.S_q, sizes.S_k})) {
        layer.mask.given = {array->matrix()};
        return {};
    }
    const bool for_each_item = array->has_shape({sizes.B, 1, sizes.S_q, sizes.S_k});
    if (!for_each_item && !array->has_shape({sizes.B, sizes.H, sizes.S_q, sizes.S_k}))
        return error("{}: the mask has shape {}, expected ({}, {}), ({}, 1, {}, {}) or ({}, {}, {}, {})",
                     printable_path(path), shape_text(array->shape), sizes.S_q, sizes.S_k, sizes.B, sizes.S_q,
                     sizes.S_k, sizes.B, sizes.H, sizes.S_q, sizes.S_k);
    for (Index item = 0; item < sizes.B; ++item)
        for (Index head = 0; head < (for_each_item ? 1 : sizes.H); ++head)
            layer.mask.given.push_back(array->matrix_at({item, head}));
    return {};
}

/// Everything but weights and masks.
Result<Layer> layer_with_input(const Source& source) {
    Layer layer;
    layer.name = source.layer.value_or("");
    layer.mask.causal = source.causal;
    layer.temperature = source.temperature.value_or(1.0F);
    if (source.scale)
        layer.scale = plain_scale({Scale::Kind::value, *source.scale});
    auto input = read_rows(*source.input);
    if (!input)
        return input.error();
    layer.sequence = without_words(*input);
    give(layer, StageId::X, *input);
    if (!source.context)
        return layer;
    auto context = read_rows(*source.context);
    if (!context)
        return context.error();
    if (context->items.size() != input->items.size())
        return error("{}: there are {} items, expected {} as in {}", printable_path(*source.context),
                     context->items.size(), input->items.size(), printable_path(*source.input));
    layer.context = std::make_shared<const Sequence>(without_words(*context));
    give(layer, StageId::context, *context);
    return layer;
}

Result<Session> open_weights(const Source& source) {
    if (!source.input)
        return error("--weights needs --input: the numbers of the tokens, B x S x D or S x D");
    if (!source.heads)
        return error("--weights needs --heads: how many heads the packed weights hold");
    if (*source.heads < 1 || *source.heads > 128)
        return error("--heads is {}, expected 1 to 128", *source.heads);
    auto opened = layer_with_input(source);
    if (!opened)
        return opened.error();
    Layer& layer = *opened;
    const Index width = layer.given.at({StageId::X, 0, 0}).columns();
    const Index context_width = layer.context ? layer.given.at({StageId::context, 0, 0}).columns() : width;
    auto weights = read_weights({*source.weights, source.layer.value_or(""), *source.heads, width, context_width});
    if (!weights)
        return weights.error();
    layer.heads = std::move(weights->heads);
    layer.b_O = std::move(weights->b_O);
    const Sizes sizes = sizes_of(layer);
    if (auto fits = check_limits(sizes); !fits)
        return error("{}: {}", printable_path(*source.weights), fits.error().message);
    if (source.padding)
        if (auto read = read_padding(layer, *source.padding, sizes); !read)
            return read.error();
    if (source.mask_file)
        if (auto read = read_given_mask(layer, *source.mask_file, sizes); !read)
            return read.error();
    if (auto valid = validate(layer); !valid)
        return error("{}: {}", printable_path(*source.weights), valid.error().message);
    Session session;
    session.title = printable(source.weights->stem().string());
    session.layers.push_back(std::move(layer));
    return session;
}

/// Options that say something of weights, where there are none.
Result<void> check_no_weights_options(const Source& source) {
    const std::pair<const char*, bool> options[] = {{"--input", source.input.has_value()},
                                                    {"--heads", source.heads.has_value()},
                                                    {"--layer", source.layer.has_value()},
                                                    {"--context", source.context.has_value()},
                                                    {"--mask", source.causal},
                                                    {"--padding", source.padding.has_value()},
                                                    {"--mask-file", source.mask_file.has_value()},
                                                    {"--scale", source.scale.has_value()},
                                                    {"--temperature", source.temperature.has_value()}};
    for (const auto& [name, is_there] : options)
        if (is_there)
            return error("{} goes with --weights only", name);
    return {};
}

} // namespace

Result<Session> open_source(const Source& source, const std::filesystem::path& assets) {
    const int named = (source.session ? 1 : 0) + (source.preset ? 1 : 0) + (source.weights ? 1 : 0);
    if (named > 1)
        return error("there are several sources; expected one of a session file, --preset and --weights");
    if (source.weights)
        return open_weights(source);
    if (auto fits = check_no_weights_options(source); !fits)
        return fits.error();
    if (source.session)
        return load_session(*source.session);
    return load_preset(assets, source.preset.value_or(std::string(default_preset)));
}

} // namespace attn
