#include "core/explain/einsum.h"

#include "core/model/stages.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace attn {

namespace {

/// How a stage is written: heads of its own, or, where keys and values are shared, groups of heads.
struct EinsumRow {
    ArrayId stage{};
    std::string_view subscripts;
    std::string_view grouped{}; ///< where heads share keys and values; empty: no difference
    ArrayId left;
    ArrayId right;
    std::optional<ArrayId> bias{};
};

using enum ArrayId;
using enum ArrayId;

// b items, s tokens that read, t tokens that are read, d and c widths of what comes in, h heads, k and v widths of a
// head; g heads of keys and values, r heads that share one of them.
constexpr std::array einsum_rows{
    EinsumRow{.stage = Q, .subscripts = "bsd,dhk->bhsk", .left = X, .right = W_Q, .bias = b_Q},
    EinsumRow{
        .stage = K, .subscripts = "btd,dhk->bhtk", .grouped = "btd,dgk->bgtk", .left = X, .right = W_K, .bias = b_K},
    EinsumRow{
        .stage = V, .subscripts = "btd,dhv->bhtv", .grouped = "btd,dgv->bgtv", .left = X, .right = W_V, .bias = b_V},
    EinsumRow{.stage = scores, .subscripts = "bhsk,bhtk->bhst", .grouped = "bgrsk,bgtk->bgrst", .left = Q, .right = K},
    EinsumRow{.stage = O, .subscripts = "bhst,bhtv->bhsv", .grouped = "bgrst,bgtv->bgrsv", .left = A, .right = V},
    EinsumRow{.stage = parts, .subscripts = "bhsv,hvd->bhsd", .left = O, .right = W_O},
    EinsumRow{.stage = Y, .subscripts = "bshv,hvd->bsd", .left = concat, .right = W_O, .bias = b_O},
};

EinsumLetter letter_of(char letter, const Sizes& sizes) {
    switch (letter) {
    case 'b':
        return {letter, "items", "", sizes.B};
    case 's':
        return {letter, "tokens that read", "S", sizes.S_q};
    case 't':
        return {letter, "tokens that are read", sizes.S_q == sizes.S_k ? "S" : "", sizes.S_k};
    case 'd':
        return {letter, "width of the model", "D", sizes.D};
    case 'c':
        return {letter, "width of the second sequence", "", sizes.D_context};
    case 'h':
        return {letter, "heads", "H", sizes.H};
    case 'g':
        return {letter, "heads of keys and values", "", sizes.H_kv()};
    case 'r':
        return {letter, "heads that share one of them", "", sizes.queries_per_kv};
    case 'k':
        return {letter, "width of a query and a key", "d_k", sizes.d_k};
    default:
        return {letter, "width of a value", "d_v", sizes.d_v};
    }
}

bool has(const Trace& trace, ArrayId array) {
    if (const ArrayId stage = array; is_stage(stage))
        return trace.has(stage);
    const Layer& layer = trace.layer();
    return !layer.heads.empty() && !parameter(layer, array, 0).empty();
}

/// "(1, 4, 2, 3)": the lengths of the letters.
std::string shape_of(std::string_view letters, const Sizes& sizes) {
    std::vector<Index> lengths;
    for (const char letter : letters)
        lengths.push_back(letter_of(letter, sizes).length);
    return fmt::format("({})", fmt::join(lengths, ", "));
}

/// The axes in which a trace and a file of weights store the array.
std::string_view stored_letters(ArrayId array, std::string_view letters) {
    if (array == ArrayId(concat))
        return "bs";
    return is_parameter(array) || letters.find('r') != std::string_view::npos ? "" : letters;
}

EinsumArray written(ArrayId array, std::string_view letters, const Sizes& sizes) {
    std::string name(array_name(array));
    if (stored_letters(array, letters) != letters)
        name += ".reshape" + shape_of(letters, sizes);
    return {array, std::string(letters), std::move(name)};
}

/// A bias as it is added to a result with these letters: per head, or for all.
std::string added_bias(ArrayId bias, std::string_view letters, const Sizes& sizes) {
    std::string name(array_name(bias));
    if (bias == b_O)
        return name;
    std::string shape(letters.substr(1));
    const Index heads = letter_of(shape.front(), sizes).length;
    return fmt::format("{}.reshape({}, 1, {})", name, heads, letter_of(shape.back(), sizes).length);
}

std::vector<EinsumLetter> letters_of(std::string_view left, std::string_view right, std::string_view result,
                                     const Sizes& sizes) {
    std::vector<EinsumLetter> letters;
    for (const char letter : std::string(left) + std::string(right)) {
        const bool known =
            std::any_of(letters.begin(), letters.end(), [&](const EinsumLetter& l) { return l.letter == letter; });
        if (known)
            continue;
        letters.push_back(letter_of(letter, sizes));
        letters.back().is_summed = result.find(letter) == std::string_view::npos;
    }
    return letters;
}

/// The row with what this layer multiplies: of the second sequence, and turned by place.
EinsumRow row_in(const Layer& layer, EinsumRow row) {
    if (row.stage == scores) {
        row.left = query_stage(layer);
        row.right = key_stage(layer);
    }
    const bool reads_context = layer.context && (row.stage == K || row.stage == V);
    if (reads_context)
        row.left = context;
    return row;
}

} // namespace

std::string Einsum::subscripts() const {
    return left.letters + "," + right.letters + "->" + result.letters;
}

std::string Einsum::in_python(std::string_view library) const {
    std::string line = fmt::format(R"({}.einsum("{}", {}, {}))", library, subscripts(), left.written, right.written);
    if (!added.empty())
        line += " + " + added;
    return fmt::format("{} = {}{}", array_name(result.array), line, result.written);
}

std::optional<Einsum> einsum_of(const Trace& trace, ArrayId stage) {
    const auto* const found =
        std::find_if(einsum_rows.begin(), einsum_rows.end(), [&](const EinsumRow& r) { return r.stage == stage; });
    if (found == einsum_rows.end())
        return std::nullopt;
    const EinsumRow row = row_in(trace.layer(), *found);
    if (!trace.has(stage) || !has(trace, row.left) || !has(trace, row.right))
        return std::nullopt;
    const Sizes& sizes = trace.sizes();
    const bool is_grouped = sizes.queries_per_kv > 1 && !row.grouped.empty();
    std::string subscripts(is_grouped ? row.grouped : row.subscripts);
    if (row.left == ArrayId(context))
        std::replace(subscripts.begin(), subscripts.end(), 'd', 'c');
    const std::size_t comma = subscripts.find(',');
    const std::size_t arrow = subscripts.find("->");
    const std::string left = subscripts.substr(0, comma);
    const std::string right = subscripts.substr(comma + 1, arrow - comma - 1);
    const std::string result = subscripts.substr(arrow + 2);
    Einsum einsum;
    einsum.left = written(row.left, left, sizes);
    einsum.right = written(row.right, right, sizes);
    einsum.result = {stage, result, ""};
    if (result.find('r') != std::string::npos)
        einsum.result.written = fmt::format(".reshape({}, {}, {}, {})", sizes.B, sizes.H, sizes.S_q,
                                            letter_of(result.back(), sizes).length);
    einsum.letters = letters_of(left, right, result, sizes);
    if (row.bias && has(trace, *row.bias))
        einsum.added = added_bias(*row.bias, result, sizes);
    return einsum;
}

} // namespace attn
