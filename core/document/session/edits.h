#pragma once

#include "core/document/session/session.h"
#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/model/options.h"
#include "core/notation/named_words.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attn {

/// One number changes. E: the word's embedding, so everywhere the word stands; P: the given row, otherwise a pin;
/// mask: the painted mask; a weight or bias: itself; a stage that is given whole: the given matrix;
/// any other stage: a pin.
struct SetCell {
    CellId cell;
    float value = 0;
};

/// A whole matrix changes (pasted, or from a file): a weight or bias (other heads get zeros where it did not exist);
/// E row by row for the words; another stage is then given instead of computed, and pins in it go.
struct SetMatrix {
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Matrix matrix;
};

/// A table lands in an array (pasted), its upper left number in the cell `first`, and must lie within it. Weights and
/// biases, words, given positions, given stages and the painted mask take its numbers. Inputs that are computed (P, X,
/// the context) are given if all of them is covered, and pinned where it is less. Other stages refuse, unless they are
/// told to pin its cells.
struct SetPart {
    CellId first;
    Matrix numbers;
    bool pins = false;
};

/// A stage that was given whole is computed again.
struct ComputeAgain {
    Address slot;
};

/// Part of a matrix is filled: all rows where `rows` is 0, all columns where `columns` is 0. The identity has its first
/// 1 at the upper left of the part. Of a stage that is computed only the whole can be filled, and not scaled; it is
/// then given. Filling E changes words (equal words take the first of their rows); filling the mask paints it.
struct Fill {
    enum class With : std::uint8_t { zero, identity, random, scaled, constant };
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Index first_row = 0, rows = 0;
    Index first_column = 0, columns = 0;
    With with = With::zero;
    std::uint64_t seed = 1; ///< of random
    float number = 1;       ///< of scaled: the factor; of constant: what every cell becomes
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

/// What the user says that a head does; empty: nothing any more. Words that mean a hypothesis are kept as its name.
struct SetHypothesis {
    Index head = 0;
    std::string words;
};

/// W_Q and W_K of a head change places, with their biases.
struct SwapQueryAndKey {
    Index head = 0;
};

/// W_Q and b_Q of a head become zero: every allowed key gets the same share.
struct MakeUniform {
    Index head = 0;
};

/// Biases of zeros appear, or all biases go.
struct SetBiases {
    bool on = true;
};

/// Keys and values get a sequence of their own, which begins as a copy of X's; or they are made from X again, and the
/// fitting part of W_K, W_V and the masks is kept.
struct SetContext {
    bool own = true;
};

/// Which sequence a token edit means.
enum class Side : std::uint8_t { sequence, context };

/// The item's tokens become these. Pins, given rows and masks follow tokens that stay (a longest common subsequence;
/// as many new tokens as old ones between two that stay are renamings). Other items grow by [pad] or shrink at the
/// end, since all items have one length. A word that is not known yet gets an embedding from its letters.
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

/// One cell of the painted mask: a real number, or −∞.
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
/// New lengths; the fitting part of everything is kept. New weights are drawn from the session's seed, embeddings grow
/// from their letters, new tokens are called "token5", new items are copies of the last; what grows in masks, biases
/// and given stages is zeros. Without a context S_k and D_context follow S_q and D, whatever they say. Where
/// heads begin to share keys and values, those of the first of each group stay; where they cease to, each takes a copy.
struct Resize {
    Sizes sizes;
};

/// One that comes with the program, by its name; or the user's own.
struct SetNotation {
    std::string notation;
    bool tokens_as_columns = false;
    std::optional<NotationChoice> own{};
};

/// What an option of the layer is, as its row in core/model/options.h says.
using SetOption = OptionSetting;

/// One of the session's texts, for its readers. A question is about what is in sight when it is written, and opens
/// there. Another text to try has no goals.
struct SetText {
    enum class Which : std::uint8_t { title, question, about, hint };
    Which which = Which::title;
    std::string text;
    Opening opening{}; ///< of a question
};

/// What columns of Y mean: all of the session's read-outs, the one that is shown first.
struct SetReadOuts {
    std::vector<ReadOut> readouts;
};

/// The figures that the session lists: recipes that can be made again.
struct ListFigures {
    std::vector<FigureRequest> figures;
};

using Edit = std::variant<SetCell, SetMatrix, SetPart, ComputeAgain, Fill, Pin, Unpin, UnpinAll, SetHeadOn,
                          SwapQueryAndKey, MakeUniform, SetBiases, SetContext, SetTokens, RenameToken, MoveToken,
                          InsertToken, RemoveToken, PaintMask, ClearPaintedMask, SetPositions, Resize, SetNotation,
                          SetHypothesis, SetOption, SetText, SetReadOuts, ListFigures>;

struct Applied {
    Session session;
    NamedWords notice; ///< what the user should hear of, such as pins that went with their token; mostly empty
    /// That columns of these have numbers now instead of names, and why: for who saw the names.
    std::vector<ArrayId> nameless{};
    NamedWords names_lost{};
};

/// The session after the edit; shares every matrix that the edit leaves alone.
/// Fails, naming the field, when the edit does not fit the session (shape, range, not a number).
/// (Call it attn::apply where an argument is not const, or std::apply is found to fit better.)
Result<Applied> apply(const Session& session, const Edit& edit);

/// What a number that is put in a cell becomes.
enum class SetBecomes : std::uint8_t {
    weight,
    given,     ///< one of a matrix that is given whole
    embedding, ///< of the word, wherever it stands
    position,  ///< one of those that are given
    painted,   ///< of the mask
    pin
};
/// The cell is at its canonical address.
SetBecomes what_set_becomes(const Layer& layer, const CellId& cell);

/// The edit in words, as the menu says it behind "Undo": "change W_Q⁽²⁾[3,1]", "rename token 3 to “cat”".
NamedWords describe(const Edit& edit);

} // namespace attn
