#include "tests/oracle/subject.h"

#include "app/source_arguments.h"
#include "core/document/files/session_file.h"
#include "core/document/sources/presets.h"
#include "core/document/sources/source.h"
#include "tests/oracle/content.h"
#include "tests/peer_data.h"

#include <fmt/format.h>
#include <utility>

namespace attn::oracle {

namespace {

constexpr std::string_view six_words = R"({
    "version": 1, "title": "Six words", "seed": 5, "tokens": ["the", "cat", "sat", "on", "the", "mat"],
    "sizes": {"d_model": 6, "heads": 2},
    "heads": [{"b_Q": [1, 0, -1], "b_K": [0, 0.5, 0], "b_V": [1, 1, -1]},
              {"b_Q": [0, -1, 0.5], "b_K": [1, 0, 0], "b_V": [0, 2, 0]}],
    "b_O": [1, -1, 0, 2, 0, 0.5]})";

struct Audit {
    std::string_view name;
    std::vector<std::string> words; ///< of its command line; files are in the folder
};

/// The command lines of the folder's README.
std::vector<Audit> audits(const std::filesystem::path& folder) {
    const auto file = [&](std::string_view name) { return (folder / name).string(); };
    return {{"eq", {"--weights", file("eq.npz"), "--input", file("eq_x.npy"), "--heads", "3"}},
            {"d12", {"--weights", file("d12.npz"), "--input", file("d12_x.npy"), "--heads", "4", "--mask", "causal"}},
            {"gqa",
             {"--weights", file("gqa.npz"), "--input", file("gqa_x.npy"), "--heads", "4", "--rotary", "halves",
              "--mask", "causal", "--soft-cap", "5"}},
            {"cross",
             {"--weights", file("cross.npz"), "--input", file("cross_x.npy"), "--context", file("cross_c.npy"),
              "--heads", "2"}},
            {"over", {file("over.json")}},
            {"off", {file("off.json")}}};
}

} // namespace

Subject::Subject(std::string name, Session session) : name_(std::move(name)), session_(std::move(session)) {
    engine_.compute(session_.layer());
    Session other = session_;
    other.layer().temperature *= 2;
    engine_of_baseline_.compute(other.layer());
}

Result<Subjects> subjects(const std::filesystem::path& assets) {
    Subjects all;
    const auto presets = list_presets(assets);
    if (!presets)
        return presets.error();
    for (const Preset& preset : *presets) {
        auto session = load_preset(assets, preset.name);
        if (!session)
            return session.error();
        all.push_back(std::make_unique<Subject>(preset.name, *std::move(session)));
    }
    auto six = parse_session(six_words, "six-words.json", "");
    if (!six)
        return six.error();
    all.push_back(std::make_unique<Subject>("six-words", *std::move(six)));
    const std::filesystem::path folder = test::peer_data() / "audit";
    if (!std::filesystem::exists(folder)) {
        fmt::print(stderr, "{} is not there: its sessions are left out\n", folder.string());
        return all;
    }
    for (const Audit& audit : audits(folder)) {
        const auto source = parse_source(audit.words);
        if (!source)
            return source.error();
        auto session = open_source(*source, assets);
        if (!session)
            return session.error();
        all.push_back(std::make_unique<Subject>(fmt::format("audit/{}", audit.name), *std::move(session)));
    }
    return all;
}

std::vector<Writing> all_writings() {
    std::vector<Writing> all;
    for (const std::string_view name : notation_names())
        for (const bool columns : {false, true})
            all.push_back({NotationChoice(name), columns, fmt::format("{} {}", name, columns ? "columns" : "rows")});
    return all;
}

void Maker::keep_refusal(const std::string& name, const Error& refusal) const {
    record.add(name, refusal.message, {"refused: " + without_lengths(refusal.message)});
}

} // namespace attn::oracle
