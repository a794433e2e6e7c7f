#pragma once

#include "core/model/cell.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

class Trace;
struct KeptReadings;
struct Session;
struct Sizes;

/// A condition on a session and its numbers, which may compare them with those at the beginning. A value type that
/// session files contain (core/document/files/conditions_json.h).
struct Condition {
    enum class Kind : std::uint8_t {
        cell,       ///< the cell's number is within the bounds
        deviation,  ///< the standard deviation of the array's finite numbers is within the bounds
        size,       ///< the length with the letter `text` is `count`
        pins,       ///< `count` cells are pinned
        head,       ///< head `count` is on, or off
        unchanged,  ///< the array's numbers equal those at the beginning, within `within`; without an array: the tokens
                    ///< do
        rows_moved, ///< exactly `rows` of the array changed
        read_out,   ///< read-out `count` reads as `text`, each token with a probability of at least `at_least`
        token,      ///< token `count` is `text`
        heads_on,   ///< `count` heads are on
        readings,   ///< the first read-out's readings are as `text` says, or within the bounds
        suppose,    ///< the only element of `parts` would hold if the sentence were `text`, or if the cell had the
                    ///< number `equals`
        sum,        ///< the array is the sum of the arrays of `parts`, within `within`
        only,       ///< only `parts_allowed` were changed (core/document/session/changed_parts.h)
        all,        ///< all `parts` hold
        any,        ///< at least one of `parts` holds
        none        ///< the only element of `parts` does not hold
    };
    Kind kind = Kind::all;
    std::vector<Condition> parts{};
    CellId cell{0, ArrayId{}};       ///< item and head, for conditions on arrays
    std::optional<ArrayId> array{};  ///< nullopt in `unchanged`: the tokens
    bool every_head = false;         ///< the array with all its heads
    std::optional<float> at_least{}; ///< a bound
    std::optional<float> at_most{};  ///< a bound
    std::optional<float> equals{};   ///< compared within `within`
    float within = usual_tolerance;
    std::vector<Index> rows{};                ///< rows that the condition is about, from 0
    std::vector<std::string> parts_allowed{}; ///< "W_Q/1", "tokens"
    std::string text{};                       ///< a reading, a token, the letter of a length, or a sentence
    Index count = 0; ///< number of pins or heads, or a length; or the index of a head, token or read-out, from 0
    bool on = true;  ///< true: the heads must be on; false: off
    bool since_opened = false; ///< changes count from `opened` instead of `beginning`, see holds()

    static constexpr float usual_tolerance = 1e-5F;
    bool operator==(const Condition&) const = default;
};

/// A sentence that is shown when a condition is met.
struct Goal {
    Condition when;
    std::string say;    ///< e.g. "head 1 reads the next word"
    std::string then{}; ///< the next hint, shown instead of the session's; empty: the hint stays until all goals are
                        ///< met
    bool operator==(const Goal&) const = default;
};

/// A session and its numbers at one moment.
struct Snapshot {
    const Session& session;
    const Trace& trace;
    KeptReadings* kept = nullptr; ///< readings that were computed separately; null: they are not stored
};

/// True if a layer of these sizes has everything that the condition names.
bool fits(const Condition& condition, const Sizes& sizes);

/// True if the session's question and text are right for its present numbers.
bool is_told(const Snapshot& now);

/// True if the condition holds now; false if it is about things that do not exist. Changes are counted from
/// `beginning`. `opened` is the session as it was opened, if that is another.
bool holds(const Condition& condition, const Snapshot& now, const Snapshot& beginning, const Snapshot& opened);
bool holds(const Condition& condition, const Snapshot& now, const Snapshot& beginning);

} // namespace attn
