#include "core/checkpoint/checkpoint.h"

#include "core/files/file.h"
#include "core/files/json.h"
#include "core/files/mistaken_file.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <span>
#include <system_error>

namespace attn {

namespace {

constexpr std::string_view usual_file = "model.safetensors";
constexpr std::string_view usual_index = "model.safetensors.index.json";
constexpr std::uint64_t index_limit = std::uint64_t{64} << 20; // bytes
constexpr std::size_t most_shards = 1024;
constexpr std::size_t most_tensors = 200'000; // in all files; the largest models of 2026 have half as many

/// A format of weights that cannot be read, recognised by the ending of a file's name, and the way to convert it.
struct OtherFormat {
    std::string_view ending;
    std::string_view becomes;
};
constexpr std::string_view from_pytorch =
    R"(PyTorch's file; in Python: safetensors.torch.save_file(torch.load(FILE, map_location="cpu"), "model.safetensors"))";
constexpr std::array other_formats{
    OtherFormat{".bin", from_pytorch},
    OtherFormat{".pt", from_pytorch},
    OtherFormat{".pth", from_pytorch},
    OtherFormat{".ckpt", from_pytorch},
    OtherFormat{".gguf",
                "a GGUF file, mostly of quantised weights; take the model's own .safetensors, from which it was made"},
    OtherFormat{".onnx", "an ONNX file; in Python: numpy.savez(\"model.npz\", **{t.name: onnx.numpy_helper.to_array(t) "
                         "for t in onnx.load(FILE).graph.initializer})"},
    OtherFormat{".h5", "a Keras file; in Python: from_pretrained(FOLDER, from_tf=True).save_pretrained(FOLDER)"},
    OtherFormat{".msgpack", "a Flax file; in Python: from_pretrained(FOLDER, from_flax=True).save_pretrained(FOLDER)"}};

/// Returns an error that says how to convert the file; nullopt if its format is unknown.
std::optional<Error> how_to_convert(const std::filesystem::path& path) {
    const auto* const found = std::ranges::find(other_formats, path.extension().string(), &OtherFormat::ending);
    if (found == other_formats.end())
        return std::nullopt;
    if (const auto file = RandomAccessFile::open(path)) {
        std::array<char, telling_bytes> beginning{};
        const auto there = std::span(beginning).first(std::min<std::size_t>(file->size(), telling_bytes));
        if (const auto read = file->read(0, std::as_writable_bytes(there)))
            if (const auto mistaken = mistaken_numbers({there.data(), there.size()}))
                return error("{}: {}", file->name(), *mistaken);
    }
    return error("{}: is {}", printable_path(path), found->becomes);
}

/// Returns the model's folder within a folder of Hugging Face's cache: snapshots/COMMIT; of several, the one that
/// refs/main names.
std::optional<std::filesystem::path> folder_in_cache(const std::filesystem::path& folder) {
    std::error_code failed;
    std::optional<std::filesystem::path> found;
    const auto named = read_text_file(folder / "refs" / "main", index_limit);
    const std::string current = named ? named->substr(0, named->find_first_of(" \r\n")) : std::string();
    for (const auto& entry : std::filesystem::directory_iterator(folder / "snapshots", failed))
        if (!found || entry.path().filename() == current)
            found = entry.path();
    return found;
}

/// Returns the file of tensors in a model's folder, or the index of several such files.
Result<std::filesystem::path> file_in_folder(const std::filesystem::path& folder) {
    for (const std::string_view usual : {usual_index, usual_file}) {
        const auto there = is_present(folder / usual);
        if (!there)
            return there.error();
        if (*there)
            return folder / usual;
    }
    std::vector<std::filesystem::path> found;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        if (entry.path().extension() == ".safetensors" || entry.path().extension() == ".npz")
            found.push_back(entry.path());
    if (failed)
        return error("{}: {}", printable_path(folder), failed.message());
    if (found.size() == 1)
        return found.front();
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        if (const auto other = found.empty() ? how_to_convert(entry.path()) : std::nullopt)
            return *other;
    if (const auto inner = folder_in_cache(folder))
        return error("{}: a folder of Hugging Face's cache; the model stands in {}", printable_path(folder),
                     printable_path(*inner));
    return error("{}: this folder holds {} files of tensors; expected {}, {} or one .safetensors or .npz",
                 printable_path(folder), found.size(), usual_file, usual_index);
}

/// Reads an index, {"weight_map": {"tensor": "file", …}}, and returns the file of each tensor, by the tensor's name.
Result<std::map<std::string, std::string>> read_index(const std::filesystem::path& path) {
    const std::string name = printable_path(path);
    const auto text = read_text_file(path, index_limit);
    if (!text)
        return text.error();
    const auto document = parse_json(*text, name);
    if (!document)
        return document.error();
    const Json* const map = document->find("weight_map");
    if (map == nullptr || map->kind != Json::Kind::object || map->items.empty())
        return error("{}: there is no weight_map; expected an object of tensors and the files that hold them", name);
    std::map<std::string, std::string> files;
    for (std::size_t i = 0; i < map->items.size(); ++i) {
        const Json& file = map->items[i];
        const bool plain = file.kind == Json::Kind::text && file.text.ends_with(".safetensors") &&
                           file.text.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos;
        if (!plain)
            return error("{}: weight_map: {}: “{}” is no .safetensors file in the same folder", name,
                         printable(map->keys[i]), printable(file.text));
        files.emplace(map->keys[i], file.text);
    }
    return files;
}

} // namespace

std::filesystem::path Checkpoint::folder() const {
    return path_.parent_path();
}

bool Checkpoint::is_named_as_weights(const std::filesystem::path& path) {
    return path.extension() == ".safetensors" || path.extension() == ".npz" || how_to_convert(path).has_value();
}

Result<Checkpoint> Checkpoint::open(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        const auto file = file_in_folder(path);
        return file ? open(*file) : Result<Checkpoint>(file.error());
    }
    if (path.extension() == ".npz")
        return open_npz(path);
    if (path.extension() == ".json")
        return open_index(path);
    if (const auto other = how_to_convert(path))
        return *other;
    if (path.extension() != ".safetensors")
        return error("{}: expected a weights file that ends in .npz or .safetensors, an index that ends in "
                     ".safetensors.index.json, or a model's folder",
                     printable_path(path));
    Checkpoint checkpoint;
    checkpoint.path_ = path;
    checkpoint.name_ = printable_path(path);
    if (auto added = checkpoint.add_shard(path); !added)
        return added.error();
    if (auto sorted = checkpoint.sort_by_name(); !sorted)
        return sorted.error();
    return checkpoint;
}

