#include "tests/judge/fact_value.h"

#include "core/document/session/session.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "tests/judge/residual.h"
#include "tests/reference/formulas.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <numeric>

namespace attn::test {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinite = std::numeric_limits<double>::infinity();

MatrixXd eigen_of(const DoubleMatrix& matrix) {
    return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        matrix.values.data(), matrix.rows, matrix.columns);
}

VectorXd vector_of(const std::vector<double>& numbers) {
    return Eigen::Map<const VectorXd>(numbers.data(), std::ssize(numbers));
}

/// An orthonormal basis of the space that the columns span.
MatrixXd span_of(const MatrixXd& columns) {
    const Eigen::JacobiSVD<MatrixXd> svd(columns, Eigen::ComputeThinU);
    const VectorXd& values = svd.singularValues();
    const double least = values.size() == 0 ? 0 : values(0) * 1e-6;
    const Index rank = (values.array() > least).count();
    return svd.matrixU().leftCols(rank);
}

bool is_readable(double number) {
    return number > -infinite;
}

/// The entropy of a distribution, in bits.
double entropy_of(const std::vector<double>& shares) {
    double bits = 0;
    for (const double share : shares)
        bits -= share > 0 ? share * std::log2(share) : 0;
    return bits;
}

/// The largest weight of a row's softmax.
double largest_share(std::vector<double> row) {
    const double largest = *std::ranges::max_element(row);
    if (!std::isfinite(largest))
        return 0;
    double sum = 0;
    for (const double score : row)
        sum += std::exp(score - largest);
    return 1 / sum;
}

} // namespace

WeightProduct product_of(const CellId& cell) {
    return cell.array == ArrayId::W_Q || cell.array == ArrayId::W_K ? WeightProduct::asking : WeightProduct::writing;
}

bool is_shape(Quantity quantity) {
    constexpr std::array shapes{Quantity::shape, Quantity::shape_of_all_heads, Quantity::product_shape,
                                Quantity::heads_shape, Quantity::row_shape};
    return std::ranges::find(shapes, quantity) != shapes.end();
}

std::string_view name_of(Quantity quantity) {
    static const std::map<Quantity, std::string_view> names{{Quantity::value, "the value"},
                                                            {Quantity::row_sum, "the sum of the row"},
                                                            {Quantity::row_least, "the least of the row"},
                                                            {Quantity::row_largest, "the largest of the row"},
                                                            {Quantity::row_entropy, "the entropy of the row"},
                                                            {Quantity::readable_in_row, "what of the row may be read"},
                                                            {Quantity::given_count, "what is given of it"},
                                                            {Quantity::exists, "whether it exists"},
                                                            {Quantity::spread, "the spread"},
                                                            {Quantity::residual_mean, "the mean of the sum"},
                                                            {Quantity::residual_spread, "the spread of the sum"}};
    const auto found = names.find(quantity);
    return found == names.end() ? std::string_view("what is said") : found->second;
}

std::vector<double> FactValues::row(const CellId& cell) const {
    const DoubleMatrix whole = matrix(cell);
    const auto first = whole.values.begin() + cell.row * whole.columns;
    return {first, first + whole.columns};
}

bool FactValues::exists(ArrayId array) const {
    return is_stage(array) ? Structure(layer_).has(array) : !parameter(layer_, array, 0).empty();
}

