#include "core/explain/model_reading.h"

#include "core/engine/model_engine.h"
#include "core/explain/sampling.h"
#include "core/model/norm.h"
#include "core/model/stream.h"
#include "core/tensor/compose.h"
#include "core/tensor/pooling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace attn {

namespace {

/// The maps of heads are small. For a longer text, a map has the largest weight of each block of cells.
constexpr Index most_cells_across = 128;

Matrix pooled(const Matrix& A) {
    const Index block = (std::max(A.rows(), A.columns()) + most_cells_across - 1) / most_cells_across;
    if (block <= 1)
        return A;
    Pooled smaller;
    smaller.follow({.values = A.view()}, {block, block});
    return Matrix::copy_of(smaller.values());
}

double length_of(std::span<const float> row) {
    double squares = 0;
    for (const float number : row)
        squares += static_cast<double>(number) * static_cast<double>(number);
    return std::sqrt(squares);
}

using Row = std::vector<double>; // 1 x D

Row row_of(const Matrix& matrix, Index row) {
    return {matrix.row(row).begin(), matrix.row(row).end()};
}

/// A part of the residual stream's row.
struct StreamPart {
    LogitPart part;
    Row row;
};

/// The row of the residual stream at a token, and the parts that were added to it.
struct StreamRow {
    std::vector<StreamPart> parts;
    Row sum;
    bool is_sum = true; ///< false: a norm comes after an addition

    void add(LogitPart part, Row row) {
        for (std::size_t d = 0; d < sum.size(); ++d)
            sum[d] += row[d];
        parts.push_back({part, std::move(row)});
    }
};

/// True if the numbers differ by no more than another order of additions can explain.
bool are_near(const Row& one, const Row& other) {
    constexpr double allowed = 1e-5;
    double largest = 0;
    for (const double number : other)
        largest = std::max(largest, std::abs(number));
    return std::ranges::equal(one, other, [&](double left, double right) {
        return std::abs(left - right) <= allowed * std::max(largest, 1e-30);
    });
}

/// Adds what attention writes: a part for each head, and the bias of W_O, if their sum is what is added; otherwise one
/// part.
void add_attention(StreamRow& stream, const Trace& trace, Index item, Index row) {
    const Index layer = trace.layer().number;
    const ArrayId written = added_by_attention(trace.structure());
    const Row whole = row_of(trace.array(written, item, 0), row);
    std::vector<StreamPart> heads;
    Row sum(whole.size());
    for (Index head = 0; trace.has(ArrayId::parts) && head < trace.sizes().H; ++head) {
        Row part = row_of(trace.compute_rows_uncached({layer, ArrayId::parts, item, head}, {row, row + 1}), row);
        for (std::size_t d = 0; d < sum.size(); ++d)
            sum[d] += part[d];
        const bool is_on = trace.layer().heads[static_cast<std::size_t>(head)].on;
        heads.push_back({{LogitPart::Kind::head, layer, head, is_on}, std::move(part)});
    }
    const Matrix& bias = trace.layer().b_O;
    for (std::size_t d = 0; d < sum.size() && !bias.empty(); ++d)
        sum[d] += static_cast<double>(bias(0, static_cast<Index>(d)));
    if (heads.empty() || !are_near(sum, whole)) {
        stream.add({LogitPart::Kind::attention, layer, 0, is_on(trace.layer(), Sublayer::attention)}, whole);
        return;
    }
    for (StreamPart& head : heads)
        stream.add(head.part, std::move(head.row));
    if (!bias.empty())
        stream.add({LogitPart::Kind::bias, layer}, row_of(bias, 0));
}

/// Adds what a block writes to the stream's row.
void add_block(StreamRow& stream, const Trace& trace, Index item, Index row) {
    const Index layer = trace.layer().number;
    stream.is_sum = stream.is_sum && is_sum(trace.structure());
    if (!stream.is_sum)
        return;
    add_attention(stream, trace, item, row);
    const ArrayId mlp = added_by_mlp(trace.structure());
    if (trace.has(mlp))
        stream.add({LogitPart::Kind::mlp, layer, 0, is_on(trace.layer(), Sublayer::mlp)},
                   row_of(trace.array(mlp, item, 0), row));
    // A pin in the stream itself is an addend as well.
    const Row leaving = row_of(trace.array(leaving_array(trace.structure()), item, 0), row);
    if (are_near(stream.sum, leaving))
        return;
    Row difference(leaving.size());
    for (std::size_t d = 0; d < leaving.size(); ++d)
        difference[d] = leaving[d] - stream.sum[d];
    stream.add({LogitPart::Kind::given, layer}, std::move(difference));
}

/// The last norm for one row: each part of the row is normalised with the mean and factor of the whole row.
struct HeldNorm {
    const Norm& norm;
    RowNorm of_row;

