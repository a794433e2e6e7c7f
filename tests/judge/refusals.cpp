#include "tests/judge/refusals.h"

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <iostream>
#include <optional>
#include <sstream>
#include <vector>

namespace attn::test {

namespace {

/// The part of a sentence after `words`; nullopt if the sentence does not contain them.
std::optional<std::string> behind(const std::string& sentence, std::string_view words) {
    const std::size_t at = sentence.find(words);
    return at == std::string::npos ? std::nullopt : std::optional(sentence.substr(at + words.size()));
}

/// The request with the size that the refusal asks for; nullopt if the refusal is not about size.
std::optional<FigureRequest> with_size_asked_for(const std::string& refusal, FigureRequest request) {
    if (const auto width = behind(refusal, "this figure needs a width of "))
        request.width = std::stof(*width);
    else if (const auto height = behind(refusal, "this figure needs a height of "))
        request.height = std::stof(*height);
    else if (const auto both = behind(refusal, "this figure needs ")) {
        request.width = std::stof(*both);
        request.height = std::stof(behind(*both, "× ").value_or("0"));
    } else
        return std::nullopt;
    return request;
}

/// The stages that a refusal names as possible.
std::vector<ArrayId> stages_that_go(const std::string& refusal) {
    std::vector<ArrayId> stages;
    std::istringstream names(behind(refusal, "; that goes with ").value_or(""));
    for (std::string name; names >> name;)
        stages.push_back(*find_array(name));
    return stages;
}

bool is_refused_on_every_stage(FigureRequest request, const FigureSource& source) {
    return std::ranges::none_of(stages_of(source.trace), [&](ArrayId stage) {
        request.array = stage;
        request.row = request.column = 0;
        return static_cast<bool>(can_be_drawn(request, source));
    });
}

/// True if a refusal that offers no alternative gives a true reason.
bool is_so(const std::string& refusal, const FigureRequest& request, const FigureSource& source) {
    if (behind(refusal, "this layer has nothing that could be drawn as ") || behind(refusal, "there is no spectrum: "))
        return is_refused_on_every_stage(request, source);
    if (behind(refusal, " comes without formulas"))
        return source.session.notation.profile().formulas.empty();
    if (behind(refusal, "this session says of no columns of Y what they mean"))
        return source.session.readouts.empty();
    if (behind(refusal, "this layer comes from no model"))
        return !source.session.origin;
    return behind(refusal, "a table has no picture") && request.kind == "table";
}

/// The refusal without the details of the case.
std::string reason_of(const std::string& refusal) {
    for (const char* const words : {"this layer has nothing that could be drawn", "there is no spectrum",
                                    "comes without formulas", "says of no columns of Y", "a table has no picture"})
        if (refusal.find(words) != std::string::npos)
            return words;
    return refusal;
}

/// Changes the request to another array, and a cell of it.
void ask_for(Random& random, ArrayId array, FigureRequest& request, const FigureSource& source) {
    const Shape shape = shape_of(source.trace.sizes(), array);
    request.array = array;
    request.row = random_index(random, 0, shape.rows - 1);
    request.column = random_index(random, 0, shape.columns - 1);
}

} // namespace

std::optional<Figure> FigureTally::laid_out(Random& random, FigureRequest& request, const FigureSource& source) {
    Kind& kind = kinds_[request.kind];
    ++kind.asked;
    FigureRequest tried = request;
    auto figure = lay_out(tried, source);
    if (const auto stages = figure ? std::vector<ArrayId>() : stages_that_go(figure.error().message); !stages.empty()) {
        ++kind.refused["goes with other stages"];
        EXPECT_EQ(std::ranges::count(stages, *tried.array), 0) << figure.error().message;
        ask_for(random, stages[static_cast<std::size_t>(random_index(random, 0, std::ssize(stages) - 1))], tried,
                source);
        figure = lay_out(tried, source);
    }
    if (const auto larger = figure ? std::nullopt : with_size_asked_for(figure.error().message, tried)) {
        ++kind.refused["needs more room"];
        const FigureRequest before = with_size(tried);
        tried = with_size(*larger);
        EXPECT_GE(tried.width, before.width) << figure.error().message;
        EXPECT_GE(tried.height, before.height) << figure.error().message;
        EXPECT_NE(tried, before) << figure.error().message;
        const std::string refusal = figure.error().message;
        figure = lay_out(tried, source);
        EXPECT_TRUE(figure) << refusal << ", but then: " << (figure ? "" : figure.error().message);
    }
    if (figure) {
        ++kind.laid_out;
        request = tried;
        return *std::move(figure);
    }
    ++kind.refused[reason_of(figure.error().message)];
    EXPECT_TRUE(is_so(figure.error().message, tried, source)) << figure.error().message;
    return std::nullopt;
}

std::string FigureTally::table() const {
    std::string text;
    for (const auto& [name, kind] : kinds_) {
        text += fmt::format("{:24} asked {:4}, laid out {:4}", name, kind.asked, kind.laid_out);
        for (const auto& [reason, count] : kind.refused)
            text += fmt::format("; {}: {}", reason, count);
        text += "\n";
    }
    return text;
}

void FigureTally::expect_all_kinds() const {
    constexpr int fewest = 12; // fewer requests allow no conclusion about their number
    std::cout << table();
    for (const FigureKind& kind : figure_kinds()) {
        if (kind.name == "table" || kind.name == "model" || kind.name == "patching" ||
            kind.name == "neurons") // no model around a random layer, and no MLP
            continue;
        const auto found = kinds_.find(std::string(kind.name));
        ASSERT_NE(found, kinds_.end()) << kind.name << " was never asked for";
        EXPECT_GT(found->second.laid_out, 0) << kind.name;
        // The arrays of a random layer are chance.
        const auto nothing = found->second.refused.find("this layer has nothing that could be drawn");
        const int possible = found->second.asked - (nothing == found->second.refused.end() ? 0 : nothing->second);
        EXPECT_TRUE(found->second.asked < fewest || found->second.laid_out * 2 >= possible) << kind.name;
    }
}

} // namespace attn::test
