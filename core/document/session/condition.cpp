#include "core/document/session/condition.h"

#include "core/document/session/changed_parts.h"
#include "core/document/session/edits.h"
#include "core/document/session/readings.h"
#include "core/document/session/sentences.h"
#include "core/document/session/session.h"
#include "core/document/session/supposition.h"
#include "core/engine/engine.h"
#include "core/engine/trace.h"
#include "core/explain/readout.h"
#include "core/model/arrays.h"
#include "core/notation/size_letters.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

bool is_within(const Condition& condition, float number) {
    if (std::isnan(number))
        return false;
    const bool equal =
        !condition.equals || number == *condition.equals || std::abs(number - *condition.equals) <= condition.within;
    return equal && (!condition.at_least || number >= *condition.at_least) &&
           (!condition.at_most || number <= *condition.at_most);
}

bool are_alike(float left, float right, float within) {
    return left == right || (std::isnan(left) && std::isnan(right)) || std::abs(left - right) <= within;
}

/// The addresses of the condition's array, for one head or all. Empty if the trace does not have them, because an edit
/// has removed the head, the item or the array.
std::vector<Address> addresses_of(const Condition& condition, const Trace& trace) {
    const ArrayId array = *condition.array;
    if (!trace.has(array))
        return {};
    if (!condition.every_head) {
        const bool is_there = condition.cell.item < trace.sizes().B && condition.cell.head < trace.sizes().H;
        return is_there ? std::vector{Address{condition.cell.layer, array, condition.cell.item, condition.cell.head}}
                        : std::vector<Address>();
    }
    const Extent extent = trace.extent(array);
    const Index heads = extent.heads > 1 ? trace.sizes().H : 1;
    std::vector<Address> addresses;
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < heads; ++head)
            addresses.emplace_back(trace.layer().number, array, item, head);
    return addresses;
}

/// The rows in which any of the condition's matrices changed; nullopt if they cannot be compared.
std::optional<std::vector<Index>> moved_rows(const Condition& condition, const Trace& now, const Trace& then) {
    const ArrayId array = *condition.array;
    const std::vector<Address> addresses = addresses_of(condition, now);
    if (addresses.empty() || addresses != addresses_of(condition, then) || now.extent(array) != then.extent(array))
        return std::nullopt;
    std::vector<Index> moved;
    for (const Address& address : addresses) {
        const Matrix left = now.array(array, address.item, address.head);
        const Matrix right = then.array(array, address.item, address.head);
        if (left.shape() != right.shape())
            return std::nullopt;
        for (Index row = 0; row < left.rows(); ++row)
            for (Index column = 0; column < left.columns(); ++column)
                if (!are_alike(left(row, column), right(row, column), condition.within)) {
                    moved.push_back(row);
                    break;
                }
    }
    std::ranges::sort(moved);
    moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
    return moved;
}

bool is_unchanged(const Condition& condition, const Snapshot& now, const Snapshot& beginning) {
    if (!condition.array)
        return now.session.layer().sequence.items == beginning.session.layer().sequence.items;
    const auto moved = moved_rows(condition, now.trace, beginning.trace);
    return moved && moved->empty();
}

/// Adds a matrix to a sum; a matrix with one row is added to each row. False if the shape does not fit.
bool add_to(std::vector<double>& sum, const Shape& shape, const Matrix& matrix) {
    if (matrix.columns() != shape.columns || (matrix.rows() != shape.rows && matrix.rows() != 1))
        return false;
    for (Index i = 0; i < shape.rows; ++i)
        for (Index j = 0; j < shape.columns; ++j)
            sum[static_cast<std::size_t>(i * shape.columns + j)] +=
                static_cast<double>(matrix(matrix.rows() == 1 ? 0 : i, j));
    return true;
}

bool is_sum(const Condition& condition, const Trace& trace) {
    const auto is_there = [&](const Condition& part) { return !addresses_of(part, trace).empty(); };
    if (!is_there(condition) || !std::ranges::all_of(condition.parts, is_there))
        return false;
    for (const Address& whole : addresses_of(condition, trace)) {
        const Matrix matrix = trace.array(whole.array, whole.item, whole.head);
        std::vector<double> sum(static_cast<std::size_t>(matrix.rows() * matrix.columns()));
        for (const Condition& part : condition.parts)
            for (const Address& address : addresses_of(part, trace))
                if ((address.item == whole.item || trace.extent(address.array).items == 1) &&
                    !add_to(sum, matrix.shape(), trace.array(address.array, address.item, address.head)))
                    return false;
        for (Index i = 0; i < matrix.rows(); ++i)
            for (Index j = 0; j < matrix.columns(); ++j)
                if (!are_alike(matrix(i, j),
                               static_cast<float>(sum[static_cast<std::size_t>(i * matrix.columns() + j)]),
                               condition.within))
                    return false;
    }
    return true;
}

std::optional<float> deviation(const Condition& condition, const Trace& trace) {
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (const Address& address : addresses_of(condition, trace)) {
        const Matrix matrix = trace.array(address.array, address.item, address.head);
        for (Index row = 0; row < matrix.rows(); ++row)
            for (const float number : matrix.row(row)) {
                if (!std::isfinite(number))
                    continue;
                count += 1;
                sum += static_cast<double>(number);
                squares += static_cast<double>(number) * static_cast<double>(number);
            }
    }
    if (count == 0)
        return std::nullopt;
    const double mean = sum / count;
    return static_cast<float>(std::sqrt(std::max(0.0, squares / count - mean * mean)));
}

