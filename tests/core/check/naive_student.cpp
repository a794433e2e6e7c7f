#include "tests/core/check/naive_student.h"

#include "tests/random_layer.h"
#include "tests/reference/reference.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace attn::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Numbers of the shape (B, H, rows, columns).
struct Cube {
    Index items = 0, heads = 0, rows = 0, columns = 0;
    std::vector<double> values;

    Cube(Index b, Index h, Index r, Index c)
        : items(b), heads(h), rows(r), columns(c), values(static_cast<std::size_t>(b * h * r * c)) {}
    double& operator()(Index b, Index h, Index i, Index j) {
        return values[static_cast<std::size_t>(((b * heads + h) * rows + i) * columns + j)];
    }
    double operator()(Index b, Index h, Index i, Index j) const {
        return values[static_cast<std::size_t>(((b * heads + h) * rows + i) * columns + j)];
    }
    void fill(const std::function<double(Index b, Index h, Index i, Index j)>& value) {
        for (Index b = 0; b < items; ++b)
            for (Index h = 0; h < heads; ++h)
                for (Index i = 0; i < rows; ++i)
                    for (Index j = 0; j < columns; ++j)
                        (*this)(b, h, i, j) = value(b, h, i, j);
    }
};

Cube cube(Index b, Index h, Index r, Index c, const std::function<double(Index, Index, Index, Index)>& value) {
    Cube result(b, h, r, c);
    result.fill(value);
    return result;
}

NdArray array_of(std::vector<Index> shape, const Cube& cube) {
    std::vector<float> values;
    for (const double value : cube.values)
        values.push_back(static_cast<float>(value));
    return NdArray::of(std::move(shape), std::move(values));
}

/// The work of one student.
class Student {
public:
    Student(const Layer& layer, std::string_view mistake) : layer_(layer), mistake_(mistake), n_(sizes_of(layer)) {}

    NdArrays work() {
        const Reference right(layer_);
        const Cube X = cube(n_.B, 1, n_.S_q, n_.D, [&](Index b, Index, Index i, Index d) {
            return right.expected({0, ArrayId::X, b, 0, i, d}).value;
        });
        const Cube Q = split(named("Q-as-K") ? project("K", X) : named("Q-as-V") ? project("V", X) : project("Q", X));
        const Cube K = split(named("K-as-Q") ? project("Q", X) : named("K-as-V") ? project("V", X) : project("K", X));
        const Cube V = split(named("V-as-K") ? project("K", X) : named("V-as-Q") ? project("Q", X) : project("V", X));
        const Cube scores = multiply_scores(Q, K);
        const Cube scaled = scale(scores);
        const Cube mask = make_mask();
        const Cube masked = add_mask(scaled, mask);
        const Cube A = softmax(scaled, masked);
        const Cube O = cube(n_.B, n_.H, n_.S_q, n_.d_v, [&](Index b, Index h, Index i, Index c) {
            double sum = 0;
            for (Index j = 0; j < n_.S_k; ++j) {
                const double share = named("A-transposed") ? A(b, h, j, i) : A(b, h, i, j);
                sum += share == 0 ? 0 : share * V(b, h, j, c);
            }
            return sum;
        });
        const Cube concat = join(O);
        const Cube Y = output(concat, X);
        NdArrays arrays;
        arrays["X"] = array_of({n_.B, n_.S_q, n_.D}, X);
        arrays["Q"] = array_of({n_.B, n_.H, n_.S_q, n_.d_k}, Q);
        arrays["K"] = array_of({n_.B, n_.H, n_.S_k, n_.d_k}, K);
        arrays["V"] = array_of({n_.B, n_.H, n_.S_k, n_.d_v}, V);
        arrays["scores"] = array_of({n_.B, n_.H, n_.S_q, n_.S_k}, scores);
        arrays["scaled"] = array_of({n_.B, n_.H, n_.S_q, n_.S_k}, scaled);
        arrays["mask"] = array_of({n_.B, n_.H, n_.S_q, n_.S_k}, mask);
        arrays["masked"] = array_of({n_.B, n_.H, n_.S_q, n_.S_k}, masked);
        arrays["A"] = array_of({n_.B, n_.H, n_.S_q, n_.S_k}, A);
        arrays["O"] = array_of({n_.B, n_.H, n_.S_q, n_.d_v}, O);
        arrays["concat"] = array_of({n_.B, n_.S_q, n_.H * n_.d_v}, concat);
        arrays["Y"] = array_of({n_.B, n_.S_q, n_.D}, Y);
        return arrays;
    }

private:
    bool named(std::string_view mistake) const { return mistake_ == mistake; }

