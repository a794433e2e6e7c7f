// The handout of a whole model: its picture, and the steps of every layer, as each layer alone has them.

#include "core/document/sources/model_around.h"
#include "core/document/sources/presets.h"
#include "core/handouts/handout.h"
#include "tests/core/figure/figures.h"
#include "tests/folders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace attn::test {
namespace {

using testing::HasSubstr;

Session layer_of_english(Index layer) {
    auto session = load_preset(source_folder() / "assets", "english", {.layer = layer, .text = "tom has a frog ."});
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
}

/// The steps of a page, by the names of its sections.
std::map<std::string, std::string> sections_of(const std::string& page) {
    std::map<std::string, std::string> sections;
    const std::string begin = "<section id=\"";
    for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1)) {
        const std::size_t name = at + begin.size();
        sections[page.substr(name, page.find('"', name) - name)] = page.substr(at, page.find("</section>", at) - at);
    }
    return sections;
}

/// The section with the names that it would have alone.
std::string without(const std::string& prefix, std::string section) {
    for (std::size_t at = section.find(prefix); at != std::string::npos; at = section.find(prefix, at))
        section.erase(at, prefix.size());
    return section;
}

TEST(HandoutOfModel, HasTheStepsOfEveryLayerAndThePictureOfAll) {
    const Session present = layer_of_english(1);
    const Drawn drawn(present);
    const auto page = handout_of_model(drawn.source(), {});
    ASSERT_TRUE(page) << page.error().message;
    const auto sections = sections_of(*page);
    ASSERT_TRUE(sections.contains("model"));
    EXPECT_THAT(sections.at("model"), HasSubstr("would say"));
    const auto layers = open_layers_around(present);
    ASSERT_TRUE(layers);
    ASSERT_EQ(layers->size(), 3U);
    std::size_t expected = 1;
    for (std::size_t number = 0; number < layers->size(); ++number) {
        EXPECT_THAT(*page, HasSubstr("<summary>layer " + std::to_string(number) + "</summary>"));
        const Drawn alone((*layers)[number]);
        const auto own = handout(alone.source(), {});
        ASSERT_TRUE(own);
        const auto steps = sections_of(*own);
        EXPECT_TRUE(steps.contains("mlp_act")) << "a layer has its MLP";
        expected += steps.size();
        for (const auto& [id, section] : steps) {
            const std::string prefix = "layer-" + std::to_string(number) + "-";
            ASSERT_TRUE(sections.contains(prefix + id)) << prefix << id;
            EXPECT_TRUE(without(prefix, sections.at(prefix + id)) == section) << prefix << id; // too long to be shown
        }
    }
    EXPECT_EQ(sections.size(), expected);
}

TEST(HandoutOfModel, IsComputedWithTheChangesOfTheOpenLayer) {
    Session changed = layer_of_english(0);
    for (HeadWeights& head : changed.layer().heads)
        head.on = false;
    const auto before = handout_of_model(Drawn(layer_of_english(0)).source(), {});
    const auto after = handout_of_model(Drawn(changed).source(), {});
    ASSERT_TRUE(before && after);
    EXPECT_NE(sections_of(*before).at("layer-2-A"), sections_of(*after).at("layer-2-A"));
    EXPECT_EQ(sections_of(*before).at("layer-0-A"), sections_of(*after).at("layer-0-A"));
}

TEST(HandoutOfModel, NeedsAModel) {
    auto session = load_preset(source_folder() / "assets", "by-hand");
    ASSERT_TRUE(session);
    const Drawn drawn(*session);
    const auto page = handout_of_model(drawn.source(), {});
    ASSERT_FALSE(page);
    EXPECT_THAT(page.error().message, HasSubstr("comes from no model"));
}

} // namespace
} // namespace attn::test