    double gain(std::size_t d) const {
        return norm.gain.empty() ? 1 : static_cast<double>(norm.gain(0, static_cast<Index>(d)));
    }
};

/// The part's contribution to a word's logit.
double logit_of(const Row& part, const HeldNorm& held, const Matrix& W_U, Index word) {
    const double mean = held.norm.kind == Norm::Kind::layer
                            ? std::accumulate(part.begin(), part.end(), 0.0) / static_cast<double>(part.size())
                            : 0;
    double logit = 0;
    for (std::size_t d = 0; d < part.size(); ++d)
        logit += (part[d] - mean) * held.of_row.factor * held.gain(d) *
                 static_cast<double>(W_U(static_cast<Index>(d), word));
    return logit;
}

double bias_of_logit(const Output& output, Index word) {
    double bias = output.b_U.empty() ? 0 : static_cast<double>(output.b_U(0, word));
    for (Index d = 0; d < output.final_norm.bias.columns(); ++d)
        bias += static_cast<double>(output.final_norm.bias(0, d)) * static_cast<double>(output.W_U(d, word));
    return bias;
}

/// The logits after the soft cap, if there is one.
std::vector<double> capped(std::vector<double> logits, float cap) {
    if (cap > 0)
        for (double& logit : logits)
            logit = static_cast<double>(cap) * std::tanh(logit / static_cast<double>(cap));
    return logits;
}

/// The probabilities of the words: softmax of the logits.
std::vector<double> probabilities_of(std::vector<double> logits) {
    const double largest = *std::ranges::max_element(logits);
    double sum = 0;
    for (double& logit : logits)
        sum += logit = std::exp(logit - largest);
    for (double& logit : logits)
        logit /= sum;
    return logits;
}

/// The most probable words, the most probable first; equal ones in the order of the vocabulary.
std::vector<LikelyWord> likeliest(const std::vector<double>& probabilities, Index count) {
    std::vector<Index> words(probabilities.size());
    std::iota(words.begin(), words.end(), Index{0});
    const auto most = std::min(static_cast<std::ptrdiff_t>(count), std::ssize(words));
    std::ranges::partial_sort(words, words.begin() + most, [&](Index left, Index right) {
        const double one = probabilities[static_cast<std::size_t>(left)];
        const double other = probabilities[static_cast<std::size_t>(right)];
        return one != other ? one > other : left < right;
    });
    std::vector<LikelyWord> found;
    for (Index i = 0; i < most; ++i) {
        const Index word = words[static_cast<std::size_t>(i)];
        found.push_back({word, probabilities[static_cast<std::size_t>(word)]});
    }
    return found;
}

/// Reads from a block what is needed, while its trace exists.
void see_block(ModelReading& reading, StreamRow& stream, const Trace& trace) {
    const Layer& layer = trace.layer();
    const Matrix entering = trace.array(entering_array(layer), reading.item, 0);
    const Matrix leaving = trace.array(leaving_array(trace.structure()), reading.item, 0);
    if (layer.number == 0) {
        reading.tokens = trace.sizes().S_q;
        reading.norms.push_back(length_of(entering.row(reading.row)));
        stream.sum.assign(static_cast<std::size_t>(entering.columns()), 0);
        stream.add({LogitPart::Kind::embedding}, row_of(entering, reading.row));
    }
    reading.norms.push_back(length_of(leaving.row(reading.row)));
    std::vector<HeadSeen>& heads = reading.heads.emplace_back();
    const bool attention_is_on = is_on(layer, Sublayer::attention);
    for (Index head = 0; head < trace.sizes().H; ++head) {
        const Matrix A = trace.array(ArrayId::A, reading.item, head);
        HeadSeen& seen = heads.emplace_back();
        seen.A = pooled(A);
        seen.is_on = attention_is_on && layer.heads[static_cast<std::size_t>(head)].on;
        seen.does = best_hypothesis(trace, reading.item, head);
        if (trace.has(ArrayId::mask) && seen.A.shape() == A.shape())
            seen.mask = trace.array(ArrayId::mask, reading.item, head);
    }
    add_block(stream, trace, reading.item, reading.row);
}

} // namespace

