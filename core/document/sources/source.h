#pragma once

#include "core/document/session/saved_session.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The parts of a SOURCE on the command line.
struct Source {
    std::optional<std::filesystem::path> session; ///< a session file
    std::optional<std::filesystem::path> model;   ///< the present path of the session's model, if it has moved
    std::optional<std::string> preset;
    std::optional<std::filesystem::path> weights;   ///< .npz, .safetensors, an index of several, or a model's folder
    std::optional<std::filesystem::path> input;     // B x S x D, or S x D
    std::optional<std::filesystem::path> resid_pre; ///< the same, before the norm that makes X
    std::vector<std::string> tokens; ///< a text for each item, cut as by the model; or names of given rows
    std::vector<std::string> ids;    ///< token ids for each item, or .npy files of them
    /// The words to begin with if the source names no others: cut by the model's tokenizer; for weights of no model and
    /// without X, words with embeddings drawn from their letters.
    std::vector<std::string> sentence;
    /// The tokens of another layer of the same model, for each item. They are kept, and name the rows of a `resid_pre`
    /// of equal length.
    std::vector<std::vector<std::string>> pieces;
    std::optional<Index> heads;       ///< for a model without config.json
    bool whole_block = false;         ///< with the stream around the layer, its norms and MLP, where they are known
    std::optional<std::string> layer; ///< its name, its number, or a part of its name
    std::optional<std::filesystem::path> context;   // B x S_k x D_c, or S_k x D_c
    std::optional<std::filesystem::path> padding;   // B x S_k, float, added
    std::optional<std::filesystem::path> mask_file; // S_q x S_k, B x 1 x S_q x S_k or B x H x S_q x S_k, float, added
    KindSaid said;                                  ///< the kind of model, if its files do not tell
    std::optional<Norm::Kind> norm;                 ///< norm before the layer, if no config.json tells
    std::vector<OptionSetting> options;             ///< options of the layer, which override config.json
};

/// The session that a source names, with the files it was read from; the default preset if it names none. Errors name
/// the file, the place and what was expected.
Result<Session> open_source(const Source& source, const std::filesystem::path& assets);
/// The session that a source names, with the view that a session file was saved in.
Result<SavedSession> open_saved_source(const Source& source, const std::filesystem::path& assets);

/// Fails, naming the first of them, if the source has options that go with weights only.
Result<void> check_no_weights_options(const Source& source);

/// The session file into which changes can be saved; none if the source is weights, recorded stages, a
/// preset, or a layer of a whole model's session, which
/// saving never touches.
std::optional<std::filesystem::path> session_file_of(const Source& source);

} // namespace attn
