#include "core/document/files/session_model.h"

#include "core/checkpoint/checkpoint.h"
#include "core/document/session/model_words.h"

namespace attn {

void find_model(Session& session) {
    if (session.origin)
        session.inputs.add(files_of_model(session.origin->file));
    if (!session.origin || !session.origin->words)
        return;
    const auto checkpoint = Checkpoint::open(session.origin->file);
    if (!checkpoint)
        return;
    const auto model = read_model_config(checkpoint->folder(), session.origin->said);
    if (!model)
        return;
    const auto heads = static_cast<Index>(session.layer().heads.size());
    const std::vector<FoundLayer> layers = find_layers(*checkpoint, model->packed(heads));
    // The words of a later layer are those of the model's first.
    const bool is_first = session.layer().sequence.embeddings != nullptr;
    const auto layer = choose_layer(*checkpoint, layers, is_first ? session.origin->layer : std::string("0"));
    const auto config = layer ? layer_config(*model, *layer) : Result<LayerConfig>(layer.error());
    if (!config)
        return;
    const NormSaid as_it_is{session.layer().norm.kind, session.layer().norm.epsilon};
    auto input = find_model_input(*checkpoint, *layer, *config, as_it_is);
    if (input && *input && (*input)->width == sizes_of(session.layer()).D)
        session.model_words = std::make_shared<const ModelWords>(*checkpoint, **std::move(input));
}

namespace {

void add_files_beside_tensors(InputFiles& files, const std::filesystem::path& folder) {
    for (const char* const name :
         {"config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
          "added_tokens.json", "vocab.json", "vocab.txt", "merges.txt", "tokenizer.model", "spiece.model"})
        files.add(folder / name);
}

} // namespace

InputFiles files_of_model(const std::filesystem::path& tensors) {
    InputFiles files;
    files.add(tensors);
    const ReadingRecord opened;
    static_cast<void>(Checkpoint::open(tensors)); // if it cannot be opened, this records the files that were read
    files.add(opened.files());
    std::error_code ignored;
    add_files_beside_tensors(files, std::filesystem::is_directory(tensors, ignored) ? tensors : tensors.parent_path());
    return files;
}

InputFiles files_of_model(const Checkpoint& checkpoint) {
    InputFiles files;
    files.add(checkpoint.path());
    for (const std::filesystem::path& shard : checkpoint.shards())
        files.add(shard);
    add_files_beside_tensors(files, checkpoint.folder());
    return files;
}

} // namespace attn
