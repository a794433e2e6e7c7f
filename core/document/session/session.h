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

/// The place that the window shows first.
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
    std::filesystem::path file; ///< the file of tensors, or the index of several files
    std::string layer;          ///< the beginning of its tensors' names
    bool words = false;         ///< true if the tokens are the model's own, and the layer's rows are made of them
    KindSaid said{};            ///< options given for the model that its files do not tell
    bool operator==(const WeightsOrigin&) const = default;
};

/// The units into which a typed text is split.
enum class Split : std::uint8_t { words, letters };

/// Layers of a model by their numbers.
using ChangedLayers = std::map<Index, std::shared_ptr<const Layer>>;

/// The user's document: a value of immutable, shared matrices and plain options. An edit makes a new session that
/// shares all that it did not change.
struct Session {
    std::string title;
    std::string question; ///< the question that the opening cell answers, "Which words does rose₄ read?"; may be empty
    std::string about;    ///< two or three sentences about what to look for
    std::vector<std::string> cautions; ///< the program's sentences about its own work, besides the layer's caveats
    Condition told_while;              ///< question and text are shown while it holds; no parts: always
    std::string hint;                  ///< shown behind "Try: "; may be empty
    std::vector<Goal> goals;           ///< for the hint, one after the other, each with its reply
    bool texts_of_preset = false;      ///< question and text are about a preset's own words and weights
    Layer opened;                      ///< the block that is shown and edited, with the model’s input
    /// The other layers of its model that the user changed: the model that is computed around the shown layer has them.
    /// Their tokens are the shown layer's; the rows that enter them are not kept.
    ChangedLayers changed_layers;
    std::uint64_t seed = 1;  ///< for drawing random weights and growing sizes
    NotationChoice notation; ///< the symbols of formulas
    bool tokens_as_columns = false;
    Split split = Split::words;
    std::vector<ReadOut> readouts;      ///< the meaning of columns of Y
    std::vector<FigureRequest> figures; ///< recipes of figures
    /// The user's claims about heads, by head: the name of a hypothesis (core/explain/head_hypotheses.h), or free
    /// words.
    std::map<Index, std::string> hypotheses;
    /// The names of an array's columns, "odd", "left", as many as it has columns. Weights take their rows' and columns'
    /// names from their input and output.
    std::map<ArrayId, std::vector<std::string>> column_names;
    std::optional<LessonWork> lesson; ///< the lesson in which it was saved; nullopt: none
    Opening opening;
    /// The session from whose numbers changes were counted when this one was saved, of which only the layer is kept;
    /// null: none.
    std::shared_ptr<const Session> left_baseline;
    std::optional<WeightsOrigin> origin; ///< nullopt if the weights are not a model's
    /// The model's words, if the tokens are a model's: its way of cutting texts, and all its embeddings. Null if its
    /// files are gone.
    std::shared_ptr<const ModelWords> model_words;
    InputFiles inputs; ///< the files that it was read from, and files named in them

    const Layer& layer() const { return opened; }
    Layer& layer() { return opened; }
};

/// The author's text about the session, followed by the program's: caveats of the layer, and cautions.
std::string about_with_caveats(const Session& session);

/// The token's label on the screen: its text, or its number if it has none.
std::string token_label(const Sequence& sequence, Index item, Index token);

} // namespace attn
