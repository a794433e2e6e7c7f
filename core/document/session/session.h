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

/// What the window shows first.
struct Opening {
    ArrayId stage = ArrayId::A;
    Index item = 0;
    Index head = 0;
    Index row = 0;
    Index column = 0;
    bool operator==(const Opening&) const = default;
};

/// Where the weights of a session came from.
struct WeightsOrigin {
    std::filesystem::path file; ///< of tensors, or the index of several
    std::string layer;          ///< what the names of its tensors begin with
    bool words = false;         ///< the tokens and their embeddings are the model's own
    KindSaid said{};            ///< what was said of the model, where its files do not
    bool operator==(const WeightsOrigin&) const = default;
};

/// What a text is taken apart into when it is typed.
enum class Split : std::uint8_t { words, letters };

/// What the user has: a value of immutable, shared matrices and plain options.
/// An edit makes a new session that shares all but what it changed.
struct Session {
    std::string title;
    std::string question; ///< what the opening cell answers, "Which words does rose₄ read?"; may be empty
    std::string about;    ///< two or three sentences: what to look for
    std::vector<std::string> cautions; ///< sentences of the program about what it made, beside the layer's caveats
    Condition told_while;              ///< question and text are shown as long as it holds; of no parts: always
    std::string hint;                  ///< what to try, shown behind "Try: "; may be empty
    std::vector<Goal> goals;           ///< when what is to be tried is done, one after the other, and what is said then
    bool texts_of_preset = false;      ///< question and text were written for a preset's own words and weights
    std::vector<Layer> layers;         ///< one, until whole models arrive
    std::uint64_t seed = 1;            ///< what random weights and sizes that grow are drawn from
    NotationChoice notation;           ///< in whose symbols formulas are written
    bool tokens_as_columns = false;
    Split split = Split::words;
    std::vector<ReadOut> readouts;      ///< what columns of Y mean
    std::vector<FigureRequest> figures; ///< recipes: figures to be made again and again
    /// What the user says that a head does, by head: a hypothesis's name (core/explain/head_hypotheses.h), or words of
    /// their own.
    std::map<Index, std::string> hypotheses;
    /// What the columns of an array stand for: "odd", "left". As many as it has columns; weights take those of what
    /// they multiply and of what they make.
    std::map<ArrayId, std::vector<std::string>> column_names;
    std::optional<LessonWork> lesson; ///< that it was saved in; none: in none
    Opening opening;
    /// Whose numbers changes were counted from when it was saved, of which no more than its layer is kept; none: they
    /// were not.
    std::shared_ptr<const Session> left_baseline;
    std::optional<WeightsOrigin> origin; ///< none where the weights are our own
    /// Where the tokens are a model's: how it cuts texts, and all its embeddings. None where its files are gone.
    std::shared_ptr<const ModelWords> model_words;
    InputFiles inputs; ///< the files that it was read from, and those that they name

    const Layer& layer() const { return layers.front(); }
    Layer& layer() { return layers.front(); }
};

/// The author's text about the session and, after it, the program's own: caveats of the layer, and cautions.
std::string about_with_caveats(const Session& session);

/// The label of a token on the screen: its text, or its number where it has none.
std::string token_label(const Sequence& sequence, Index item, Index token);

} // namespace attn
