// A layer of each family of models, made by tests/data/make_families.py. Every array agrees with the numbers that NumPy
// computed in float64 from the architecture's published definition, or the layer is refused, or the difference is
// marked.

#include "core/checkpoint/model_types.h"
#include "core/document/files/trace_file.h"
#include "core/document/sources/recording.h"
#include "core/document/sources/source.h"
#include "core/engine/engine.h"
#include "core/files/npz.h"
#include "core/model/arrays.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace attn {
namespace {

using testing::HasSubstr;

std::filesystem::path families_folder() {
    return (source_folder() / "tests/data/families").string();
}

std::vector<std::filesystem::path> family_cases() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(families_folder()))
        found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::string family_name(const testing::TestParamInfo<std::filesystem::path>& info) {
    std::string name = info.param.filename();
    std::ranges::replace(name, '-', '_');
    return name;
}

nlohmann::json case_of(const std::filesystem::path& folder) {
    std::ifstream file(folder / "case.json");
    return nlohmann::json::parse(file);
}

OptionSetting said_option(OptionId id, const nlohmann::json& text) {
    return {id, *parse_option(option(id), text.get<std::string>())};
}

Packing packing_named(std::string_view name) {
    return std::ranges::find(packing_names, name, &PackingName::name)->value;
}

Source family_source(const std::filesystem::path& folder, const nlohmann::json& described) {
    Source source;
    source.weights = folder;
    source.layer = described["layer"].get<std::string>();
    const bool reads_other = std::filesystem::exists(folder / "context.npy");
    (reads_other ? source.input : source.resid_pre) = folder / "resid.npy";
    if (reads_other)
        source.context = folder / "context.npy";
    const nlohmann::json said = described.value("say", nlohmann::json::object());
    for (const auto& [what, value] : said.items()) {
        if (what == "heads")
            source.heads = value.get<Index>();
        else if (what == "norm")
            source.norm = value == "none" ? Norm::Kind::off : value == "layer" ? Norm::Kind::layer : Norm::Kind::rms;
        else if (what == "like")
            source.said.like = value.get<std::string>();
        else if (what == "packing")
            source.said.packing = packing_named(value.get<std::string>());
        else if (what == "epsilon")
            source.options.push_back(said_option(OptionId::norm_epsilon, value));
        else if (what == "mask")
            source.options.push_back({OptionId::mask, value == "causal" ? OptionValue(1) : std::nullopt});
        else
            source.options.push_back(said_option(OptionId::rotary, value));
    }
    return source;
}

/// The largest difference from the recorded array, relative to its largest finite number; infinite if only one of two
/// numbers is hidden.
double largest_error(const Trace& trace, ArrayId stage, const NdArray& expected) {
    double largest = 0;
    double apart = 0;
    std::size_t next = 0;
    for (const Address slot : trace.slots(stage)) {
        const Matrix found = trace.matrix(slot);
        for (Index i = 0; i < found.rows(); ++i)
            for (Index j = 0; j < found.columns(); ++j) {
                if (next >= expected.values.size())
                    return std::numeric_limits<double>::infinity();
                const auto value = static_cast<double>(expected.values[next++]);
                const auto own = static_cast<double>(found(i, j));
                if (value != own)
                    apart = std::max(apart, std::abs(value - own));
                largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
            }
    }
    return next == expected.values.size() ? apart / largest : std::numeric_limits<double>::infinity();
}

/// The first array from which on the layer is said to differ from its model; nullopt if it does not.
std::optional<ArrayId> marked_from(const Layer& layer) {
    const auto first = std::ranges::min_element(layer.caveats, {}, &Caveat::from);
    return first == layer.caveats.end() ? std::nullopt : std::optional(first->from);
}

class FamilyOfModels : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(FamilyOfModels, AgreesInEveryArrayOrIsRefusedOrMarked) {
    const auto described = case_of(GetParam());
    const auto session = open_source(family_source(GetParam(), described), "");
    if (described.contains("refused")) {
        ASSERT_FALSE(session) << "opened";
        EXPECT_THAT(session.error().message, HasSubstr(described["refused"].get<std::string>()));
        return;
    }
    ASSERT_TRUE(session) << session.error().message;
    const Layer& layer = session->layer();
    const auto marked = marked_from(layer);
    if (described.contains("marked_from")) {
        ASSERT_TRUE(marked);
        EXPECT_EQ(array_name(*marked), described["marked_from"].get<std::string>());
        EXPECT_THAT(about_with_caveats(*session), HasSubstr(described["says"].get<std::string>()));
    } else {
        EXPECT_FALSE(marked) << session->about;
    }
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    const auto expected = read_npz(GetParam() / "expected.npz");
    ASSERT_TRUE(expected) << expected.error().message;
    int compared = 0;
    int wrong = 0;
    for (const auto& [name, array] : *expected) {
        const auto stage = find_array(name);
        ASSERT_TRUE(stage) << name;
        ASSERT_TRUE(trace.has(*stage)) << name;
        const double error = largest_error(trace, *stage, array);
        const bool may_differ = marked && *stage >= *marked && !described.contains("agrees");
        if (!may_differ)
            EXPECT_LE(error, 2e-5) << name;
        wrong += error > 2e-5 ? 1 : 0;
        ++compared;
    }
    EXPECT_GE(compared, 9);
    for (const Array& row : stages()) // stages that the model lacks are missing here too
        if (row.wanted != nullptr && row.id != ArrayId::bias)
            EXPECT_LE(trace.has(row.id), expected->contains(std::string(row.name))) << row.name;
    if (marked && *marked > ArrayId::X)
        EXPECT_GT(wrong, 0) << "marked, and nothing differs";
}