Expected FactValues::of(const Fact& fact) {
    switch (fact.of) {
    case Quantity::value: {
        Expected value = reference_.expected(fact.cell);
        return fact.other ? difference(value, reference_.expected(*fact.other)) : value;
    }
    case Quantity::value_without_pin: {
        Layer layer = layer_;
        layer.pins.erase(fact.cell);
        return Reference(layer).expected(fact.cell);
    }
    case Quantity::is_nan:
        return {std::isnan(reference_.expected(fact.cell).value) ? 1.0 : 0.0, 0};
    case Quantity::row_sum:
    case Quantity::row_least:
    case Quantity::row_largest:
    case Quantity::row_length:
    case Quantity::row_entropy:
    case Quantity::readable_in_row:
    case Quantity::even_share:
    case Quantity::even_entropy:
    case Quantity::softmax_largest:
    case Quantity::share_slope:
        return of_row(fact);
    case Quantity::least_row_sum:
    case Quantity::largest_row_sum:
    case Quantity::least_row_length:
    case Quantity::largest_row_length:
        return of_rows(fact);
    case Quantity::least:
    case Quantity::largest:
    case Quantity::largest_above_diagonal:
    case Quantity::least_wrong_sum:
    case Quantity::largest_wrong_sum:
    case Quantity::other_way:
        return of_matrix(fact);
    case Quantity::row_product:
    case Quantity::row_cosine:
    case Quantity::row_difference:
    case Quantity::length_read:
    case Quantity::length_unseen:
        return of_two_rows(fact);
    case Quantity::residual_mean:
        return expected_residual(reference_, *fact.other, fact.cell).mean;
    case Quantity::residual_spread:
        return expected_residual(reference_, *fact.other, fact.cell).spread;
    case Quantity::terms:
    case Quantity::term:
    case Quantity::share_of_terms:
    case Quantity::lead_of_terms:
    case Quantity::largest_term:
        return of_terms(fact);
    case Quantity::word_count:
    case Quantity::repeated_words:
    case Quantity::unlike_equal_words:
        return of_words(fact);
    case Quantity::cosine_of_turn:
    case Quantity::sine_of_turn:
    case Quantity::angle:
    case Quantity::frequency:
    case Quantity::magnitude_of_turn:
        return of_turn(fact);
    case Quantity::reading:
    case Quantity::reading_share:
        return of_reading(fact);
    case Quantity::readings_kept:
    case Quantity::readings_kept_without:
    case Quantity::least_reading_share:
    case Quantity::least_reading_share_of_all_heads:
    case Quantity::sureness_lost:
        return of_all_readings(fact);
    case Quantity::spread:
    case Quantity::usual_spread:
    case Quantity::readable:
    case Quantity::bilinear:
    case Quantity::bilinear_bias:
        return of_scores(fact);
    case Quantity::rank:
    case Quantity::rank_of_weight:
    case Quantity::asymmetry:
    case Quantity::overlap:
    case Quantity::random_overlap:
    case Quantity::effective_rank:
    case Quantity::share_of_singular_value:
        return of_weights(fact);
    default:
        return of_options(fact);
    }
}

Expected FactValues::of_row(const Fact& fact) const {
    std::vector<double> numbers = row(fact.cell);
    const double each = tolerance(fact.cell);
    const auto count = static_cast<double>(numbers.size());
    switch (fact.of) {
    case Quantity::row_sum:
        return {std::accumulate(numbers.begin(), numbers.end(), 0.0), each * count};
    case Quantity::row_least:
        return {*std::ranges::min_element(numbers), each};
    case Quantity::row_largest: {
        const Expected largest{*std::ranges::max_element(numbers), each};
        return fact.other ? difference(largest, reference_.expected(*fact.other)) : largest;
    }
    case Quantity::row_length:
        return {vector_of(numbers).norm(), each * count};
    case Quantity::row_entropy:
        return {entropy_of(numbers), 1e-3};
    case Quantity::softmax_largest: {
        if (exists(ArrayId::mask)) {
            CellId of_mask = fact.cell;
            of_mask.array = ArrayId::mask;
            const std::vector<double> mask = row(of_mask);
            for (std::size_t j = 0; j < numbers.size(); ++j)
                numbers[j] += mask[j];
        }
        return {largest_share(numbers), 4 * each};
    }
    case Quantity::share_slope: {
        const double share = reference_.expected(fact.cell).value;
        const double part = fact.written.empty() || std::isinf(fact.at_least) ? 1 : fact.at_least;
        return {part * share * (1 - share), each};
    }
    default:
        break;
    }
    const auto readable = static_cast<double>(std::ranges::count_if(numbers, is_readable));
    return {fact.of == Quantity::even_share     ? 1 / readable
            : fact.of == Quantity::even_entropy ? std::log2(readable)
                                                : readable,
            0};
}

