// Gives damaged files to every reader: fuzz_readers [ROUNDS [SEED]]. Each round must end with a value or a message of
// one line; sanitizers see the rest. Equal arguments give equal files.

#include "core/checkpoint/family_file.h"
#include "core/document/sources/model_session.h"
#include "core/files/csv.h"
#include "core/files/file.h"
#include "core/files/mistaken_file.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "core/lesson/lesson.h"
#include "core/model/arrays.h"
#include "core/model/stage_names.h"
#include "core/notation/notation.h"
#include "tests/array_files.h"
#include "tests/folders.h"
#include "tests/fuzz/checkpoint_readers.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/tokenizer_readers.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

namespace {

/// The message of a reader's error; nullopt after success.
using Message = std::optional<std::string>;

template <class Value>
Message message_of(const Result<Value>& result) {
    return result ? std::nullopt : Message(result.error().message);
}

Bytes as_bytes(const std::string& file) {
    // A copy of the exact size lets the sanitizer see a read beyond its end.
    const auto owner = std::make_shared<const std::vector<char>>(file.begin(), file.end());
    return {owner, std::as_bytes(std::span(*owner))};
}

Message read_tensors(const std::string& content) {
    const auto file = SafetensorsFile::parse(as_bytes(content), "fuzzed");
    if (!file)
        return file.error().message;
    for (const TensorDescription& tensor : file->tensors())
        if (const auto array = file->read(tensor); !array)
            return array.error().message;
    return std::nullopt;
}

/// Checks that a stage's prefix is a part of the name, with its dot or followed by a number.
Message read_as_stage_name(const std::string& name) {
    const auto named = stage_of_name(name);
    if (!named)
        return std::nullopt;
    const bool fits = is_stage(named->stage) && named->prefix.size() <= name.size() + 1 &&
                      (named->prefix.empty() || named->prefix.ends_with('.'));
    return fits ? std::nullopt : Message("\n: the prefix is none of the name");
}

/// Notations of a user. Those that ship have names that are refused.
std::vector<std::string> notation_seeds() {
    std::vector<std::string> seeds;
    for (const std::string name : {"sample", "Txd", "sum"})
        if (auto content = read_text_file((source_folder() / "assets/notations/").string() + name + ".json"); content) {
            const std::string named = "\"name\": \"" + name;
            content->replace(content->find(named), named.size(), named + " of mine");
            seeds.push_back(*std::move(content));
        }
    return seeds;
}

Message read_as_lesson(const std::string& content) {
    const std::filesystem::path assets = assets_folder();
    return message_of(parse_lesson(content, "fuzzed", assets / "lessons", assets, {7, "maria"}));
}

std::vector<std::string> lesson_seeds() {
    std::vector<std::string> seeds;
    for (const char* name :
         {"lesson-06.json", "lesson-07.json", "lesson-14.json", "lesson-18.json", "first-minute.json"})
        if (auto content = read_text_file(source_folder() / "assets/lessons" / name); content)
            seeds.push_back(*std::move(content));
    return seeds;
}

/// Kinds of models as a person would describe them.
std::vector<std::string> kind_seeds() {
    std::vector<std::string> seeds{R"({"like": "llama", "rotary_base": 500000, "norm_names": ["input_layernorm"]})"};
    for (const char* const name : {"gemma3_text", "falcon", "modernbert"})
        seeds.push_back(json_text(kind_as_json(*find_model_type(name), KindColumns::all)));
    return seeds;
}

/// A session of a model is applied to a small one.
Message read_as_model_session(const std::string& file) {
    auto session = parse_model_session(file, "fuzzed");
    if (!session)
        return session.error().message;
    session->model = source_folder() / "tests/data/models/llama";
    session->said = {};
    return message_of(open_new(*session));
}

std::vector<std::string> model_session_seeds() {
    const std::string begin =
        R"({"version": 1, "model": "m", "files": [{"name": "config.json", "bytes": 3, "hash": "0"}], )";
    return {begin + R"("ids": ["3 1 4 1 5 9"], "cells": {"0:A/2[4,1]": 0.5, "1:W_up[2,3]": "-inf", "logits[6,2]": 1}})",
            begin + R"("ids": ["3 1", "4 1"], "heads_off": [[1, 2], [0, 1]], "packing": "by-head", "like": "llama"})",
            begin + R"("texts": ["a b"], "cells": {"final_norm_gain[1,2]": 2, "1:resid_pre@2[1,8]": 1e-3}})"};
}

struct Reader {
    std::string_view extension; // of the seeds' files
    std::function<Message(const std::string&)> read;
    std::vector<std::string> seeds;
};

std::vector<Reader> readers() {
    std::vector<Reader> all{
        {".npy", [](const std::string& file) { return message_of(parse_npy(as_bytes(file), "fuzzed")); }, {}},
        {".npz", [](const std::string& file) { return message_of(read_as_npz(as_bytes(file))); }, {}},
        {".safetensors", read_tensors, {}},
        {".csv",
         [](const std::string& file) { return message_of(parse_table(file)); },
         {"1,2.5\n-3,4\n", "1,5;2\n3;-4,25", "−1.5 +2 −∞\n1e-60 nan 7", "\"1\"\t\"2\"\r\n3\t4\r\n"}},
        {"tokenizer.json", read_as_tokenizer_json, tokenizer_json_seeds()},
        {"merges.txt", read_as_merges, merges_seeds()},
        {"vocab.txt", read_as_vocabulary, vocabulary_seeds()},
        {"pattern", read_as_pattern, pattern_seeds()},
        {"notation.json", [](const std::string& file) { return message_of(parse_notation(file, "fuzzed")); },
         notation_seeds()},
        {"lesson.json", read_as_lesson, lesson_seeds()},
        {"stage name",
         read_as_stage_name,
         {"A", "layers.3.A", "blocks.3.attn.hook_pattern", "blocks.0.ln1.hook_normalized", "attentions.3",
          "attn_output_weights", "hook_rot_q", "residual"}},
        {"beginning",
         [](const std::string& file) { return Message(mistaken_numbers(file)); },
         {"version https://git-lfs.github.com/spec/v1\noid sha256:4665\n", "\n<!DOCTYPE html>\n<html>",
          "Entry not found", "PK\3\4", "Accès refusé"}},
        {"kind.json", [](const std::string& file) { return message_of(parse_kind(file, "fuzzed")); }, kind_seeds()},
        {"model session.json", read_as_model_session, model_session_seeds()},
        {"names of tensors", read_as_tensor_names, tensor_name_seeds()},
        {"config.json", read_as_config, config_seeds()}};
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/data/npy"))
        for (Reader& reader : all)
            if (entry.path().extension() == reader.extension)
                if (auto content = read_text_file(entry.path()); content)
                    reader.seeds.push_back(*std::move(content));
    for (Reader& reader : all)
        std::ranges::sort(reader.seeds); // the order of a folder is not defined
    return all;
}

bool is_one_line(std::string_view message) {
    return !message.empty() && message.size() < 1000 &&
           std::ranges::none_of(message, [](char letter) { return static_cast<unsigned char>(letter) < 0x20; });
}

/// True if all rounds ended as they must.
bool fuzz(std::uint64_t rounds, std::uint64_t seed) {
    const std::vector<Reader> all = readers();
    Dice dice(seed);
    std::size_t refused = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const Reader& reader = all[dice.below(all.size())];
        if (reader.seeds.empty()) {
            fmt::print(stderr, "there are no {} files to begin with\n", reader.extension);
            return false;
        }
        const std::string file = mutated(reader.seeds[dice.below(reader.seeds.size())], reader.seeds, dice);
        const Message message = reader.read(file);
        if (message && !is_one_line(*message)) {
            fmt::print(stderr, "round {} of seed {} ({}): no line: {}\n", round, seed, reader.extension, *message);
            return false;
        }
        refused += message ? 1 : 0;
    }
    fmt::print("{} rounds, {} files refused\n", rounds, refused);
    return true;
}

/// A number from the command line; nullopt if the word is no number.
std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return status == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

} // namespace attn

int main(int count, char** arguments) {
    const auto rounds = count > 1 ? attn::number_in(arguments[1]) : std::uint64_t{2000};
    const auto seed = count > 2 ? attn::number_in(arguments[2]) : std::uint64_t{1};
    if (!rounds || !seed || count > 3) {
        fmt::print(stderr, "fuzz_readers [ROUNDS [SEED]]\n");
        return 2;
    }
    return attn::fuzz(*rounds, *seed) ? 0 : 1;
}