TEST_P(FamilyOfModels, OwnTraceIsNeverCalledWrongAsARecording) {
    const auto described = case_of(GetParam());
    const auto session = open_source(family_source(GetParam(), described), "");
    if (!session)
        return;
    const TemporaryFolder folder;
    ASSERT_TRUE(write_trace(Engine(1).compute(session->layer()), folder / "own.npz"));
    const auto file = Checkpoint::open(folder / "own.npz");
    ASSERT_TRUE(file) << file.error().message;
    const auto recording = open_recording(*file, std::nullopt);
    ASSERT_TRUE(recording) << recording.error().message;
    for (const RecordedDifference& one : recording->compared)
        EXPECT_FALSE(one.differs()) << cell_name(one.where) << " " << one.recorded << " " << one.computed;
}

INSTANTIATE_TEST_SUITE_P(Cases, FamilyOfModels, testing::ValuesIn(family_cases()), family_name);

/// The parts of a text between separators.
std::vector<std::string> cut_at(const std::string& text, std::string_view between) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(between, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + between.size();
    }
    return parts;
}

/// The rows of the manual's table of models, cut into their two cells.
std::vector<std::array<std::string, 2>> rows_of_readme() {
    std::ifstream file(source_folder() / "assets/manual/models.md");
    std::vector<std::array<std::string, 2>> rows;
    bool is_table = false;
    for (std::string line; std::getline(file, line);) {
        const std::vector<std::string> cells = cut_at(line, " | ");
        is_table = line.starts_with("| `model_type` |") || (is_table && line.starts_with('|'));
        if (is_table && cells.size() == 2)
            rows.push_back({cells[0].substr(2), cells[1].substr(0, cells[1].size() - 2)});
    }
    return rows;
}

/// The names between backticks.
std::vector<std::string> quoted_names(const std::string& text) {
    std::vector<std::string> names;
    const std::vector<std::string> parts = cut_at(text, "`");
    for (std::size_t i = 1; i < parts.size(); i += 2)
        names.push_back(parts[i]);
    return names;
}

/// The kinds of models, by their model_type and that of their parts, of which a layer agrees in every array.
std::set<std::string> kinds_that_agree() {
    std::set<std::string> kinds;
    for (const std::filesystem::path& folder : family_cases()) {
        const auto described = case_of(folder);
        if (described.contains("refused") || described.contains("marked_from") || described.contains("say") ||
            !std::filesystem::exists(folder / "config.json"))
            continue;
        std::ifstream file(folder / "config.json");
        kinds.insert(nlohmann::json::parse(file)["model_type"].get<std::string>());
    }
    return kinds;
}

TEST(FamiliesOfModels, AreAsTheReadmesTableSays) {
    const auto rows = rows_of_readme();
    ASSERT_GE(rows.size(), 12U);
    const std::set<std::string> agree = kinds_that_agree();
    std::set<std::string> in_table;
    std::set<std::string> others;
    for (const auto& [kinds, what] : rows) {
        if (kinds.starts_with("marked") || kinds.starts_with("refused"))
            for (const std::string& name : cut_at(what, ", "))
                others.insert(name);
        else if (kinds != "`model_type`")
            for (const std::string& name : quoted_names(kinds)) {
                in_table.insert(name);
                EXPECT_TRUE(agree.contains(name)) << name << " stands in the manual, and no case shows that it agrees";
            }
    }
    for (const std::string& name : agree)
        EXPECT_TRUE(in_table.contains(name)) << name << " agrees, and does not stand in the manual";
    std::set<std::string> shown;
    for (const std::filesystem::path& folder : family_cases())
        if (const auto described = case_of(folder); described.contains("readme"))
            shown.insert(described["readme"].get<std::string>());
    EXPECT_EQ(others, shown) << "what is marked or refused";
}

