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
    std::optional<std::filesystem::path> model;   ///< the path of the session's model, if it has been moved
    std::optional<std::string> preset;
    std::optional<std::filesystem::path> weights; ///< .npz, .safetensors, an index of several, or a model's folder
    std::optional<std::filesystem::path> input;   // B x S x D, or S x D
    std::optional<std::filesystem::path>
        resid_pre;                   ///< the residual stream before the norm that computes X, in the shapes of `input`
    std::vector<std::string> tokens; ///< one text for each item: split by the model's tokenizer, or words that label
                                     ///< given rows
    std::vector<std::string> ids;    ///< token ids for each item, or .npy files with them
    /// The words that are used if the source names no others: split by the model's tokenizer; for weights without a
    /// model and without X, words with embeddings drawn from their letters.
    std::vector<std::string> sentence;
    /// The tokens, by item, of another layer of the same model. They are not split again, and label the rows of a
    /// `resid_pre` of equal length.
    std::vector<std::vector<std::string>> pieces;
    std::optional<Index> heads;       ///< number of heads of a model without config.json
    bool whole_block = false;         ///< true: opens the whole block, with residual stream, norms and MLP, if they are
                                      ///< known
    std::optional<std::string> layer; ///< name of the layer, its number, or a part of its name
    std::optional<std::filesystem::path> context;   // B x S_k x D_c, or S_k x D_c
    std::optional<std::filesystem::path> padding;   // B x S_k, float, added
    std::optional<std::filesystem::path> mask_file; // S_q x S_k, B x 1 x S_q x S_k or B x H x S_q x S_k, float, added
    KindSaid said;                                  ///< the kind of the model, if its files do not say it
    std::optional<Norm::Kind> norm;                 ///< the norm before the layer, if there is no config.json
    std::vector<OptionSetting> options;             ///< options of the layer, which override config.json
};

/// Opens the session that a source names, and records the files it was read from; the default preset if it names none.
/// Errors name the file, the place and what was expected.
Result<Session> open_source(const Source& source, const std::filesystem::path& assets);
/// Opens the session that a source names, with the view in which it was saved.
Result<SavedSession> open_saved_source(const Source& source, const std::filesystem::path& assets);

/// Fails, with the first of them, if the source has options that only apply to weights.
Result<void> check_no_weights_options(const Source& source);

/// The session file into which changes can be saved; nullopt if the source is weights, recorded stages, a preset, or a
/// layer of a whole model's session, which saving never changes.
std::optional<std::filesystem::path> session_file_of(const Source& source);

} // namespace attn
