// Whole models on the command line and from Python.

#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "tests/app/program.h"
#include "tests/array_files.h"
#include "tests/folders.h"
#include "tests/peer_data.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sstream>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class WholeModels : public Program {
protected:
    static std::string model(const std::string& name) {
        return (source_folder() / "tests/data/models" / name).string();
    }
};

/// Expects every number within 1e-4 of the array's largest.
void expect_numbers(const std::string& name, const NdArray& found, const NdArray& expected) {
    ASSERT_EQ(found.shape, expected.shape) << name;
    float largest = 0;
    for (const float value : expected.values)
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    for (std::size_t i = 0; i < expected.values.size(); ++i)
        if (std::isfinite(expected.values[i]))
            ASSERT_NEAR(found.values[i], expected.values[i], 1e-4F * largest) << name << ", number " << i;
        else
            ASSERT_EQ(found.values[i], expected.values[i]) << name << ", number " << i;
}

TEST_F(WholeModels, AreTracedUnderTheNamesOfTheirLayers) {
    for (const std::string& path : {model("llama"), model("llama") + "/model.safetensors"}) {
        const Finished finished = start({"trace", path, "--ids", "3 1 4 1 5 9", "-o", "t.npz"});
        ASSERT_EQ(finished.status, 0) << finished.errors;
        const auto found = read_npz(file("t.npz"));
        ASSERT_TRUE(found);
        const auto expected = read_npz(std::filesystem::path(model("llama")) / "expected.npz");
        ASSERT_TRUE(expected);
        for (const auto& [name, array] : *expected)
            if (name != "ids") {
                ASSERT_TRUE(found->contains(name)) << name;
                expect_numbers(name, found->at(name), array);
            }
    }
}

/// The id of the word after the recorded text, by the model's recorded logits.
std::ptrdiff_t likeliest(const std::filesystem::path& model) {
    const NdArray logits = read_npz(model / "expected.npz")->at("logits");
    const auto last = logits.values.last(static_cast<std::size_t>(logits.shape.back()));
    return std::ranges::max_element(last) - last.begin();
}

/// Each command reads a folder and a file of tensors in it alike.
TEST_F(WholeModels, AreNamedByTheirFolderOrTheirFile) {
    const std::string answer = model("llama") + "/expected.npz";
    const std::vector<std::vector<std::string>> commands{
        {"check", "", "--ids", "3 1 4 1 5 9", "--against", answer},
        {"generate", "", "--ids", "3 1", "--count", "3"},
        {"figure", "", "--layer", "1", "--ids", "3 1 4", "--stage", "A", "-o", "a.svg"},
        {"code", "", "--layer", "1", "--ids", "3 1 4", "--language", "numpy", "-o", "a.py"},
        {"trace", "", "--layer", "1", "--ids", "3 1 4", "-o", "t.npz"}};
    for (std::vector<std::string> words : commands) {
        words[1] = model("llama");
        const Finished by_folder = start(words);
        EXPECT_EQ(by_folder.status, 0) << words[0] << ": " << by_folder.errors;
        words[1] += "/model.safetensors";
        const Finished by_file = start(words);
        EXPECT_EQ(by_file.status, 0) << words[0] << ": " << by_file.errors;
        EXPECT_EQ(by_file.output, by_folder.output) << words[0];
    }
}

TEST_F(WholeModels, ReadPatchesThatAreGiven) {
    const Finished finished =
        start({"trace", model("vit"), "--resid-pre", model("vit") + "/patches.npy", "-o", "t.npz"});
    ASSERT_EQ(finished.status, 0) << finished.errors;
    const auto found = read_npz(file("t.npz"));
    const auto expected = read_npz(std::filesystem::path(model("vit")) / "expected.npz");
    ASSERT_TRUE(found && expected);
    for (const std::string name : {"layers.1.A", "layers.1.resid_post", "norm_final"})
        expect_numbers(name, found->at(name), expected->at(name));
}

