#pragma once

#include "core/checkpoint/families.h"
#include "core/document/session/condition.h"
#include "core/document/session/figure_request.h"
#include "core/document/session/lesson_work.h"
#include "core/files/input_files.h"
#include "core/model/layer.h"
#include "core/model/readout.h"
#include "core/notation/notation.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

class ModelWords;

/// The cell that the window shows first.
struct Opening {
    ArrayId stage = ArrayId::A;
    Index item = 0;
    Index head = 0;
    Index row = 0;
    Index column = 0;
    bool operator==(const Opening&) const = default;
};

/// The origin of a session's weights.
struct WeightsOrigin {
    std::filesystem::path file; ///< the file of tensors, or the index of several
    std::string layer;          ///< the prefix of its tensors' names
    bool words = false;         ///< true: the tokens are the model's, and the layer's rows are computed from them
    KindSaid said{};            ///< options of the model that its files do not contain
    bool operator==(const WeightsOrigin&) const = default;
};

/// The units into which a typed text is split.
enum class Split : std::uint8_t { words, letters };

/// Layers of a model by their index.
using ChangedLayers = std::map<Index, std::shared_ptr<const Layer>>;

/// The user's document: a value of immutable, shared matrices and plain options. An edit returns a new session that
/// shares everything that did not change.
struct Session {
    std::string title;
    std::string question; ///< the question that the opening cell answers, "Which words does rose₄ read?"; may be empty
    std::string about;    ///< two or three sentences about what to look for
    std::vector<std::string> cautions; ///< sentences by the program about its own work, in addition to the layer's
                                       ///< caveats
    Condition told_while;         ///< condition for showing question and text; a condition without parts always holds
    std::string hint;             ///< the text after "Try: "; may be empty
    std::vector<Goal> goals;      ///< the goals of the hint, to be met one after the other
    bool texts_of_preset = false; ///< question and text are true only of a preset's words and weights
    Layer opened;                 ///< the block that is shown and edited, with the model's input
    /// The other edited layers of the session's model, which are used whenever the model is computed. Their tokens are
    /// those of the shown layer; the rows that enter them are not stored.
    ChangedLayers changed_layers;
    std::uint64_t seed = 1;  ///< seed of random weights and of new cells
    NotationChoice notation; ///< the symbols of formulas
    bool tokens_as_columns = false;
    Split split = Split::words;
    std::vector<ReadOut> readouts;      ///< the meaning of columns of Y
    std::vector<FigureRequest> figures; ///< figures that can be drawn again
    /// The user's hypotheses about heads, by head: the name of a rule (core/explain/head_hypotheses.h), or other words.
    std::map<Index, std::string> hypotheses;
    /// The names of an array's columns, e.g. "odd", "left", one for each. Rows and columns of weights are named after
    /// their input and output.
    std::map<ArrayId, std::vector<std::string>> column_names;
    std::optional<LessonWork> lesson; ///< the lesson that was open when the session was saved
    Opening opening;
    /// The session that changes were compared with when this one was saved; only its layer is stored. Null if there was
    /// none.
    std::shared_ptr<const Session> left_baseline;
    std::optional<WeightsOrigin> origin; ///< nullopt if the weights are not a model's
    /// The words of the model, if the tokens are a model's. Null if its files no longer exist.
    std::shared_ptr<const ModelWords> model_words;
    InputFiles inputs; ///< the files that it was read from, and the files that these name

    const Layer& layer() const { return opened; }
    Layer& layer() { return opened; }
};

/// The author's text about the session, followed by the program's caveats and cautions.
std::string about_with_caveats(const Session& session);

/// The label of a token on the screen: its text, or its number if it has no text.
std::string token_label(const Sequence& sequence, Index item, Index token);

} // namespace attn