    static double at(const Matrix& matrix, Index i, Index j) { return static_cast<double>(matrix(i, j)); }

    /// The projection of X, (B, 1, S, H·d).
    Cube project(const std::string& letter, const Cube& X) const {
        const auto weights = letter == "Q" ? ArrayId::W_Q : letter == "K" ? ArrayId::W_K : ArrayId::W_V;
        const auto bias = letter == "Q" ? ArrayId::b_Q : letter == "K" ? ArrayId::b_K : ArrayId::b_V;
        const Index width = letter == "V" ? n_.d_v : n_.d_k;
        const bool transposed =
            mistake_ == "W_" + letter + "-transposed" || named("W_QKV-transposed") || named("all-weights-transposed");
        const bool without_bias = mistake_ == "no-b_" + letter || named("no-biases");
        return cube(n_.B, 1, n_.S_q, n_.H * width, [&](Index b, Index, Index i, Index k) {
            if (mistake_ == letter + "-unprojected")
                return X(b, 0, i, k);
            double sum = 0;
            for (Index d = 0; d < n_.D; ++d) {
                const Index row = transposed ? k : d;
                const Index column = transposed ? d : k;
                sum += X(b, 0, i, d) * at(parameter(layer_, weights, column / width), row, column % width);
            }
            const Matrix& added = parameter(layer_, bias, k / width);
            return added.empty() || without_bias ? sum : sum + at(added, 0, k % width);
        });
    }

    Cube split(const Cube& joined) const {
        const Index width = joined.columns / n_.H;
        return cube(n_.B, n_.H, joined.rows, width, [&](Index b, Index h, Index i, Index c) {
            if (named("heads-reshaped")) {
                const Index flat = (h * joined.rows + i) * width + c;
                return joined.values[static_cast<std::size_t>(b * joined.rows * joined.columns + flat)];
            }
            if (named("heads-interleaved"))
                return joined(b, 0, i, c * n_.H + h);
            if (named("heads-as-tokens"))
                return joined(b, 0, h, i * width + c);
            return joined(b, 0, i, h * width + c);
        });
    }

    Cube multiply_scores(const Cube& Q, const Cube& K) const {
        return cube(n_.B, n_.H, n_.S_q, n_.S_k, [&](Index b, Index h, Index i, Index j) {
            double sum = 0;
            for (Index c = 0; c < n_.d_k; ++c)
                sum += named("scores-transposed")  ? K(b, h, i, c) * Q(b, h, j, c)
                       : named("K-not-transposed") ? Q(b, h, i, c) * K(b, h, c, j)
                                                   : Q(b, h, i, c) * K(b, h, j, c);
            return sum;
        });
    }

    Cube scale(const Cube& scores) const {
        const auto d_k = static_cast<double>(n_.d_k);
        const auto temperature = static_cast<double>(layer_.temperature);
        double factor = 1 / std::sqrt(d_k);
        if (named("no-scale"))
            factor = 1;
        if (named("divided-by-d_k"))
            factor = 1 / d_k;
        if (named("divided-by-sqrt-D"))
            factor = 1 / std::sqrt(static_cast<double>(n_.D));
        if (named("multiplied-by-sqrt-d_k"))
            factor = std::sqrt(d_k);
        factor *= named("no-temperature") ? 1 : named("multiplied-by-temperature") ? temperature : 1 / temperature;
        Cube scaled = scores;
        for (double& value : scaled.values)
            value *= factor;
        return scaled;
    }

    bool hidden(Index b, Index i, Index j) const {
        const Mask& mask = layer_.mask;
        bool triangle = j > i;
        if (named("causal-strict"))
            triangle = j >= i;
        if (named("causal-loose"))
            triangle = j > i + 1;
        if (named("causal-flipped"))
            triangle = j < i;
        const auto is_pad = [&](Index token) {
            return layer_.sequence.items[static_cast<std::size_t>(b)][static_cast<std::size_t>(token)] == pad_token;
        };
        const bool causal = (mask.causal || named("causal-added")) && triangle && !named("causal-forgotten") &&
                            !named("mask-forgotten");
        const bool padding = mask.pad_tokens && is_pad(named("padding-on-queries") ? i : j) &&
                             !named("padding-forgotten") && !named("mask-forgotten");
        return (causal || padding) != named("mask-inverted");
    }