bool reads_out(const Condition& condition, const Snapshot& now) {
    if (condition.count >= std::ssize(now.session.readouts) || condition.cell.item >= now.trace.sizes().B)
        return false;
    const ReadOut& readout = now.session.readouts[static_cast<std::size_t>(condition.count)];
    const std::vector<TokenReading> readings = read_out(now.trace, readout, condition.cell.item);
    const bool is_sure = std::ranges::all_of(readings, [&](const TokenReading& reading) {
        return !condition.at_least || reading.sure >= static_cast<double>(*condition.at_least);
    });
    return is_sure && reading_text(readout, readings, between_tokens(now.session)) == condition.text;
}

bool is_allowed(const Condition& condition, std::string_view part) {
    return std::ranges::any_of(condition.parts_allowed,
                               [&](const std::string& allowed) { return is_part_of(part, allowed); });
}

/// True if the first read-out's readings are as the condition's text says, see core/document/files/conditions_json.cpp.
bool reads_so(const Condition& condition, const Snapshot& now) {
    if (condition.text == "reversed")
        return comes_back_reversed(now);
    if (condition.text == "same")
        return comes_back_the_same(now);
    const std::optional<ReadingsLeft> left = readings_left(now);
    if (!left)
        return false;
    if (condition.text == "worse together")
        return left->worse_together;
    if (condition.text == "less sure")
        return is_within(condition, static_cast<float>(left->sure_before - left->sure));
    return is_within(condition, static_cast<float>(condition.text == "lost" ? left->lost : left->kept));
}

/// True if the condition's part would hold after the supposed edit, which is computed separately.
bool would_hold(const Condition& condition, const Snapshot& now, const Snapshot& beginning, const Snapshot& opened) {
    const Session& session = now.session;
    const auto supposed = suppose(session, condition.equals ? Edit(SetCell{condition.cell, *condition.equals})
                                                            : sentence_goes_in(session, condition.text));
    return supposed && fits(condition.parts.front(), supposed->trace.sizes()) &&
           holds(condition.parts.front(), supposed->snapshot(), beginning, opened);
}

bool is_token(const Condition& condition, const Session& session) {
    const auto& items = session.layer().sequence.items;
    if (condition.cell.item >= std::ssize(items))
        return false;
    const auto& tokens = items[static_cast<std::size_t>(condition.cell.item)];
    return condition.count < std::ssize(tokens) && tokens[static_cast<std::size_t>(condition.count)] == condition.text;
}

} // namespace

bool fits(const Condition& condition, const Sizes& sizes) {
    const CellId& cell = condition.cell;
    const bool has_cell =
        condition.kind == Condition::Kind::cell || (condition.kind == Condition::Kind::suppose && condition.equals);
    const Shape shape = shape_of(sizes, has_cell ? cell.array : condition.array.value_or(cell.array));
    const bool is_in_shape = !has_cell || (cell.row < shape.rows && cell.column < shape.columns);
    const bool has_rows = condition.rows.empty() || condition.rows.back() < shape.rows;
    const bool has_head = condition.kind != Condition::Kind::head || condition.count < sizes.H;
    const bool has_token = condition.kind != Condition::Kind::token || condition.count < sizes.S_q;
    // A supposed session may have other sizes, so its parts are checked when it exists.
    return is_in_shape && has_rows && has_head && has_token && cell.item < sizes.B && cell.head < sizes.H &&
           (condition.kind == Condition::Kind::suppose ||
            std::ranges::all_of(condition.parts, [&](const Condition& part) { return fits(part, sizes); }));
}

bool is_told(const Snapshot& now) {
    return holds(now.session.told_while, now, now);
}

bool holds(const Condition& condition, const Snapshot& now, const Snapshot& beginning) {
    return holds(condition, now, beginning, beginning);
}

bool holds(const Condition& condition, const Snapshot& now, const Snapshot& beginning, const Snapshot& opened) {
    const auto part_holds = [&](const Condition& part) { return holds(part, now, beginning, opened); };
    const Snapshot& then = condition.since_opened ? opened : beginning;
    const auto& heads = now.session.layer().heads;
    switch (condition.kind) {
    case Condition::Kind::cell:
        return now.trace.contains(condition.cell) && is_within(condition, now.trace.value(condition.cell));
    case Condition::Kind::deviation: {
        const auto spread = deviation(condition, now.trace);
        return spread && is_within(condition, *spread);
    }
    case Condition::Kind::size: {
        const Index Sizes::*const length = length_by_letter(condition.text);
        return length != nullptr && now.trace.sizes().*length == condition.count;
    }
    case Condition::Kind::pins:
        return std::ssize(now.session.layer().pins) == condition.count;
    case Condition::Kind::head:
        return condition.count < std::ssize(heads) &&
               heads[static_cast<std::size_t>(condition.count)].on == condition.on;
    case Condition::Kind::heads_on:
        return std::ranges::count(heads, true, &HeadWeights::on) == condition.count;
    case Condition::Kind::readings:
        return reads_so(condition, now);
    case Condition::Kind::sum:
        return is_sum(condition, now.trace);
    case Condition::Kind::suppose:
        return would_hold(condition, now, beginning, opened);
    case Condition::Kind::unchanged:
        return is_unchanged(condition, now, then);
    case Condition::Kind::rows_moved:
        return moved_rows(condition, now.trace, then.trace) == condition.rows;
    case Condition::Kind::read_out:
        return reads_out(condition, now);
    case Condition::Kind::token:
        return is_token(condition, now.session);
    case Condition::Kind::only:
        return std::ranges::all_of(changed_parts(now.session.layer(), then.session.layer()),
                                   [&](const std::string& part) { return is_allowed(condition, part); });
    case Condition::Kind::all:
        return std::ranges::all_of(condition.parts, part_holds);
    case Condition::Kind::any:
        return std::ranges::any_of(condition.parts, part_holds);
    case Condition::Kind::none:
        return std::ranges::none_of(condition.parts, part_holds);
    }
    return false;
}

} // namespace attn
