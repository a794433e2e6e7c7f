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

/// Changes one number. E: the word's embedding, wherever the word stands. P: the given row, else a pin. mask: the
/// painted mask. A weight or bias: itself. A given stage: the given matrix. Any other stage: a pin.
struct SetCell {
    CellId cell;
    float value = 0;
};

/// Replaces a whole matrix (pasted, or from a file). A weight or bias: itself; other heads get zeros if it did not
/// exist. E: the embeddings of the words in its rows. Any other stage is given from then on, and its pins are dropped.
struct SetMatrix {
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Matrix matrix;
};

/// Puts a table (pasted) into an array, with its upper left number at `first`; the table must fit. Weights and biases,
/// words, given positions, given stages and the painted mask take the numbers. Computed inputs (P, X, the context) are
/// given if the table covers them, else pinned. Other stages refuse, unless `pins` is true.
struct SetPart {
    CellId first;
    Matrix numbers;
    bool pins = false;
};

/// Computes a stage again that was given.
struct ComputeAgain {
    Address slot;
};

/// Fills a part of a matrix: 0 `rows` mean all rows, 0 `columns` all columns. The identity has its first 1 at the upper
/// left of the part. A computed stage can only be filled as a whole, and not scaled; it is then given. Filling E
/// changes words (equal words take the first of their rows); filling the mask paints it.
struct Fill {
    enum class With : std::uint8_t { zero, identity, random, scaled, constant };
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Index first_row = 0, rows = 0;
    Index first_column = 0, columns = 0;
    With with = With::zero;
    std::uint64_t seed = 1; ///< for random
    float number = 1;       ///< scaled: the factor; constant: the number
};

struct Pin {
    CellId cell; ///< of a stage
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

/// Switches a part of the block off, so that it adds zeros, or on again. Pins in what it adds are dropped.
struct SetSublayerOn {
    Sublayer part{};
    bool on = true;
};

/// Changes another layer of the session's model; `layer` stands alone, as layer 0.
struct ChangeLayer {
    Index number = 0;
    std::shared_ptr<const Layer> layer; ///< null: the layer is that of the model's files again
    NamedWords change;                  ///< in words: "switch head 2 off"
};
/// Takes the changes of all other layers back.
struct RestoreLayers {};

/// Sets what the user claims that a head does; empty: no claim. Words that mean a hypothesis are kept as its name.
struct SetHypothesis {
    Index head = 0;
    std::string words;
};

/// Swaps W_Q and W_K of a head, and their biases.
struct SwapQueryAndKey {
    Index head = 0;
};

/// Sets W_Q and b_Q of a head to zero: every key that is not masked gets the same share.
struct MakeUniform {
    Index head = 0;
};

/// Adds biases of zeros, or removes all biases.
struct SetBiases {
    bool on = true;
};

/// Gives keys and values a sequence of their own, at first a copy of X's; or makes them from X again. The part of W_K,
/// W_V and the masks that fits is kept.
struct SetContext {
    bool own = true;
};

/// The sequence that a token edit changes.
enum class Side : std::uint8_t { sequence, context };

/// Replaces the item's tokens. Pins, given rows and masks follow tokens that stay (a longest common subsequence;
/// between two of them, as many new tokens as old ones count as renamed). Other items grow by [pad] or shrink at the
/// end, since all items have one length. An unknown word gets an embedding from its letters.
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
/// Sets new lengths. The part of everything that fits is kept. New weights are drawn from the session's seed,
/// embeddings grow from their letters, new tokens are called "token5", new items are copies of the last; new rows and
/// columns of masks, biases and given stages are zeros. Without a context, S_k and D_context follow S_q and D. If heads
/// begin to share keys and values, each group keeps its first head's; if they cease to, each head takes a copy.
struct Resize {
    Sizes sizes;
};

/// A notation that comes with the program, by its name; or the user's own.
struct SetNotation {
    std::string notation;
    bool tokens_as_columns = false;
    std::optional<NotationChoice> own{};
};

/// Sets an option of the layer, see core/model/options.h.
using SetOption = OptionSetting;

/// Sets one of the session's texts. A question is about the present view, which becomes the opening. A new hint drops
/// the goals.
struct SetText {
    enum class Which : std::uint8_t { title, question, about, hint };
    Which which = Which::title;
    std::string text;
    Opening opening{}; ///< for a question
};

/// Sets all read-outs of the session; the first is shown first.
struct SetReadOuts {
    std::vector<ReadOut> readouts;
};

/// Sets the list of the session's figures: recipes that can be made again.
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
    NamedWords notice; ///< for the user, e.g. pins that were dropped with their token; mostly empty
    /// Arrays whose columns lost their names, and a sentence about it for users who saw the names.
    std::vector<ArrayId> nameless{};
    NamedWords names_lost{};
};

/// The session after the edit; shares every matrix that the edit leaves alone. Fails, naming the field, if the edit
/// does not fit the session (shape, range, not a number). (Write attn::apply if an argument is not const, since
/// std::apply would fit better.)
Result<Applied> apply(const Session& session, const Edit& edit);

/// The effect of putting a number in a cell.
enum class SetBecomes : std::uint8_t {
    weight,
    given,     ///< a number of a given matrix
    embedding, ///< of the word, wherever it stands
    position,  ///< a number of the given positions
    painted,   ///< a cell of the painted mask
    pin
};
/// `cell` must be at its canonical address.
SetBecomes what_set_becomes(const Layer& layer, const CellId& cell);

/// The edit in words, for the menu behind "Undo": "change W_Q⁽²⁾[3,1]", "rename token 3 to “cat”".
NamedWords describe(const Edit& edit);

} // namespace attn