Result<Checkpoint> Checkpoint::open_npz(const std::filesystem::path& path) {
    Checkpoint checkpoint;
    checkpoint.path_ = path;
    checkpoint.name_ = printable_path(path);
    checkpoint.shards_ = {path};
    auto file = NpzFile::open(path);
    if (!file)
        return file.error();
    for (std::size_t place = 0; place < file->arrays().size(); ++place) {
        const NpzArray& array = file->arrays()[place];
        checkpoint.tensors_.push_back({array.name, array.shape, std::string(data_type_name(array.stored)), 0, place});
    }
    checkpoint.npz_ = *std::move(file);
    if (auto sorted = checkpoint.sort_by_name(); !sorted)
        return sorted.error();
    return checkpoint;
}

Result<Checkpoint> Checkpoint::open_index(const std::filesystem::path& path) {
    const auto index = read_index(path);
    if (!index)
        return index.error();
    Checkpoint checkpoint;
    checkpoint.path_ = path;
    checkpoint.name_ = printable_path(path);
    std::vector<std::string> files;
    for (const auto& [tensor, file] : *index)
        files.push_back(file);
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    if (files.size() > most_shards)
        return error("{}: names {} files, at most {} are opened", checkpoint.name_, files.size(), most_shards);
    for (const std::string& file : files)
        if (auto added = checkpoint.add_shard(path.parent_path() / file); !added)
            return error("{}: {}", checkpoint.name_, added.error().message);
    if (auto sorted = checkpoint.sort_by_name(); !sorted)
        return sorted.error();
    for (const auto& [tensor, file] : *index) {
        const Tensor* const found = checkpoint.find(tensor);
        if (found == nullptr || checkpoint.shards_[found->shard].filename() != file)
            return error("{}: {} is missing in {}, where the index has it", checkpoint.name_, printable(tensor),
                         printable(file));
    }
    return checkpoint;
}

Result<void> Checkpoint::add_shard(const std::filesystem::path& path) {
    auto file = SafetensorsFile::open(path);
    if (!file)
        return file.error();
    for (std::size_t place = 0; place < file->tensors().size(); ++place) {
        if (tensors_.size() == most_tensors)
            return error("{}: there are more than {} tensors, as many are read", printable_path(path), most_tensors);
        const TensorDescription& tensor = file->tensors()[place];
        tensors_.push_back({tensor.name, tensor.shape, tensor.stored, shards_.size(), place});
    }
    shards_.push_back(path);
    files_.push_back(*std::move(file));
    return {};
}

Result<void> Checkpoint::sort_by_name() {
    std::ranges::sort(tensors_, {}, &Tensor::name);
    const auto twice = std::ranges::adjacent_find(tensors_, {}, &Tensor::name);
    if (twice != tensors_.end())
        return error("{}: {} stands both in {} and in {}", name_, printable(twice->name),
                     printable_path(shards_[twice->shard].filename()),
                     printable_path(shards_[std::next(twice)->shard].filename()));
    return {};
}

