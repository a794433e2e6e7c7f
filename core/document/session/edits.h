#pragma once

#include "core/document/session/session.h"
#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/model/options.h"
#include "core/model/stream.h"
#include "core/notation/named_words.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attn {

/// Changes a number. E: the word's embedding, wherever the word occurs. P: the given row, else a pin. mask: the painted
/// mask. A weight or bias: the number itself. A given stage: the given matrix. Any other stage: a pin.
struct SetCell {
    CellId cell;
    float value = 0;
};

/// Replaces a whole matrix by one that was pasted or read from a file. A weight or bias: the matrix itself; if it did
/// not exist, the other heads get zeros. E: the embeddings of the words in its rows. Any other stage becomes given, and
/// its pins are dropped.
struct SetMatrix {
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Matrix matrix;
};

/// Pastes a table into an array, with its upper left number at `first`; the table must fit. Weights and biases, words,
/// given positions, given stages and the painted mask take the numbers. Computed inputs (P, X, the context) become
/// given if the table covers them, else cells are pinned. Other stages fail unless `pins` is true.
struct SetPart {
    CellId first;
    Matrix numbers;
    bool pins = false;
};

/// Makes a given stage computed again.
struct ComputeAgain {
    Address slot;
};

/// Fills a part of a matrix; 0 `rows` or `columns` mean all. An identity matrix begins at the upper left of the part. A
/// computed stage can only be filled completely, and not be scaled; it becomes given. Filling E changes words (equal
/// words get the first of their rows); filling the mask paints it.
struct Fill {
    enum class With : std::uint8_t { zero, identity, random, scaled, constant };
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Index first_row = 0, rows = 0;
    Index first_column = 0, columns = 0;
    With with = With::zero;
    std::uint64_t seed = 1; ///< seed of the numbers if `with` is random
    float number = 1;       ///< scaled: the factor; constant: the number
};

struct Pin {
    CellId cell; ///< a cell of a stage
    float value = 0;
};
struct Unpin {
    CellId cell;
};
struct UnpinAll {};

struct SetHeadOn {
    Index head = 0;
    bool on = true;
};

/// Switches attention or the MLP off, so that it adds zeros, or on again. Pins in what it adds are dropped.
struct SetSublayerOn {
    Sublayer part{};
    bool on = true;
};

/// Changes another layer of the session's model. `layer` has the number 0.
struct ChangeLayer {
    Index number = 0;
    std::shared_ptr<const Layer> layer; ///< null: restores the layer from the model's files
    NamedWords change;                  ///< the change in words: "switch head 2 off"
};
/// Restores all other layers.
struct RestoreLayers {};

/// Sets the user's hypothesis about a head; empty: none. Words that match a rule are stored as its name.
struct SetHypothesis {
    Index head = 0;
    std::string words;
};

/// Swaps W_Q and W_K of a head, and their biases.
struct SwapQueryAndKey {
    Index head = 0;
};

/// Sets W_Q and b_Q of a head to zero, so that all keys that are not masked get the same attention.
struct MakeUniform {
    Index head = 0;
};

/// Adds biases of zeros, or removes all biases.
struct SetBiases {
    bool on = true;
};

/// Gives keys and values a sequence of their own, which begins as a copy of X's, or lets them be computed from X again.
/// W_K, W_V and the masks stay as far as their shapes allow.
struct SetContext {
    bool own = true;
};

/// The sequence that a token edit changes.
enum class Side : std::uint8_t { sequence, context };

/// Replaces the tokens of an item. Pins, given rows and masks follow tokens that stay (by a longest common subsequence;
/// between two that stay, new tokens count as renamed old ones as far as their numbers match). Other items are extended
/// by [pad] or shortened at the end, since all items have the same length. An unknown word gets an embedding from its
/// letters.
struct SetTokens {
    Index item = 0;
    std::vector<std::string> tokens;
    Side side = Side::sequence;
};
struct RenameToken {
    Index item = 0;
    Index token = 0;
    std::string text;
    Side side = Side::sequence;
};
struct MoveToken {
    Index item = 0;
    Index from = 0;
    Index to = 0;
    Side side = Side::sequence;
};
struct InsertToken {
    Index item = 0;
    Index at = 0;
    std::string text;
    Side side = Side::sequence;
};
struct RemoveToken {
    Index item = 0;
    Index token = 0;
    Side side = Side::sequence;
};

/// Sets one cell of the painted mask: a real number, or −∞.
struct PaintMask {
    Index row = 0;
    Index column = 0;
    float value = 0;
};
struct ClearPaintedMask {};

struct SetPositions {
    Positions positions;
    Side side = Side::sequence;
};
/// Sets new lengths. The part of every matrix that exists in both sizes stays. New weights are random, from the
/// session's seed; embeddings are extended from their letters; new tokens are called "token5"; new items are copies of
/// the last; new rows and columns of masks, biases and given stages are zeros. Without a context, S_k and D_context
/// follow S_q and D. If heads begin to share keys and values, each group keeps those of its first head; if they stop,
/// each head gets a copy.
struct Resize {
    Sizes sizes;
};

/// Sets a notation: one that comes with the program, by name, or the user's own.
struct SetNotation {
    std::string notation;
    bool tokens_as_columns = false;
    std::optional<NotationChoice> own{};
};

/// Sets an option of the layer, see core/model/options.h.
using SetOption = OptionSetting;

/// Sets one of the session's texts. With a question, the present view becomes the opening. With a hint, the goals are
/// dropped.
struct SetText {
    enum class Which : std::uint8_t { title, question, about, hint };
    Which which = Which::title;
    std::string text;
    Opening opening{}; ///< array and cell that a question is about
};

/// Sets all read-outs of the session; the first is the one that is shown.
struct SetReadOuts {
    std::vector<ReadOut> readouts;
};

/// Sets the session's list of figures, from which they can be drawn again.
struct ListFigures {
    std::vector<FigureRequest> figures;
};

using Edit =
    std::variant<SetCell, SetMatrix, SetPart, ComputeAgain, Fill, Pin, Unpin, UnpinAll, SetHeadOn, SetSublayerOn,
                 ChangeLayer, RestoreLayers, SwapQueryAndKey, MakeUniform, SetBiases, SetContext, SetTokens,
                 RenameToken, MoveToken, InsertToken, RemoveToken, PaintMask, ClearPaintedMask, SetPositions, Resize,
                 SetNotation, SetHypothesis, SetOption, SetText, SetReadOuts, ListFigures>;

struct Applied {
    Session session;
    NamedWords notice; ///< a notice for the user, e.g. about dropped pins; mostly empty
    /// The arrays whose column names were dropped, and a sentence about it for users who saw the names.
    std::vector<ArrayId> nameless{};
    NamedWords names_lost{};
};

/// The session after the edit. It shares all matrices that the edit did not change. The error names the field that does
/// not fit (shape, range, not a number). (Write attn::apply if an argument is not const, because std::apply would be a
/// better match.)
Result<Applied> apply(const Session& session, const Edit& edit);

/// The effect of setting a number in a cell.
enum class SetBecomes : std::uint8_t {
    weight,
    given,     ///< a number of a given matrix
    embedding, ///< changes the embedding of the word, wherever it occurs
    position,  ///< a number of the given positions
    painted,   ///< a cell of the painted mask
    pin
};
/// The address of `cell` must be canonical.
SetBecomes what_set_becomes(const Layer& layer, const CellId& cell);

/// The edit in words, for the menu entry "Undo": "change W_Q⁽²⁾[3,1]", "rename token 3 to “cat”".
NamedWords describe(const Edit& edit);

} // namespace attn