    Cube make_mask() const {
        return cube(n_.B, n_.H, n_.S_q, n_.S_k, [&](Index b, Index, Index i, Index j) {
            if (named("mask-of-truth-values"))
                return hidden(b, i, j) ? 0.0 : 1.0;
            const double hiding = named("mask-sign") ? 1e9 : named("mask-finite") ? -1e9 : -infinity;
            return hidden(b, i, j) ? hiding : 0.0;
        });
    }

    Cube add_mask(const Cube& scaled, const Cube& mask) const {
        return cube(n_.B, n_.H, n_.S_q, n_.S_k, [&](Index b, Index h, Index i, Index j) {
            if (named("mask-of-zero"))
                return hidden(b, i, j) ? 0.0 : scaled(b, h, i, j);
            // In single precision, in which a large number leaves nothing of a score.
            return static_cast<double>(static_cast<float>(scaled(b, h, i, j) + mask(b, h, i, j)));
        });
    }

    Cube softmax(const Cube& scaled, const Cube& masked) const {
        if (named("mask-after-softmax")) {
            Cube shares = softmax_over(scaled, same_row);
            shares.fill([&, all = shares](Index b, Index h, Index i, Index j) {
                return hidden(b, i, j) ? 0 : all(b, h, i, j);
            });
            return shares;
        }
        if (named("no-softmax"))
            return masked;
        if (named("no-division")) {
            Cube exponentials = masked;
            for (double& value : exponentials.values)
                value = std::exp(value);
            return exponentials;
        }
        Cube shares = softmax_over(masked, [&](Index db, Index dh, Index di, Index dj) {
            if (named("softmax-over-columns"))
                return db == 0 && dh == 0 && dj == 0;
            if (named("softmax-over-heads"))
                return db == 0 && di == 0 && dj == 0;
            if (named("softmax-over-items"))
                return dh == 0 && di == 0 && dj == 0;
            if (named("softmax-over-everything"))
                return db == 0 && dh == 0;
            return same_row(db, dh, di, dj);
        });
        if (named("softmax-twice"))
            shares = softmax_over(shares, same_row);
        return shares;
    }

    static bool same_row(Index db, Index dh, Index di, Index) { return db == 0 && dh == 0 && di == 0; }

    /// The softmax of each cell over the cells at distances that `together` accepts. Rows without a sum are NaN, as in
    /// PyTorch.
    static Cube softmax_over(const Cube& from, const std::function<bool(Index, Index, Index, Index)>& together) {
        return cube(from.items, from.heads, from.rows, from.columns, [&](Index b, Index h, Index i, Index j) {
            double largest = -infinity;
            double sum = 0;
            for (const bool summing : {false, true})
                for (Index b2 = 0; b2 < from.items; ++b2)
                    for (Index h2 = 0; h2 < from.heads; ++h2)
                        for (Index i2 = 0; i2 < from.rows; ++i2)
                            for (Index j2 = 0; j2 < from.columns; ++j2) {
                                if (!together(b2 - b, h2 - h, i2 - i, j2 - j))
                                    continue;
                                if (summing)
                                    sum += std::exp(from(b2, h2, i2, j2) - largest);
                                else
                                    largest = std::max(largest, from(b2, h2, i2, j2));
                            }
            return std::exp(from(b, h, i, j) - largest) / sum;
        });
    }

    Cube join(const Cube& O) const {
        return cube(n_.B, 1, n_.S_q, n_.H * n_.d_v, [&](Index b, Index, Index i, Index k) {
            if (named("concat-reshaped")) {
                const Index flat = i * n_.H * n_.d_v + k;
                return O.values[static_cast<std::size_t>(b * n_.H * n_.S_q * n_.d_v + flat)];
            }
            if (named("concat-interleaved"))
                return O(b, k % n_.H, i, k / n_.H);
            return O(b, k / n_.d_v, i, k % n_.d_v);
        });
    }