/// Recognises names such as "model-00001-of-00002.safetensors".
std::string_view Checkpoint::hint_of_parts() const {
    const std::string stem = path_.stem().string();
    const std::size_t of = stem.rfind("-of-");
    const bool is_part = files_.size() == 1 && of != std::string::npos &&
                         stem.find_first_not_of("0123456789", of + 4) == std::string::npos;
    return is_part ? "; this is one of several files, which open together as their folder" : "";
}

std::vector<std::string> Checkpoint::without_numbers() const {
    return npz_ ? npz_->without_numbers() : std::vector<std::string>();
}

const Tensor* Checkpoint::find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(tensors_, name, {}, &Tensor::name);
    return found == tensors_.end() || found->name != name ? nullptr : &*found;
}

void Checkpoint::cut_into_layers(const std::string& prefix, char separator, std::size_t axis, Index layers) {
    const auto is_stack = [&](const Tensor& tensor) {
        return tensor.name.starts_with(prefix) && !tensor.part &&
               tensor.shape.size() > std::max<std::size_t>(axis, 1) && tensor.shape[axis] == layers;
    };
    const auto stacks = static_cast<std::size_t>(std::ranges::count_if(tensors_, is_stack));
    if (layers < 1 || stacks * static_cast<std::size_t>(std::min<Index>(layers, most_tensors)) >= most_tensors)
        return;
    std::vector<Tensor> apart;
    for (const Tensor& tensor : tensors_) {
        if (!is_stack(tensor)) {
            apart.push_back(tensor);
            continue;
        }
        for (Index number = 0; number < layers; ++number) {
            Tensor& one = apart.emplace_back(tensor);
            one.name = fmt::format("{}{}{}{}", prefix, number, separator, tensor.name.substr(prefix.size()));
            one.shape.erase(one.shape.begin() + static_cast<std::ptrdiff_t>(axis));
            one.part = PartOfStack{axis, layers, number};
        }
    }
    std::swap(tensors_, apart);
    if (!sort_by_name()) // a layer is there twice, stacked and alone
        std::swap(tensors_, apart);
}

void Checkpoint::reshape(const std::string& name, std::vector<Index> shape) {
    for (Tensor& tensor : tensors_)
        if (tensor.name == name) {
            assert(number_count(shape) == number_count(tensor.shape));
            tensor.shape = std::move(shape);
            return;
        }
}

Result<NdArray> Checkpoint::read(const Tensor& tensor) const {
    auto numbers = read_stored(tensor);
    if (numbers)
        numbers->shape = tensor.shape;
    return numbers;
}

/// The numbers with the shape that they have in the file.
Result<NdArray> Checkpoint::read_stored(const Tensor& tensor) const {
    if (npz_)
        return read_from_npz(tensor);
    const SafetensorsFile& file = files_[tensor.shard];
    TensorDescription stored = file.tensors()[tensor.place];
    if (!tensor.part || tensor.part->axis > 0) {
        auto whole = file.read(stored);
        return whole && tensor.part ? whole->at(tensor.part->axis, tensor.part->number) : whole;
    }
    const std::size_t bytes = (stored.end - stored.begin) / static_cast<std::size_t>(tensor.part->layers);
    stored.begin += static_cast<std::size_t>(tensor.part->number) * bytes;
    stored.end = stored.begin + bytes;
    stored.shape.erase(stored.shape.begin()); // the axis of the layers
    return file.read(stored);
}

Result<NdArray> Checkpoint::read_from_npz(const Tensor& tensor) const {
    const NpzArray& entry = npz_->arrays()[tensor.place];
    auto found = unpacked_->find(entry.name);
    if (found == unpacked_->end()) {
        auto array = npz_->read(entry);
        if (!array)
            return array;
        found = unpacked_->emplace(entry.name, *std::move(array)).first;
    }
    return tensor.part ? found->second.at(tensor.part->axis, tensor.part->number) : found->second;
}

Result<NdArray> Checkpoint::read_rows(const Tensor& tensor, Index first, Index count) const {
    if (!npz_ && !tensor.part && files_[tensor.shard].tensors()[tensor.place].shape == tensor.shape)
        return files_[tensor.shard].read_rows(files_[tensor.shard].tensors()[tensor.place], first, count);
    auto rows = read(tensor);
    if (!rows)
        return rows;
    const auto width = static_cast<std::size_t>(rows->shape[1]);
    rows->values =
        rows->values.subspan(static_cast<std::size_t>(first) * width, static_cast<std::size_t>(count) * width);
    rows->shape[0] = count;
    return rows;
}

} // namespace attn