TEST_F(WholeModels, SayWhatIsNotComputedInsteadOfTheNextWord) {
    const Finished finished = start({"generate", model("mixtral"), "--ids", "3 1"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors,
                HasSubstr("the next word is not known: in layers.0, the model has a mixture of experts "
                          "here, which is not computed"));
    EXPECT_THAT(finished.errors, HasSubstr("attention-lab trace"));
}

TEST_F(WholeModels, WriteTheLayersThatAreAskedFor) {
    ASSERT_EQ(start({"trace", model("gpt2"), "--ids", "3 1 4", "--blocks", "1", "-o", "t.npz"}).status, 0);
    const auto found = read_npz(file("t.npz"));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->contains("layers.1.A"));
    EXPECT_FALSE(found->contains("layers.0.A"));
    EXPECT_TRUE(found->contains("logits"));
    const Finished wrong = start({"trace", model("gpt2"), "--ids", "3 1 4", "--blocks", "0,2", "-o", "t.npz"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.errors, HasSubstr("--blocks: “2” is no layer; expected all, or numbers from 0 to 1"));
}

TEST_F(WholeModels, GoOnWithAText) {
    const std::vector<std::string> drawn{"generate",      model("gpt2"), "--ids",   "3 1", "--count", "5",
                                         "--temperature", "1.5",         "--top-k", "4",   "--seed",  "3"};
    const Finished first = start(drawn);
    ASSERT_EQ(first.status, 0) << first.errors;
    EXPECT_EQ(start(drawn).output, first.output) << "the same seed gives the same text";
    EXPECT_THAT(first.output, StartsWith("#3 #1 #"));
    EXPECT_EQ(start({"generate", model("gpt2"), "--ids", "3 1 4 1 5 9", "--count", "1"}).output,
              "#3 #1 #4 #1 #5 #9 #" + std::to_string(likeliest(model("gpt2"))) + "\n")
        << "the largest of the recorded logits";
    EXPECT_EQ(start({"generate", model("gpt2"), "--ids", "3 1", "--count", "20"}).errors,
              "attention-lab: the text would have 22 tokens, and the model reads 12 at most: ask for 10 or fewer\n");
    EXPECT_THAT(start({"generate", model("bert"), "--ids", "3 1"}).errors,
                HasSubstr("nothing that tells the next word"));
    EXPECT_THAT(start({"generate", model("gpt2"), "--ids", "3", "--top-p", "2"}).errors, HasSubstr("top-p is 2"));
}

TEST_F(WholeModels, TellAStory) {
    const auto stories = test::peer_data() / "models" / "stories-260k";
    if (!std::filesystem::exists(stories))
        GTEST_SKIP() << "the peer data is not there";
    const Finished finished = start(
        {"generate", stories.string(), "--text", "Lily and her mom went to the park. They saw a", "--count", "2"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_THAT(finished.output, StartsWith("Lily and her mom went to the park. They saw a big"));
}

TEST_F(WholeModels, AreCheckedLayerByLayer) {
    const std::string answer = model("gemma2") + "/expected.npz";
    const Finished same = start({"check", model("gemma2"), "--ids", "3 1 4 1 5 9", "--against", answer});
    EXPECT_EQ(same.status, 0) << same.output << same.errors;
    EXPECT_THAT(same.output, HasSubstr("of 2 layers agree"));
    // An error in any layer is found there, and first: later layers are not compared.
    for (const auto& [first, later] :
         {std::pair{"layers.0.mlp_act", "layers.1.A"}, std::pair{"layers.1.mlp_act", "logits"}}) {
        const auto right = *read_npz(answer);
        NpzWriter wrong(file("wrong.npz"));
        for (const auto& [name, array] : right) {
            std::vector<float> numbers(array.values.begin(), array.values.end());
            for (float& value : numbers)
                value *= name == first || name == later ? 1.5F : 1.0F;
            wrong.add(name, array.shape, numbers);
        }
        ASSERT_TRUE(wrong.commit());
        const Finished other = start({"check", model("gemma2"), "--ids", "3 1 4 1 5 9", "--against", "wrong.npz"});
        EXPECT_EQ(other.status, 1) << other.errors;
        EXPECT_THAT(other.output, StartsWith(std::string(first).replace(8, 1, ": ")));
    }
}

TEST_F(WholeModels, AreToldWhenALayerHasTheWeightsOfAnother) {
    const std::string ids = "3 1 4 1 5 9";
    ASSERT_EQ(start({"trace", model("llama"), "--ids", ids, "-o", "right.npz"}).status, 0);
    const auto right = *read_npz(file("right.npz"));
    const NdArray& X = right.at("layers.1.X");
    ASSERT_TRUE(write_npy(file("X.npy"), X.shape, X.values));
    const Finished computed = start({"trace", model("llama"), "--layer", "0", "--input", "X.npy", "-o", "other.npz"});
    ASSERT_EQ(computed.status, 0) << computed.errors;
    const auto other = *read_npz(file("other.npz"));
    NpzWriter wrong(file("wrong.npz"));
    for (const char* const name : {"A", "Y"})
        wrong.add(fmt::format("layers.1.{}", name), other.at(name).shape, other.at(name).values);
    ASSERT_TRUE(wrong.commit());
    const Finished checked = start({"check", model("llama"), "--ids", ids, "--against", "wrong.npz"});
    EXPECT_EQ(checked.status, 1) << checked.errors;
    EXPECT_THAT(checked.output, HasSubstr("[other-layer]"));
}

TEST_F(WholeModels, AndTheOneThatComesWithTheProgramGoesOnWithWhatPeopleTypeFirst) {
    for (const auto& [begin, whole] : {std::pair{"the cat", "the cat sat on the mat ."},
                                       {"The quick brown fox", "the quick brown fox jumps over the lazy dog ."}}) {
        const Finished told = start({"generate", "--preset", "english", "--text", begin, "--count", "6"});
        EXPECT_EQ(told.status, 0) << told.errors;
        EXPECT_THAT(told.output, StartsWith(whole));
    }
    const Finished layer =
        start({"trace", "--preset", "english", "--text", "the cat sat", "--layer", "1", "-o", "t.npz"});
    EXPECT_EQ(layer.status, 0) << layer.errors;
    EXPECT_EQ(start({"generate", "--preset", "german", "--text", "der"}).status, 2);
    EXPECT_EQ(start({"generate", "--text", "the"}).status, 2);
}

TEST_F(WholeModels, AreCheckedLikeLayers) {
    const std::vector<std::string> source{"check", model("llama"), "--ids", "3 1 4 1 5 9"};
    const auto checked = [&](const std::vector<std::string>& options) {
        std::vector<std::string> words = source;
        words.insert(words.end(), options.begin(), options.end());
        return start(words);
    };
    const std::string answer = model("llama") + "/expected.npz";
    EXPECT_THAT(checked({"--against", answer, "--tolerance", "nan"}).errors,
                HasSubstr("--tolerance is nan, expected 0 or more"));
    EXPECT_THAT(checked({"--against", "none.npz"}).errors, HasSubstr("none.npz: there is no such file or folder"));
    const NdArrays right = *read_npz(answer);
    const NdArray& A = right.at("layers.1.A");
    std::filesystem::create_directories(file("mine"));
    ASSERT_TRUE(write_npy(file("mine") / "layers.1.A.npy", A.shape, A.values));
    ASSERT_TRUE(write_safetensors(file("mine.safetensors"), {{"layers.1.A", A}}));
    for (const std::string path : {"mine", "mine/layers.1.A.npy", "mine.safetensors"}) {
        const Finished one = checked({"--against", path});
        EXPECT_EQ(one.status, 0) << path << ": " << one.errors;
        EXPECT_THAT(one.output, StartsWith("1 arrays of 1 of 2 layers agree")) << path;
    }
    std::filesystem::create_directories(file("class"));
    std::filesystem::copy(answer, file("class/a.npz"));
    NpzWriter wrong(file("class/b.npz"));
    wrong.add("layers.1.A", A.shape, right.at("layers.0.A").values);
    ASSERT_TRUE(wrong.commit());
    const Finished all = checked({"--against", "class", "--csv", "class.csv"});
    EXPECT_EQ(all.status, 1) << all.errors;
    EXPECT_EQ(all.output, "1 agree, 1 differ, 0 could not be read\n");
    std::ostringstream table;
    table << std::ifstream(file("class.csv")).rdbuf();
    EXPECT_THAT(table.str(), HasSubstr("\nb.npz,layers.1.A,"));
    NpzWriter more(file("more.npz"));
    more.add("layers.1.A", A.shape, A.values);
    more.add("layers.7.A", A.shape, A.values);
    ASSERT_TRUE(more.commit());
    const Finished left_over = checked({"--against", "more.npz"});
    EXPECT_EQ(left_over.status, 2);
    EXPECT_THAT(left_over.errors, HasSubstr("layers.7.A (no such layer)"));
}

/// A session of a whole model: pins, weights, heads that are off, and files that have changed.
class ModelSessions : public WholeModels {
protected:
    void SetUp() override {
        std::filesystem::copy(model("llama"), file("m"));
        const Finished made =
            start({"new", "m", "--ids", "3 1 4 1 5 9", "--set", "0:A/2[4,1]=0.5", "--set", "1:W_up[2,3]=0.25", "--set",
                   "final_norm_gain[1,2]=2", "--off", "1:1", "-o", "s.json"});
        ASSERT_EQ(made.status, 0) << made.errors;
    }

    NdArrays trace(std::vector<std::string> words) {
        words.insert(words.begin(), "trace");
        words.insert(words.end(), {"-o", "t.npz"});
        const Finished finished = start(words);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        const auto arrays = read_npz(file("t.npz"));
        return arrays ? *arrays : NdArrays();
    }

    std::string refusal() { return start({"trace", "s.json", "-o", "t.npz"}).errors; }
};

TEST_F(ModelSessions, OpenAgainWithTheirTextAndChanges) {
    const NdArrays whole = trace({"s.json"});
    const NdArrays unchanged = trace({"m", "--ids", "3 1 4 1 5 9"});
    EXPECT_EQ(whole.at("layers.0.A").values[(1 * 6 + 3) * 6 + 0], 0.5F);
    EXPECT_NE(unchanged.at("layers.0.A").values[(1 * 6 + 3) * 6 + 0], 0.5F);
    EXPECT_EQ(whole.at("layers.1.O").values[5], 0) << "a head that is off hands over zeros";
    EXPECT_NE(unchanged.at("layers.1.O").values[5], 0);
    EXPECT_NE(whole.at("layers.1.mlp_up").values[2], unchanged.at("layers.1.mlp_up").values[2]);
    EXPECT_NE(whole.at("logits").values[0], unchanged.at("logits").values[0]);
    EXPECT_EQ(start({"check", "s.json", "--against", "t.npz"}).status, 1) << "t.npz is the unchanged model's";
    const NdArrays layer = trace({"s.json", "--layer", "1"});
    EXPECT_TRUE(std::ranges::equal(layer.at("A").values, whole.at("layers.1.A").values));
    EXPECT_TRUE(std::ranges::equal(layer.at("Y").values, whole.at("layers.1.Y").values));
    const NdArrays first = trace({"s.json", "--layer", "0"});
    EXPECT_TRUE(std::ranges::equal(first.at("Y").values, whole.at("layers.0.Y").values));
    EXPECT_THAT(start({"generate", "s.json", "--count", "1"}).output, StartsWith("#3 #1 #4 #1 #5 #9 #"));
    EXPECT_THAT(start({"figure", "s.json", "--stage", "A", "-o", "a.svg"}).errors,
                HasSubstr("this session holds a whole model; say which of its layers by --layer"));
    ASSERT_EQ(start({"new", "m", "--ids", "3 1", "-o", "s.json"}).status, 0) << "it replaces a session of its kind";
    EXPECT_THAT(
        start({"new", "m", "--ids", "3 1", "--set", "0:A/1[1,1]=1", "--set", "0:A/1[1,1]=0", "-o", "b.json"}).errors,
        testing::HasSubstr("twice"));
    EXPECT_THAT(start({"new", "m", "--ids", "3 1", "--set", "7:A/1[1,1]=1", "-o", "b.json"}).errors,
                HasSubstr("there is no layer 7"));
    EXPECT_FALSE(std::filesystem::exists(file("b.json")));
}

TEST_F(ModelSessions, NameTheFileThatIsNotAsItWas) {
    const auto config = file("m") / "config.json";
    std::filesystem::copy(config, file("config.json"));
    std::ofstream(config, std::ios::app) << " ";
    EXPECT_THAT(refusal(), HasSubstr("config.json: has "));
    std::filesystem::copy_file(file("config.json"), config, std::filesystem::copy_options::overwrite_existing);
    std::ofstream(file("m") / "tokenizer.json") << "{}";
    EXPECT_THAT(refusal(), HasSubstr("tokenizer.json: was not there when this session was saved"));
    std::filesystem::remove(file("m") / "tokenizer.json");
    std::fstream tensors(file("m") / "model.safetensors", std::ios::in | std::ios::out | std::ios::binary);
    tensors.seekp(12);
    tensors.put('#');
    tensors.close();
    EXPECT_THAT(refusal(),
                HasSubstr("model.safetensors: is another file than when this session was saved: its content"));
    std::filesystem::remove(file("m") / "model.safetensors");
    EXPECT_THAT(refusal(), HasSubstr("model.safetensors: is gone since this session was saved"));
}

TEST_F(ModelSessions, AskForAFolderThatHasMoved) {
    std::filesystem::rename(file("m"), file("n"));
    EXPECT_THAT(refusal(), HasSubstr("the model of this session is not there; give its folder by --model"));
    EXPECT_TRUE(trace({"s.json", "--model", "n"}).contains("logits"));
    EXPECT_EQ(start({"generate", "s.json", "--model", "n", "--count", "1"}).status, 0);
}

TEST_F(ModelSessions, ThatAreCutAreSaidToBe) {
    std::ofstream(file("cut.json")) << R"({"version": 1, "model": "m", "files": [{"na)";
    for (const std::vector<std::string>& words : {std::vector<std::string>{"generate", "cut.json"},
                                                  {"trace", "cut.json", "--layer", "0", "-o", "t.npz"},
                                                  {"trace", "cut.json", "-o", "t.npz"},
                                                  {"layers", "cut.json"}})
        EXPECT_THAT(start(words).errors, HasSubstr("cut.json: line 1: ")) << words[0];
}

TEST_F(ModelSessions, HoldTheNumbersOfAFile) {
    const std::vector<float> numbers{3, 1, 4, 1, 5, 9};
    ASSERT_TRUE(write_npy(file("ids.npy"), std::array<Index, 2>{2, 3}, numbers));
    ASSERT_EQ(start({"new", "m", "--ids", "ids.npy", "-o", "s.json"}).status, 0);
    std::filesystem::remove(file("ids.npy"));
    EXPECT_EQ(trace({"s.json"}).at("layers.1.A").shape, (std::vector<Index>{2, 2, 3, 3}));
}

TEST_F(ModelSessions, HoldWhatKindOfModelTheyAre) {
    ASSERT_EQ(start({"new", "m", "--ids", "3 1", "--like", "mistral", "-o", "s.json"}).status, 0);
    std::ostringstream text;
    text << std::ifstream(file("s.json")).rdbuf();
    EXPECT_THAT(text.str(), HasSubstr(R"("like": "mistral")"));
    EXPECT_TRUE(trace({"s.json"}).contains("logits"));
    EXPECT_THAT(start({"new", "m", "--ids", "3 1", "--like", "no-such-kind", "-o", "b.json"}).errors,
                HasSubstr("no-such-kind"));
    EXPECT_THAT(start({"new", "--preset", "by-hand", "--packing", "stacked", "-o", "b.json"}).errors,
                HasSubstr("go with a model"));
}

TEST_F(ModelSessions, StandForTheirModelWhereItIsNamed) {
    const Finished layers = start({"layers", "s.json"});
    EXPECT_EQ(layers.status, 0) << layers.errors;
    EXPECT_EQ(layers.output, start({"layers", "m"}).output);
    EXPECT_THAT(start({"tokens", "s.json", "--text", "a"}).errors, HasSubstr("m: there is no tokenizer.json"));
    EXPECT_THAT(start({"figure", "--preset", "by-hand", "--baseline", "s.json", "--stage", "A", "--kind", "change",
                       "-o", "a.svg"})
                    .errors,
                HasSubstr("s.json: this session holds a whole model; expected that of one layer"));
    trace({"s.json"});
    for (const std::string layer : {"0", "1"}) {
        const Finished checked = start({"check", "s.json", "--layer", layer, "--against", "t.npz"});
        EXPECT_EQ(checked.status, 0) << checked.output << checked.errors;
    }
}

/// Calls of the program from Python.
class Python : public WholeModels {
protected:
    Finished python(std::vector<std::string> words) {
        const Finished module = start({"python"});
        EXPECT_EQ(module.status, 0) << module.errors;
        std::ofstream(file("attention_lab.py")) << module.output;
        Environment environment = without_display();
        environment.emplace_back("ATTENTION_LAB", program_file());
        environment.emplace_back("PYTHONPATH", folder_.path().string());
        environment.emplace_back("PYTHONDONTWRITEBYTECODE", "1");
        words.insert(words.begin(), "/usr/bin/python3");
        return run(words, environment, folder_.path());
    }
    bool has(const std::string& modules) {
        return run({"/usr/bin/python3", "-c", "import " + modules}, {}, folder_.path()).status == 0;
    }
};

TEST_F(Python, GivesTextsAndOptionsAsTheyAre) {
    if (!has("numpy"))
        GTEST_SKIP() << "python3-numpy is not installed";
    const Finished finished = python({"-c", R"(
import sys
import numpy as np
import attention_lab as lab
arrays = lab.trace(sys.argv[1], ids=np.array([[3, 1, 4], [1, 5, 9]]))
assert arrays["layers.1.A"].shape == (2, 2, 3, 3), arrays["layers.1.A"].shape
assert np.array_equal(arrays["layers.1.A"][1], lab.trace(sys.argv[1], ids=[1, 5, 9])["layers.1.A"])
assert "gate" not in lab.trace(sys.argv[1], ids=[1, 5, 9], layer=0, gate=False)
assert "gate" in lab.trace(sys.argv[1], ids=[1, 5, 9], layer=0, gate=True)
assert lab._source("m", text=["a b", "c d"]) == ["m", "--text", "a b", "--text", "c d"]
)",
                                      model("llama")});
    EXPECT_EQ(finished.status, 0) << finished.errors;
}

TEST_F(Python, ChecksModules) {
    if (!has("torch, numpy"))
        GTEST_SKIP() << "python3-torch is not installed";
    const Finished finished = python({(source_folder() / "tests/app/check_modules.py").string(), model("llama")});
    EXPECT_EQ(finished.status, 0) << finished.errors;
}

} // namespace
} // namespace attn
