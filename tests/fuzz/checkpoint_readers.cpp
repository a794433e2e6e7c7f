#include "tests/fuzz/checkpoint_readers.h"
#include "tests/folders.h"

#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/own_names.h"
#include "core/checkpoint/unread_tensors.h"
#include "core/files/file.h"
#include "core/files/utf8.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace attn {

namespace {

constexpr std::size_t most_numbers = 1 << 12; // of a tensor, since only names are tried here

/// A .safetensors file whose tensors, all of zeros, have these names and shapes.
std::string zeros_named(const std::string& lines) {
    nlohmann::json header = nlohmann::json::object();
    std::size_t end = 0;
    std::istringstream file(lines);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        std::vector<std::size_t> shape;
        std::size_t count = 1;
        for (std::size_t length = 0; words >> length && count <= most_numbers && shape.size() < 5;) {
            shape.push_back(std::min(length, most_numbers));
            count *= shape.back();
        }
        if (!is_utf8(name) || count > most_numbers)
            continue;
        const std::size_t begin = std::exchange(end, end + sizeof(float) * count);
        header[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {begin, end}}};
    }
    const std::string text = header.dump();
    std::string content;
    for (int byte = 0; byte < 8; ++byte)
        content += static_cast<char>(text.size() >> (8 * byte) & 0xFFU);
    return content + text + std::string(end, '\0');
}

void write(const std::filesystem::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::optional<std::string> read_layers(const Checkpoint& checkpoint, const PackedHeads& packed = {}) {
    std::optional<std::string> refused;
    for (const FoundLayer& layer : find_layers(checkpoint, packed)) {
        (void)layer.orientation();
        (void)unread_tensors(layer, {});
        if (!layer.opens() || layer.asks_packing) {
            refused = layer.problem;
            continue;
        }
        const auto counts = share_out(checkpoint, layer, std::max<Index>(layer.heads_of_tensors, 2));
        const auto weights = counts ? read_layer(checkpoint, layer, *counts) : Result<LayerWeights>(counts.error());
        if (!weights)
            refused = weights.error().message;
        else if (weights->heads.size() != static_cast<std::size_t>(counts->H))
            return "heads\nare missing"; // a message of two lines is a failure
    }
    return refused;
}

} // namespace

std::optional<std::string> read_as_tensor_names(const std::string& file) {
    const TemporaryFolder folder;
    write(folder / "model.safetensors", zeros_named(file));
    const auto checkpoint = Checkpoint::open(folder / "model.safetensors");
    if (!checkpoint)
        return checkpoint.error().message;
    const auto chosen = choose_layer(*checkpoint, find_layers(*checkpoint), std::nullopt);
    auto refused = read_layers(*checkpoint);
    for (const char* const names : {"q=q k=k v=v o=o", "q=q k=k v=v o=o layers=second order=out-in",
                                    "qkv=qkv o=o layers=first", "qkv=qkv o=o order=out-in", "q=q kv=kv o=o"}) {
        const PackedHeads packed{2, Packing::one_behind_the_other, true, names};
        if (const auto said = read_layers(with_layers_apart(*checkpoint, names), packed);
            said && said->find('\n') != std::string::npos)
            return said;
    }
    return refused || chosen ? refused : std::optional(chosen.error().message);
}

std::optional<std::string> read_as_config(const std::string& file) {
    const TemporaryFolder folder;
    write(folder / "config.json", file);
    write(folder / "model.safetensors", zeros_named(tensor_name_seeds().front()));
    const auto config = read_model_config(folder.path());
    if (!config)
        return config.error().message;
    const auto checkpoint = Checkpoint::open(folder / "model.safetensors");
    if (!checkpoint)
        return "no\ntensors"; // these layers are right
    for (const FoundLayer& layer : find_layers(*checkpoint, config->packed()))
        if (const auto said = layer_config(*config, layer); !said)
            return said.error().message;
        else if (!said->refused.empty())
            return said->refused;
    return std::nullopt;
}

std::vector<std::string> tensor_name_seeds() {
    return {"model.layers.0.self_attn.q_proj.weight 4 4\nmodel.layers.0.self_attn.k_proj.weight 2 4\n"
            "model.layers.0.self_attn.v_proj.weight 2 4\nmodel.layers.0.self_attn.o_proj.weight 4 4\n"
            "model.layers.0.self_attn.q_norm.weight 2\nmodel.layers.0.input_layernorm.weight 4\n",
            "h.0.attn.c_attn.weight 4 12\nh.0.attn.c_attn.bias 12\nh.0.attn.c_proj.weight 4 4\nh.0.attn.c_proj.bias 4\n"
            "h.0.crossattention.c_attn.weight 4 8\nh.0.crossattention.q_attn.weight 4 4\n"
            "h.0.crossattention.c_proj.weight 4 4\nh.0.attn.bias 1 1 8 8\n",
            "blocks.0.attn.W_Q 2 4 2\nblocks.0.attn.W_K 2 4 2\nblocks.0.attn.W_V 2 4 2\nblocks.0.attn.W_O 2 2 4\n"
            "blocks.0.attn.b_Q 2 2\n",
            "l.self_attn.in_proj_weight 12 4\nl.self_attn.in_proj_bias 12\nl.self_attn.out_proj.weight 4 4\n"
            "l.self_attn.bias_k 1 1 4\nl.multihead_attn.in_proj_weight 12 4\nl.multihead_attn.out_proj.weight 4 4\n",
            "a.query_key_value.weight 12 4\na.dense.weight 4 4\nb.W_pack.weight 12 4\nb.o_proj.weight 4 4\n"
            "c.Wqkv.weight 12 4\nc.Wo.weight 4 4\nd.qkv_proj.weight 12 4\nd.o_proj.weight 4 4\n",
            "e.sa.heads.0.query.weight 2 4\ne.sa.heads.0.key.weight 2 4\ne.sa.heads.0.value.weight 2 4\n"
            "e.sa.heads.1.query.weight 2 4\ne.sa.heads.1.key.weight 2 4\ne.sa.heads.1.value.weight 2 4\n"
            "e.sa.proj.weight 4 4\nf/linears/0/weight 4 4\n",
            "s.q.kernel 2 4 2 2\ns.k.kernel 2 4 2 2\ns.v.kernel 2 4 2 2\ns.o.kernel 2 2 2 4\ns.q.bias 2 2 2\n"
            "t.q.weight 4 2 4\nt.k.weight 4 2 4\nt.v.weight 4 2 4\nt.o.weight 4 2 4\nu.qkv 2 12 4\nu.o 2 4 4\n"};
}

std::vector<std::string> config_seeds() {
    std::vector<std::string> seeds;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/data/families"))
        if (auto content = read_text_file(entry.path() / "config.json"); content)
            seeds.push_back(*std::move(content));
    return seeds;
}

} // namespace attn
