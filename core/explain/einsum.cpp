#include "core/explain/einsum.h"

#include "core/model/structure.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {

namespace {

// The letters: b items, s query tokens, t key tokens, d and c widths of their rows, h heads, k and v widths of a head,
// g heads of keys and values, r heads that share one of these, f inner numbers of the MLP, w words of the vocabulary.

EinsumLetter letter_of(char letter, const Sizes& sizes, bool has_context = false) {
    switch (letter) {
    case 'b':
        return {letter, "items", "", sizes.B};
    case 's':
        return {letter, "tokens that read", has_context ? "<S_q>" : "<S>", sizes.S_q};
    case 't':
        return {letter, "tokens that are read", has_context ? "<S_k>" : "<S>", sizes.S_k};
    case 'd':
        return {letter, "width of the model", "<D>", sizes.D};
    case 'c':
        return {letter, "width of the second sequence", "<D_c>", sizes.D_context};
    case 'h':
        return {letter, "heads", "<H>", sizes.H};
    case 'g':
        return {letter, "heads of keys and values", "", sizes.H_kv()};
    case 'r':
        return {letter, "heads that share one of them", "", sizes.queries_per_kv};
    case 'k':
        return {letter, "width of a query and a key", "<d_k>", sizes.d_k};
    case 'f':
        return {letter, "inner width of the MLP", "<d_ff>", sizes.d_ff};
    case 'w':
        return {letter, "words that may follow", "<d_vocab>", sizes.V};
    default:
        return {letter, "width of a value", "<d_v>", sizes.d_v};
    }
}

/// The letters of a product: of the stage and its operands.
class Letters {
public:
    Letters(const Trace& trace, ArrayId result, const ProductOperands& operands)
        : layer_(trace.layer()), is_shared_(trace.sizes().queries_per_kv > 1), result_(result),
          is_grouped_(is_shared_ && reads_shared(operands)) {}

    /// The letters of an array: "bhsk"; for a weight "dhk", for heads side by side "bshv". In a sum over heads there is
    /// no letter for heads.
    std::string of(ArrayId array) const {
        const Array& row = row_of(array);
        const std::string rows(1, rows_letter(array));
        const std::string columns(1, axis_letter(row.columns));
        const std::string heads = heads_letters(array);
        if (is_parameter(array)) // the columns or rows of a head are neighbours
            return is_of_head(row.columns) ? rows + heads + columns : heads + rows + columns;
        return is_in_blocks(array) ? "b" + rows + heads + columns : "b" + heads + rows + columns;
    }

private:
    static bool reads_shared(const ProductOperands& operands) {
        return is_stage(operands.right) && heads_of(operands.right) == Heads::kv;
    }
    static bool is_of_head(Axis axis) { return axis == Axis::key_width || axis == Axis::value_width; }

    std::string heads_letters(ArrayId array) const {
        if (is_in_blocks(array))
            return "h";
        switch (heads_of(array)) {
        case Heads::none:
            return "";
        case Heads::kv:
            return is_shared_ ? "g" : "h";
        case Heads::each:
            break;
        }
        return is_grouped_ ? "gr" : "h";
    }

    /// Keys and values have a row for each token that is read.
    char rows_letter(ArrayId array) const {
        const bool makes_rows = is_stage(array) && row_of(array).rows == Axis::query_tokens && array != result_ &&
                                row_of(result_).rows == Axis::key_tokens;
        return axis_letter(makes_rows ? Axis::key_tokens : row_of(array).rows);
    }

    char axis_letter(Axis axis) const {
        switch (axis) {
        case Axis::query_tokens:
            return 's';
        case Axis::key_tokens:
            return 't';
        case Axis::model:
            return 'd';
        case Axis::context_model:
            return layer_.context ? 'c' : 'd';
        case Axis::key_width:
            return 'k';
        case Axis::value_width:
        case Axis::concat_width: // heads have a letter of their own
            return 'v';
        case Axis::mlp:
            return 'f';
        case Axis::vocabulary:
            return 'w';
        case Axis::one:
            break;
        }
        return '1';
    }