Expected FactValues::of_rows(const Fact& fact) const {
    const MatrixXd whole = eigen_of(matrix(fact.cell));
    const bool is_length = fact.of == Quantity::least_row_length || fact.of == Quantity::largest_row_length;
    const VectorXd rows = is_length ? VectorXd(whole.rowwise().norm()) : VectorXd(whole.rowwise().sum());
    const bool is_least = fact.of == Quantity::least_row_sum || fact.of == Quantity::least_row_length;
    return {is_least ? rows.minCoeff() : rows.maxCoeff(), tolerance(fact.cell) * static_cast<double>(whole.cols())};
}

Expected FactValues::of_matrix(const Fact& fact) const {
    const MatrixXd whole = eigen_of(matrix(fact.cell));
    switch (fact.of) {
    case Quantity::least:
        return {whole.minCoeff(), tolerance(fact.cell)};
    case Quantity::largest:
        return {whole.maxCoeff(), tolerance(fact.cell)};
    case Quantity::largest_above_diagonal: {
        double largest = -infinite;
        for (Index i = 0; i < whole.rows(); ++i)
            for (Index j = i + 1; j < whole.cols(); ++j)
                largest = std::max(largest, whole(i, j));
        return {largest, 0};
    }
    case Quantity::least_wrong_sum:
        return {wrong_sum(fact.cell, false), 0};
    case Quantity::largest_wrong_sum:
        return {wrong_sum(fact.cell, true), 0};
    default:
        break;
    }
    const MatrixXd concat = eigen_of(matrix(ArrayId::concat, fact.cell));
    MatrixXd W_O(concat.cols(), whole.cols());
    const auto heads = static_cast<Index>(layer_.heads.size());
    const Index width = concat.cols() / heads;
    for (Index head = 0; head < heads; ++head)
        W_O.middleRows(head * width, width) = eigen_of(reference_.array(ArrayId::W_O, 0, head));
    MatrixXd other = concat * W_O;
    if (exists(ArrayId::b_O))
        other.rowwise() += eigen_of(reference_.array(ArrayId::b_O, 0, 0)).row(0);
    return {(other - whole).cwiseAbs().maxCoeff(), tolerance(fact.cell)};
}

/// The smallest or largest sum of the rows if softmax went down the columns of the scores.
double FactValues::wrong_sum(const CellId& cell, bool largest) const {
    const MatrixXd masked = eigen_of(matrix(ArrayId::masked, cell));
    const MatrixXd A = eigen_of(matrix(ArrayId::A, cell));
    MatrixXd wrong = MatrixXd::Zero(masked.rows(), masked.cols());
    for (Index j = 0; j < masked.cols(); ++j) {
        const double most = masked.col(j).maxCoeff();
        if (most == -infinite)
            continue;
        const VectorXd exponentials = (masked.col(j).array() - most).exp();
        wrong.col(j) = exponentials / exponentials.sum();
    }
    double found = std::nan("");
    for (Index i = 0; i < wrong.rows(); ++i) {
        const double sum = wrong.row(i).sum();
        if (!(A.row(i).sum() > 0) || !std::isfinite(sum))
            continue;
        found = std::isnan(found) ? sum : largest ? std::max(found, sum) : std::min(found, sum);
    }
    return found;
}

Expected FactValues::of_two_rows(const Fact& fact) const {
    const VectorXd left = vector_of(row(fact.cell));
    const double each = tolerance(fact.cell);
    if (fact.of == Quantity::length_read || fact.of == Quantity::length_unseen) {
        const MatrixXd basis = span_of(eigen_of(matrix(*fact.other)));
        const VectorXd read = basis * (basis.transpose() * left);
        const double length = fact.of == Quantity::length_read ? read.norm() : (left - read).norm();
        return {length, (each + of_float) * (1 + left.norm())};
    }
    const VectorXd right = vector_of(row(*fact.other));
    const double slack = (each + tolerance(*fact.other)) * (1 + left.norm() + right.norm());
    if (fact.of == Quantity::row_difference)
        return {(left - right).cwiseAbs().maxCoeff(), 0};
    const double product = left.dot(right);
    if (fact.of == Quantity::row_product)
        return {product, slack};
    const double lengths = left.norm() * right.norm();
    return {product / lengths, 1e-3 + slack / lengths};
}