std::vector<double> logits_behind(const Output& output, std::span<const float> row) {
    const HeldNorm held{output.final_norm, row_norm(output.final_norm, row)};
    std::vector<double> normed(row.size());
    for (std::size_t d = 0; d < row.size(); ++d) {
        normed[d] = (static_cast<double>(row[d]) - held.of_row.mean) * held.of_row.factor * held.gain(d);
        if (!output.final_norm.bias.empty())
            normed[d] += static_cast<double>(output.final_norm.bias(0, static_cast<Index>(d)));
    }
    std::vector<double> logits(static_cast<std::size_t>(output.W_U.columns()));
    for (std::size_t word = 0; word < logits.size() && !output.b_U.empty(); ++word)
        logits[word] = static_cast<double>(output.b_U(0, static_cast<Index>(word)));
    for (std::size_t d = 0; d < normed.size(); ++d) {
        const std::span<const float> weights = output.W_U.row(static_cast<Index>(d));
        for (std::size_t word = 0; word < logits.size(); ++word)
            logits[word] += normed[d] * static_cast<double>(weights[word]);
    }
    return logits;
}

ModelReading read_model(const Model& model, Index item, Index row, const std::stop_token& stop) {
    ModelReading reading{.item = item, .row = row};
    StreamRow stream;
    // The output is computed for only one row.
    Model blocks = model;
    blocks.output = {};
    std::vector<Matrix> leaving; // by layer, 1 x D
    ModelEngine engine(0, 0);
    engine.compute(blocks, stop, [&](const Trace& trace) {
        see_block(reading, stream, trace);
        leaving.push_back(trace.array(leaving_array(trace.structure()), item, 0).row_block(row, 1));
    });
    const Output& output = model.output;
    if (stop.stop_requested() || output.W_U.empty())
        return reading;
    for (const Matrix& last : leaving)
        reading.would_say.push_back(
            likeliest(probabilities_of(capped(logits_behind(output, last.row(0)), output.logit_cap)), 1).front());
    const std::vector<double> logits = logits_behind(output, leaving.back().row(0));
    const std::vector<double> told = capped(logits, output.logit_cap);
    reading.logits.assign(told.begin(), told.end());
    const std::vector<double> probabilities = probabilities_of(told);
    reading.next = likeliest(probabilities, most_next_words);
    reading.perplexity = perplexity(probabilities);
    const Index word = reading.next.front().word;
    reading.logit = logits[static_cast<std::size_t>(word)];
    if (!stream.is_sum)
        return reading;
    const HeldNorm held{output.final_norm, row_norm(output.final_norm, leaving.back().row(0))};
    double bias = bias_of_logit(output, word);
    for (const StreamPart& part : stream.parts) {
        LogitPart made = part.part;
        made.logit = logit_of(part.row, held, output.W_U, word);
        if (made.kind == LogitPart::Kind::bias)
            bias += made.logit;
        else
            reading.parts.push_back(made);
    }
    reading.parts.push_back({.kind = LogitPart::Kind::bias, .logit = bias});
    return reading;
}

} // namespace attn