    const Layer& layer_;
    bool is_shared_;
    ArrayId result_;
    bool is_grouped_;
};

/// The lengths of the letters: "(1, 4, 2, 3)".
std::string shape_of(std::string_view letters, const Sizes& sizes) {
    std::vector<Index> lengths;
    for (const char letter : letters)
        lengths.push_back(letter_of(letter, sizes).length);
    return fmt::format("({})", fmt::join(lengths, ", "));
}

/// The letters of the axes in which a trace or a file of weights stores the array; empty if it has to be reshaped.
std::string_view stored_letters(ArrayId array, std::string_view letters) {
    if (is_in_blocks(array))
        return "bs";
    return is_parameter(array) || letters.find('r') != std::string_view::npos ? "" : letters;
}

EinsumArray einsum_array(ArrayId array, std::string_view letters, const Sizes& sizes) {
    std::string name(array_name(array));
    if (stored_letters(array, letters) != letters)
        name += ".reshape" + shape_of(letters, sizes);
    return {array, std::string(letters), std::move(name)};
}

/// The Python expression for a bias that is added to a result with these letters; a bias may have heads or not.
std::string added_bias(ArrayId bias, std::string_view letters, const Sizes& sizes) {
    std::string name(array_name(bias));
    if (!has_heads(bias))
        return name;
    std::string shape(letters.substr(1));
    const Index heads = letter_of(shape.front(), sizes).length;
    return fmt::format("{}.reshape({}, 1, {})", name, heads, letter_of(shape.back(), sizes).length);
}

std::vector<EinsumLetter> letters_of(std::string_view left, std::string_view right, std::string_view result,
                                     const Sizes& sizes, bool has_context) {
    std::vector<EinsumLetter> letters;
    for (const char letter : std::string(left) + std::string(right)) {
        const bool known =
            std::any_of(letters.begin(), letters.end(), [&](const EinsumLetter& l) { return l.letter == letter; });
        if (known)
            continue;
        letters.push_back(letter_of(letter, sizes, has_context));
        letters.back().is_summed = result.find(letter) == std::string_view::npos;
    }
    return letters;
}

/// The two operands that the stage multiplies, as matrices or cell by cell, even if the product is changed further.
std::optional<ProductOperands> multiplied(const Structure& structure, ArrayId stage) {
    if (auto operands = product_operands(structure, stage))
        return operands;
    if (!is_stage(stage) || !structure.has(stage))
        return std::nullopt;
    const Recipe& recipe = structure.recipe(stage);
    if (recipe.operation != OperationId::gate && recipe.operation != OperationId::multiply)
        return std::nullopt;
    return ProductOperands{recipe.operands[0].array, recipe.operands[1].array};
}

/// The bias that is added to every row of the product.
std::optional<ArrayId> bias_of(const Trace& trace, ArrayId stage) {
    for (const Operand& operand : trace.made_from(stage))
        if (!operand.required)
            return operand.array;
    return std::nullopt;
}

} // namespace

Einsum Einsum::in_letters(const std::map<char, char>& letters) const {
    Einsum renamed = *this;
    const auto rename = [&](char& letter) {
        if (const auto found = letters.find(letter); found != letters.end())
            letter = found->second;
    };
    for (EinsumArray* const array : {&renamed.left, &renamed.right, &renamed.result})
        std::ranges::for_each(array->letters, rename);
    for (EinsumLetter& letter : renamed.letters)
        rename(letter.letter);
    return renamed;
}

std::string Einsum::subscripts() const {
    return left.letters + "," + right.letters + "->" + result.letters;
}

std::string Einsum::in_python(std::string_view library) const {
    std::string line = fmt::format(R"({}.einsum("{}", {}, {}))", library, subscripts(), left.written, right.written);
    if (!added.empty())
        line += " + " + added;
    if (is_logistic)
        line = fmt::format("1 / (1 + {}.exp(-{}))", library, line);
    return fmt::format("{} = {}{}", array_name(result.array), line, result.written);
}

std::optional<Einsum> einsum_of(const Trace& trace, ArrayId stage) {
    const auto operands = multiplied(trace.structure(), stage);
    if (!operands || !trace.has(stage) || !trace.has(operands->left) || !trace.has(operands->right))
        return std::nullopt;
    const Sizes& sizes = trace.sizes();
    const Letters letters(trace, stage, *operands);
    const std::string left = letters.of(operands->left);
    const std::string right = letters.of(operands->right);
    const std::string result = letters.of(stage);
    Einsum einsum;
    einsum.left = einsum_array(operands->left, left, sizes);
    einsum.right = einsum_array(operands->right, right, sizes);
    einsum.result = {stage, result, ""};
    if (result.find('r') != std::string::npos)
        einsum.result.written = fmt::format(".reshape({}, {}, {}, {})", sizes.B, sizes.H, sizes.S_q,
                                            letter_of(result.back(), sizes).length);
    einsum.letters = letters_of(left, right, result, sizes, trace.layer().context != nullptr);
    if (const auto bias = bias_of(trace, stage))
        einsum.added = added_bias(*bias, result, sizes);
    einsum.is_logistic = trace.recipe(stage).operation == OperationId::gate;
    return einsum;
}

} // namespace attn