Expected FactValues::of_terms(const Fact& fact) const {
    std::vector<ExpectedTerm> terms = reference_.terms(fact.cell);
    if (terms.empty() && fact.cell.array == ArrayId::resid_pre)
        for (const ArrayId array : {ArrayId::E, ArrayId::P}) {
            CellId cell = fact.cell;
            cell.array = array;
            terms.push_back({reference_.expected(cell), std::nullopt});
        }
    if (fact.of == Quantity::terms)
        return {static_cast<double>(terms.size()), 0};
    if (terms.empty())
        return {std::nan(""), 0};
    const auto at = [&](Index term) { return terms.at(static_cast<std::size_t>(term)).value(); };
    double sum = 0;
    double listed = 0;
    double least_listed = infinite;
    double most_other = 0;
    double slack = 0;
    for (Index t = 0; t < std::ssize(terms); ++t) {
        const double magnitude = std::abs(at(t).value);
        slack = std::max(slack, at(t).tolerance);
        sum += magnitude;
        if (std::ranges::find(fact.terms, t) != fact.terms.end()) {
            listed += magnitude;
            least_listed = std::min(least_listed, magnitude);
        } else
            most_other = std::max(most_other, magnitude);
    }
    switch (fact.of) {
    case Quantity::term:
        return at(fact.terms.front());
    case Quantity::share_of_terms:
        return {listed / sum, slack * static_cast<double>(terms.size()) / sum};
    case Quantity::lead_of_terms:
        return {least_listed - most_other, 2 * slack};
    default:
        return {std::max(most_other, fact.terms.empty() ? 0 : least_listed), slack};
    }
}

Expected FactValues::of_words(const Fact& fact) const {
    const auto& tokens = layer_.sequence.items.at(static_cast<std::size_t>(fact.cell.item));
    const std::string& word = tokens.at(static_cast<std::size_t>(fact.cell.row));
    if (fact.of == Quantity::word_count)
        return {static_cast<double>(std::ranges::count(tokens, word)), 0};
    if (fact.of == Quantity::repeated_words)
        return {static_cast<double>(std::ranges::count_if(
                    tokens, [&](const std::string& token) { return std::ranges::count(tokens, token) > 1; })),
                0};
    const MatrixXd whole = eigen_of(matrix(fact.cell));
    double apart = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i] == word)
            apart =
                std::max(apart, (whole.row(static_cast<Index>(i)) - whole.row(fact.cell.row)).cwiseAbs().maxCoeff());
    return {apart, 0};
}

Expected FactValues::of_turn(const Fact& fact) const {
    const CellId& cell = fact.cell;
    if (fact.of == Quantity::magnitude_of_turn)
        return {static_cast<double>(layer_.rotary.magnitude), of_float};
    const auto place = static_cast<double>(cell.row);
    const bool is_position = cell.array == ArrayId::P;
    double frequency = 0;
    if (is_position) {
        const Index pair = cell.column / 2;
        frequency = std::pow(10000.0, -2 * static_cast<double>(pair) / static_cast<double>(sizes_of(layer_).D));
    } else {
        // The angle is read from a unit vector of the column, rotated by one position: no frequency is above 1.
        const Index width = reference_.array(cell.array, cell.item, cell.head).columns;
        MatrixXd unit = MatrixXd::Zero(2, width);
        unit.col(cell.column).setOnes();
        const MatrixXd turned = formulas::rotated(layer_.rotary, unit);
        Eigen::RowVectorXd rest = turned.row(1);
        rest(cell.column) = 0;
        frequency = std::atan2(rest.norm(), turned(1, cell.column));
        if (layer_.rotary.dimensions > 0 && cell.column >= layer_.rotary.dimensions)
            frequency = 0;
    }
    const double angle = place * frequency;
    const double value = fact.of == Quantity::frequency        ? frequency
                         : fact.of == Quantity::angle          ? angle
                         : fact.of == Quantity::cosine_of_turn ? std::cos(angle)
                                                               : std::sin(angle);
    return {value, 1e-5 * (1 + place)};
}

