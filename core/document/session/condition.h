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

/// What must hold for something to be done: a statement about a session and its numbers, and about how they differ from
/// those at the beginning. A value; session files write it (core/document/files/conditions_json.h).
struct Condition {
    enum class Kind : std::uint8_t {
        cell,       ///< its number lies within the bounds
        deviation,  ///< the standard deviation of the array's finite numbers lies within the bounds
        size,       ///< a length of the layer, by the letter of its field, is `count`
        pins,       ///< that many cells are pinned
        head,       ///< a head is on, or off
        unchanged,  ///< the array's numbers are those of the beginning, within `within`; without one, the tokens are
        rows_moved, ///< exactly these rows of the array are not
        read_out,   ///< the read-out numbered `count` says `text`, each token at least `at_least` sure
        token,      ///< a token is `text`
        heads_on,   ///< that many heads are on
        readings,   ///< what the first read-out says is as `text` has it, where that counts within the bounds
        suppose, ///< the one of `parts` would hold if the text were the sentence, or the cell had the number `equals`
        sum,     ///< the array is the sum of the arrays that `parts` name, within `within`
        only,    ///< nothing but `parts_allowed` was changed (core/document/session/changed_parts.h)
        all,     ///< each of `parts` holds
        any,     ///< one of `parts` holds
        none     ///< `parts` is one, and does not hold
    };
    Kind kind = Kind::all;
    std::vector<Condition> parts{};
    CellId cell{};                   ///< of an array its item and head
    std::optional<ArrayId> array{};  ///< of unchanged: none is the tokens
    bool every_head = false;         ///< the array is meant with all its heads
    std::optional<float> at_least{}; ///< a bound
    std::optional<float> at_most{};  ///< a bound
    std::optional<float> equals{};   ///< within `within`
    float within = usual_tolerance;
    std::vector<Index> rows{};                ///< from 0
    std::vector<std::string> parts_allowed{}; ///< "W_Q/1", "tokens"
    std::string text{};                       ///< what is read out, the token, the letter of a length, a sentence
    Index count = 0; ///< of pins, heads, a length; the number of a head, token or read-out, from 0
    bool on = true;  ///< of a head
    bool since_opened =
        false; ///< of what changed: since the session was opened, through all steps that went on with it

    static constexpr float usual_tolerance = 1e-5F;
    bool operator==(const Condition&) const = default;
};

/// What is said as soon as a condition holds.
struct Goal {
    Condition when;
    std::string say; ///< "head 1 reads the next word"
    std::string
        then{}; ///< what to try next, in the place of what the session said; empty: that stays until all is done
    bool operator==(const Goal&) const = default;
};

/// A session and its numbers at one moment.
struct Snapshot {
    const Session& session;
    const Trace& trace;
    KeptReadings* kept = nullptr; ///< what was computed aside of it; none: nothing is kept
};

/// Whether a layer of these sizes has all that the condition names.
bool fits(const Condition& condition, const Sizes& sizes);

/// Whether the session's question and what it tells are so of its present numbers.
bool is_told(const Snapshot& now);

/// Whether it holds now. What it names and is not there does not hold. Changes are counted from `beginning`; `opened`
/// is the session as it was opened, where that is another.
bool holds(const Condition& condition, const Snapshot& now, const Snapshot& beginning, const Snapshot& opened);
bool holds(const Condition& condition, const Snapshot& now, const Snapshot& beginning);

} // namespace attn