TEST(FamiliesOfModels, HaveACaseForEveryKindThatIsKnown) {
    const std::set<std::string> agree = kinds_that_agree();
    std::set<std::string> refused;
    for (const std::filesystem::path& folder : family_cases())
        if (case_of(folder).contains("refused")) {
            std::ifstream file(folder / "config.json");
            refused.insert(nlohmann::json::parse(file)["model_type"].get<std::string>());
        }
    for (const ModelType& type : model_types())
        EXPECT_TRUE((type.refused.empty() ? agree : refused).contains(std::string(type.name))) << type.name;
}

TEST(FamiliesOfModels, AskForWhatNothingSays) {
    const std::filesystem::path folder = families_folder() / "timm-vit";
    const auto described = case_of(folder);
    const Source whole = family_source(folder, described);
    const auto refusal = [&](auto take_away) {
        Source source = whole;
        take_away(source);
        const auto session = open_source(source, "");
        return session ? std::string("opened") : session.error().message;
    };
    EXPECT_THAT(refusal([](Source& source) { source.heads.reset(); }), HasSubstr("needs --heads H (how many heads"));
    const auto without = [](OptionId option) {
        return [option](Source& source) {
            std::erase_if(source.options, [&](const auto& said) { return said.option == option; });
        };
    };
    EXPECT_THAT(refusal(without(OptionId::mask)), HasSubstr("--mask causal or none"));
    EXPECT_THAT(refusal([](Source& source) { source.norm.reset(); }), HasSubstr("--norm rms, --norm layer"));
    const std::string all = refusal([](Source& source) {
        source.heads.reset();
        source.norm.reset();
        source.options.clear();
    });
    for (const char* const option :
         {"--heads", "--mask", "--rotary", "--norm rms", "--epsilon", "--like", "no config.json beside it"})
        EXPECT_THAT(all, HasSubstr(option)) << "all of it in one round";
    EXPECT_THAT(refusal(without(OptionId::rotary)), HasSubstr("--rotary halves, neighbours or none"));
    EXPECT_THAT(refusal(without(OptionId::norm_epsilon)), HasSubstr("--epsilon is needed"));
}

TEST(FamiliesOfModels, AskForTheOrderOfPackedTensors) {
    const std::filesystem::path folder = families_folder() / "layout-qkv-proj-by-head";
    Source source = family_source(folder, case_of(folder));
    source.said.packing.reset();
    EXPECT_THAT(open_source(source, "").error().message, HasSubstr("--packing stacked"));
    Source apart = family_source(families_folder() / "llama", case_of(families_folder() / "llama"));
    apart.said.packing = Packing::by_head;
    EXPECT_THAT(open_source(apart, "").error().message, HasSubstr("has one for each"));
}

TEST(FamiliesOfModels, OfCrossAttentionAskForTheContext) {
    for (const char* const name : {"gpt2-cross", "bert-cross"}) {
        const std::filesystem::path folder = families_folder() / name;
        Source source = family_source(folder, case_of(folder));
        source.context.reset();
        EXPECT_THAT(open_source(source, "").error().message, HasSubstr("--context C.npy (S_k × 12")) << name;
    }
}

TEST(FamiliesOfModels, MayBeReadAsAnother) {
    Source source = family_source(families_folder() / "novel", case_of(families_folder() / "novel"));
    source.said.like = "lama";
    EXPECT_THAT(open_source(source, "").error().message, HasSubstr("there is no model “lama” here; there are albert,"));
}

TEST(FamiliesOfModels, HaveNoXOfTheirOwnBehindTheFirstLayer) {
    const std::filesystem::path folder = families_folder() / "llama";
    Source source = family_source(folder, case_of(folder));
    source.resid_pre.reset();
    EXPECT_THAT(
        open_source(source, "").error().message,
        testing::AllOf(HasSubstr("model.layers.3.self_attn has no X of its own"), HasSubstr("--resid-pre R.npy")));
}

/// The model's treatment of its embeddings does not matter if the user gives the layer's input.
TEST(FamiliesOfModels, SayWhatStandsBetweenTheirEmbeddingsAndTheFirstLayer) {
    const std::filesystem::path folder = families_folder() / "gemma3n-layer-0";
    Source source = family_source(folder, case_of(folder));
    const auto given = open_source(source, "");
    ASSERT_TRUE(given) << given.error().message;
    EXPECT_THAT(given->layer().caveats, testing::IsEmpty());
    source.resid_pre.reset();
    source.ids = {"1 2 3"};
    const auto embedded = open_source(source, "");
    ASSERT_TRUE(embedded) << embedded.error().message;
    EXPECT_EQ(marked_from(embedded->layer()), ArrayId::resid_pre);
    EXPECT_THAT(about_with_caveats(*embedded), HasSubstr("AltUp mixes what enters the first layer"));
    for (const auto& session : {given, embedded})
        EXPECT_THAT(session->about, HasSubstr("no MLP, no AltUp, no LAuReL, no per-layer inputs, no other layer"));
}

} // namespace
} // namespace attn