Expected FactValues::of_reading(const Fact& fact) const {
    const ReadOut& readout = session_.readouts.at(static_cast<std::size_t>(fact.terms.front()));
    const std::vector<double> Y = row(fact.cell);
    const std::vector<double> votes(Y.begin() + readout.first, Y.begin() + readout.first + readout.count());
    const auto said = [&](double label) { return votes.at(static_cast<std::size_t>(label)); };
    const double largest = *std::ranges::max_element(votes);
    if (fact.of == Quantity::reading_share)
        return {largest_share(votes), 4 * tolerance(fact.cell)};
    // Labels that are nearly equal may be told apart either way.
    if (largest - said(fact.at_least) <= 2 * tolerance(fact.cell))
        return {fact.at_least, 0};
    return {static_cast<double>(std::ranges::max_element(votes) - votes.begin()), 0};
}

/// The words of the first read-out, row by row, for the layer with only these heads off.
Expected FactValues::of_all_readings(const Fact& fact) const {
    const ReadOut& readout = session_.readouts.front();
    struct Said {
        std::vector<std::ptrdiff_t> labels;
        double least_share = 1;
    };
    const auto read = [&](const Reference& reference) {
        Said said;
        const MatrixXd Y = eigen_of(reference.array(ArrayId::Y, fact.cell.item, 0));
        for (Index i = 0; i < Y.rows(); ++i) {
            std::vector<double> votes;
            for (Index c = 0; c < readout.count(); ++c)
                votes.push_back(Y(i, readout.first + c));
            said.labels.push_back(std::ranges::max_element(votes) - votes.begin());
            said.least_share = std::min(said.least_share, largest_share(votes));
        }
        return said;
    };
    const auto with_heads = [&](std::optional<Index> off) {
        Layer layer = layer_;
        for (HeadWeights& head : layer.heads)
            head.on = true;
        if (off)
            layer.heads[static_cast<std::size_t>(*off)].on = false;
        return read(Reference(layer));
    };
    const Said whole = with_heads({});
    const auto kept = [&](const Said& now) {
        double count = 0;
        for (std::size_t i = 0; i < now.labels.size(); ++i)
            count += now.labels[i] == whole.labels[i] ? 1 : 0;
        return Expected{count, 0};
    };
    const double within = 4 * tolerance(fact.cell);
    switch (fact.of) {
    case Quantity::readings_kept:
        return kept(read(reference_));
    case Quantity::readings_kept_without:
        return kept(with_heads(fact.cell.head));
    case Quantity::least_reading_share:
        return {read(reference_).least_share, within};
    case Quantity::least_reading_share_of_all_heads:
        return {whole.least_share, within};
    default:
        return {whole.least_share - read(reference_).least_share, 2 * within};
    }
}