    Cube output(const Cube& concat, const Cube& X) const {
        const bool transposed = named("W_O-transposed") || named("all-weights-transposed");
        return cube(n_.B, 1, n_.S_q, n_.D, [&](Index b, Index, Index i, Index d) {
            double sum = named("residual") ? X(b, 0, i, d) : 0;
            for (Index k = 0; k < n_.H * n_.d_v; ++k) {
                const Index row = transposed ? d : k;
                const Index column = transposed ? k : d;
                sum += concat(b, 0, i, k) * at(parameter(layer_, ArrayId::W_O, row / n_.d_v), row % n_.d_v, column);
            }
            if (named("no-W_O"))
                sum = concat(b, 0, i, d);
            if (layer_.b_O.empty() || named("no-b_O") || named("no-biases"))
                return sum;
            const auto times = named("b_O-for-each-head") ? static_cast<double>(n_.H) : 1;
            return sum + times * at(layer_.b_O, 0, d);
        });
    }

    const Layer& layer_;
    std::string_view mistake_;
    Sizes n_;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

} // namespace

NdArrays naive_student(const Layer& layer, std::string_view mistake) {
    return Student(layer, mistake).work();
}

std::vector<std::string_view> mistakes() {
    return {"W_Q-transposed",
            "W_K-transposed",
            "W_V-transposed",
            "W_QKV-transposed",
            "all-weights-transposed",
            "no-b_Q",
            "no-b_K",
            "no-b_V",
            "no-biases",
            "Q-as-K",
            "Q-as-V",
            "K-as-Q",
            "K-as-V",
            "V-as-Q",
            "V-as-K",
            "Q-unprojected",
            "K-unprojected",
            "V-unprojected",
            "heads-reshaped",
            "heads-interleaved",
            "heads-as-tokens",
            "scores-transposed",
            "K-not-transposed",
            "no-scale",
            "divided-by-d_k",
            "divided-by-sqrt-D",
            "multiplied-by-sqrt-d_k",
            "no-temperature",
            "multiplied-by-temperature",
            "causal-forgotten",
            "causal-added",
            "padding-forgotten",
            "mask-forgotten",
            "causal-strict",
            "causal-loose",
            "causal-flipped",
            "mask-inverted",
            "mask-sign",
            "mask-of-truth-values",
            "padding-on-queries",
            "mask-of-zero",
            "mask-finite",
            "softmax-over-columns",
            "softmax-over-heads",
            "softmax-over-items",
            "softmax-over-everything",
            "mask-after-softmax",
            "softmax-twice",
            "no-softmax",
            "no-division",
            "A-transposed",
            "concat-reshaped",
            "concat-interleaved",
            "W_O-transposed",
            "no-W_O",
            "no-b_O",
            "b_O-for-each-head",
            "residual"};
}

Layer layer_for(std::string_view mistake, std::mt19937& random) {
    const auto from = [&](Index low, Index high) { return random_index(random, low, high); };
    LayerKind kind;
    Sizes& sizes = kind.sizes;
    sizes.B = from(1, 2);
    sizes.H = from(2, 3);
    sizes.d_k = sizes.d_v = from(2, 4);
    sizes.S_q = from(2, 5);
    const bool square = mistake.ends_with("transposed") || mistake.ends_with("unprojected") || mistake == "no-W_O";
    sizes.D = square ? sizes.H * sizes.d_k : from(3, 9);
    if (mistake == "heads-as-tokens")
        sizes.S_q = sizes.H;
    if (mistake == "K-not-transposed")
        sizes.S_q = sizes.d_k;
    sizes.S_k = sizes.S_q;
    sizes.D_context = sizes.D;
    const bool about_biases = mistake.find("b_") != std::string_view::npos || mistake == "no-biases";
    kind.biases = about_biases || from(0, 1) == 1;
    Layer layer = random_layer(random, kind);
    const bool about_padding = mistake.starts_with("padding") || mistake == "mask-forgotten";
    const bool about_masks = about_padding || mistake.find("causal") != std::string_view::npos ||
                             mistake.find("mask") != std::string_view::npos;
    layer.mask.causal =
        mistake != "causal-added" && ((about_masks && !mistake.starts_with("padding")) || from(0, 2) == 0);
    if (about_padding || mistake == "mask-finite") {
        layer.mask.pad_tokens = true;
        // A row in which every key is masked; under a causal mask, the first token's.
        const auto place = mistake == "mask-finite" ? 0 : from(1, sizes.S_q - 1);
        for (auto& item : layer.sequence.items)
            item[static_cast<std::size_t>(place)] = pad_token;
    }
    if (is_one_of(mistake, {"no-temperature", "multiplied-by-temperature"}))
        layer.temperature = 0.5F * static_cast<float>(from(3, 6));
    return layer;
}

} // namespace attn::test
