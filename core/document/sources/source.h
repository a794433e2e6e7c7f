#pragma once

#include "core/document/session/saved_session.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What a SOURCE on the command line says.
struct Source {
    std::optional<std::filesystem::path> session; ///< a session file
    std::optional<std::string> preset;
    std::optional<std::filesystem::path> weights;   ///< .npz, .safetensors, the index of several, or a model's folder
    std::optional<std::filesystem::path> input;     // B x S x D, or S x D
    std::optional<std::filesystem::path> resid_pre; ///< the same, before the norm that makes X of it
    std::vector<std::string> tokens;                ///< a text for each item: of words, cut as the model does; of given
                                                    ///< rows, what they are called
    std::vector<std::string> ids;                   ///< the same by their numbers
    /// Words to begin with, where nothing else is said: as the model cuts them, or, of weights that are no model's and
    /// have no X, tokens whose numbers are drawn.
    std::vector<std::string> sentence;
    /// Tokens as the same model's other layer had them, item by item: they are kept, and name the rows of a `resid_pre`
    /// of as many.
    std::vector<std::vector<std::string>> pieces;
    std::optional<Index> heads;                     ///< where no config.json says it
    std::optional<std::string> layer;               ///< its name, its number, or a part of its name
    std::optional<std::filesystem::path> context;   // B x S_k x D_c, or S_k x D_c
    std::optional<std::filesystem::path> padding;   // B x S_k, float, added
    std::optional<std::filesystem::path> mask_file; // S_q x S_k, B x 1 x S_q x S_k or B x H x S_q x S_k, float, added
    KindSaid said;                                  ///< what kind of model it is, where its files do not tell
    std::optional<Norm::Kind> norm;                 ///< before the layer, where no config.json says it
    std::vector<OptionSetting> options;             ///< of the layer; otherwise as config.json has it
};

/// The session that a source names, and that knows what it was read from; the default preset where it names none.
/// Errors name the file, the place and what was expected.
Result<Session> open_source(const Source& source, const std::filesystem::path& assets);
/// The same with the view in which a session file was saved.
Result<SavedSession> open_saved_source(const Source& source, const std::filesystem::path& assets);

/// The session file that a source was read from, into which its changes can be saved; none where they came from
/// weights, recorded stages or a preset, which saving never touches.
std::optional<std::filesystem::path> session_file_of(const Source& source);

} // namespace attn
