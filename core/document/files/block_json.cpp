// The block around a layer's attention in session files: the residual stream, the block's norms and its MLP.

#include "core/document/files/session_keys.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn {

namespace {

constexpr std::array norm_kinds{JsonName<Norm::Kind>{Norm::Kind::layer, "layer"},
                                JsonName<Norm::Kind>{Norm::Kind::rms, "rms"},
                                JsonName<Norm::Kind>{Norm::Kind::gain, "gain"}};
constexpr std::array activations{
    JsonName<Activation>{Activation::gelu, "gelu"}, JsonName<Activation>{Activation::gelu_tanh, "gelu_tanh"},
    JsonName<Activation>{Activation::relu, "relu"}, JsonName<Activation>{Activation::silu, "silu"}};

const std::vector<JsonKey<Norm>>& keys_of_norm() {
    static const std::vector<JsonKey<Norm>> keys{
        {.key = "kind",
         .read = [](Norm& into, const Field& field) { read_name(norm_kinds, field, into.kind); },
         .write = [](const Norm& from) { return json_of_name(norm_kinds, from.kind); },
         .required = R"(expected "kind": "layer", "rms" or "gain")"},
        {.key = "epsilon",
         .read =
             [](Norm& into, const Field& field) {
                 field.read(into.epsilon);
                 if (!(into.epsilon >= 0) || !std::isfinite(into.epsilon))
                     field.fail("expected 0 or more");
             },
         .write = [](const Norm& from) { return json_of(from.epsilon); }}};
    return keys;
}

/// True if the array belongs to the block but not to attention, whose norm and weights have keys of their own.
bool is_of_block(const Array& row) {
    return row.part != ModelPart::output && is_around_attention(row.id);
}

/// The key of the norm that computes an array; it has the array's name. Its gain and bias are parameters.
SessionKey norm_key_of(const Array& row) {
    return {row.name,
            [&row](auto& into, const Field& field) { read_keys(keys_of_norm(), field, into.layer.*row.row_norm); },
            [&row](auto& from) {
                const Norm& norm = from.layer.*row.row_norm;
                return norm.kind == Norm::Kind::off ? std::nullopt : std::optional(write_keys(keys_of_norm(), norm));
            }};
}

SessionKey parameter_key_of(const Array& row) {
    return {row.name,
            [&row](auto& into, const Field& field) {
                const Shape shape = shape_of(into.sizes, row.id);
                parameter(into.layer, row.id, 0) = row.rows == Axis::one ? into.matrices.row(field, shape.columns)
                                                                         : into.matrices.matrix(field, shape);
            },
            [&row](auto& from) -> std::optional<Json> {
                const Matrix& matrix = parameter(from.layer, row.id, 0);
                if (matrix.empty())
                    return std::nullopt;
                return row.rows == Axis::one ? from.matrices.row(std::string(row.name), matrix)
                                             : from.matrices.matrix(std::string(row.name), matrix);
            }};
}

const std::vector<SessionKey>& keys_of_block() {
    static const std::vector<SessionKey> keys = [] {
        std::vector<SessionKey> rows{
            unusual_key<SessionReading, SessionWriting>(
                "residual", [](auto& of) -> auto& { return of.layer.residual; }),
            unusual_key<SessionReading, SessionWriting>(
                "parallel", [](auto& of) -> auto& { return of.layer.is_parallel; }),
            {"activation", [](auto& into, const Field& field) { read_name(activations, field, into.layer.activation); },
             [](auto& from) {
                 return from.layer.W_up.empty() ? std::nullopt : json_of_name(activations, from.layer.activation);
             }}};
        for (const Array& row : stages())
            if (row.row_norm != nullptr && row.row_norm != static_cast<Norm Layer::*>(&Block::norm) &&
                row.part != ModelPart::output)
                rows.push_back(norm_key_of(row));
        for (const Array& row : parameters())
            if (is_of_block(row))
                rows.push_back(parameter_key_of(row));
        return rows;
    }();
    return keys;
}

} // namespace

SessionKey block_key() {
    return {"block", [](auto& into, const Field& field) { read_keys(keys_of_block(), field, into); },
            [](auto& from) { return unless_empty(write_keys(keys_of_block(), from)); }};
}

} // namespace attn