Expected FactValues::of_scores(const Fact& fact) const {
    const CellId& cell = fact.cell;
    if (fact.of == Quantity::bilinear || fact.of == Quantity::bilinear_bias) {
        const ArrayId source = layer_.context ? ArrayId::context : ArrayId::X;
        const VectorXd x_i = eigen_of(matrix(ArrayId::X, cell)).row(cell.row);
        const VectorXd x_j = eigen_of(matrix(source, cell)).row(cell.column);
        const VectorXd query = eigen_of(matrix(ArrayId::W_Q, cell)).transpose() * x_i;
        const VectorXd key = eigen_of(matrix(ArrayId::W_K, cell)).transpose() * x_j;
        const double alone = query.dot(key);
        const double size = 1 + query.norm() * key.norm();
        if (fact.of == Quantity::bilinear)
            return {alone, 1e-5 * size};
        const auto bias = [&](ArrayId array) -> VectorXd {
            return exists(array) ? VectorXd(eigen_of(matrix(array, cell)).row(0))
                                 : VectorXd(VectorXd::Zero(key.size()));
        };
        const VectorXd& left = fact.terms.front() == 1 ? query : bias(ArrayId::b_Q);
        const VectorXd& right = fact.terms.front() == 0 ? key : bias(ArrayId::b_K);
        return {left.dot(right), 1e-5 * size};
    }
    const DoubleMatrix before = matrix(ArrayId::scores, cell);
    const DoubleMatrix after = matrix(ArrayId::scaled, cell);
    const DoubleMatrix whole = matrix(cell);
    std::vector<double> numbers;
    for (Index i = 0; i < whole.rows; ++i)
        for (Index j = 0; j < whole.columns; ++j) {
            const bool is_hidden = exists(ArrayId::mask) && matrix(ArrayId::mask, cell)(i, j) == -infinite;
            if (!is_hidden && std::isfinite(before(i, j)) && std::isfinite(after(i, j)))
                numbers.push_back(whole(i, j));
        }
    if (fact.of == Quantity::readable)
        return {static_cast<double>(numbers.size()), 0};
    const VectorXd all = vector_of(numbers);
    const double deviation = std::sqrt((all.array() - all.mean()).square().mean());
    const double factor =
        fact.of == Quantity::usual_spread ? 1 / std::sqrt(static_cast<double>(sizes_of(layer_).d_k)) : 1;
    return {deviation * factor, tolerance(cell) + 1e-6 * deviation};
}

Expected FactValues::of_weights(const Fact& fact) {
    const CellId& cell = fact.cell;
    if (fact.of == Quantity::overlap || fact.of == Quantity::random_overlap) {
        const auto heads = static_cast<Index>(layer_.heads.size());
        std::vector<MatrixXd> bases;
        for (Index head = 0; head < heads; ++head)
            bases.push_back(span_of(eigen_of(reference_.array(cell.array, 0, head))));
        if (fact.of == Quantity::random_overlap) {
            const DoubleMatrix first = reference_.array(cell.array, 0, 0);
            return {static_cast<double>(std::min(first.columns, first.rows)) / static_cast<double>(first.rows),
                    of_float};
        }
        double sum = 0;
        for (Index g = 0; g < heads; ++g)
            for (Index h = 0; h < g; ++h) {
                const MatrixXd& left = bases[static_cast<std::size_t>(g)];
                const MatrixXd& right = bases[static_cast<std::size_t>(h)];
                const Index angles = std::min(left.cols(), right.cols());
                sum += angles == 0 ? 0 : (left.transpose() * right).squaredNorm() / static_cast<double>(angles);
            }
        return {sum / (static_cast<double>(heads * (heads - 1)) / 2), 1e-4};
    }
    if (fact.of == Quantity::rank_of_weight)
        return {static_cast<double>(span_of(eigen_of(matrix(cell))).cols()), 0};
    if (fact.of == Quantity::asymmetry) {
        const MatrixXd whole = eigen_of(matrix(ArrayId::W_Q, cell)) * eigen_of(matrix(ArrayId::W_K, cell)).transpose();
        if (whole.rows() != whole.cols())
            return {infinite, 0};
        return {(whole - whole.transpose()).cwiseAbs().maxCoeff(), 0};
    }
    const std::vector<double>& values = singular_values_.of(product_of(cell), cell.head);
    const double largest = values.front();
    if (fact.of == Quantity::rank)
        return {
            static_cast<double>(std::ranges::count_if(values, [&](double value) { return value > 1e-6 * largest; })),
            0};
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    if (fact.of == Quantity::effective_rank) {
        double nats = 0;
        for (const double value : values)
            nats -= value > 0 && sum > 0 ? value / sum * std::log(value / sum) : 0;
        return {sum > 0 ? std::exp(nats) : 0, 1e-4};
    }
    const double value = values.at(static_cast<std::size_t>(fact.terms.front()));
    return {value / sum, 1e-6};
}

} // namespace attn::test
