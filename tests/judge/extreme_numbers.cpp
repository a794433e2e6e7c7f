#include "tests/judge/extreme_numbers.h"

#include "core/model/structure.h"

#include <array>
#include <fmt/core.h>
#include <limits>
#include <regex>

namespace attn::test {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::array extremes{0.0F,   1e-45F,   -1e-45F,   1e-40F, 3e38F,
                              -3e38F, infinity, -infinity, 1.5e9F, std::numeric_limits<float>::quiet_NaN()};

float extreme(Random& random) {
    return extremes.at(static_cast<std::size_t>(random_index(random, 0, std::ssize(extremes) - 1)));
}

CellId any_cell(Random& random, const Layer& layer, ArrayId stage) {
    const Sizes sizes = sizes_of(layer);
    const Shape shape = shape_of(sizes, stage);
    return {0,
            stage,
            random_index(random, 0, sizes.B - 1),
            random_index(random, 0, sizes.H - 1),
            random_index(random, 0, shape.rows - 1),
            random_index(random, 0, shape.columns - 1)};
}

Matrix with_extreme_cell(Random& random, const Matrix& matrix) {
    return matrix.empty() ? matrix
                          : matrix.with_cell(random_index(random, 0, matrix.rows() - 1),
                                             random_index(random, 0, matrix.columns() - 1), extreme(random));
}

/// Changes the layer if the result is valid. Some numbers no layer may hold; infinities and NaN then follow from
/// others.
template <class Change>
void change_if_valid(Layer& layer, const Change& change) {
    Layer changed = layer;
    change(changed);
    if (validate(changed))
        layer = std::move(changed);
}

} // namespace

Session with_extreme_numbers(Random& random, Session session) {
    Layer& layer = session.layer();
    const Trace trace = computed(layer);
    std::vector<ArrayId> stages;
    for (Index id = 0; id < array_count; ++id)
        if (const auto stage = static_cast<ArrayId>(id); is_stage(stage) && trace.has(stage))
            stages.push_back(stage);
    for (Index pins = random_index(random, 1, 6); pins > 0; --pins) {
        const ArrayId stage = stages[static_cast<std::size_t>(random_index(random, 0, std::ssize(stages) - 1))];
        change_if_valid(layer, [&](Layer& changed) {
            changed.pins[trace.canonical(any_cell(random, layer, stage))] = extreme(random);
        });
    }
    for (std::size_t head = 0; head < layer.heads.size(); ++head)
        for (Matrix HeadWeights::*const weights :
             {&HeadWeights::W_Q, &HeadWeights::W_K, &HeadWeights::W_V, &HeadWeights::W_O})
            if (random_index(random, 0, 7) == 0)
                change_if_valid(layer, [&](Layer& changed) {
                    Matrix& matrix = changed.heads[head].*weights;
                    matrix = with_extreme_cell(random, matrix);
                });
    return session;
}

std::vector<std::string> misplaced(const DisplayList& list) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const Item& item = list.items[i];
        if (const auto* const path = std::get_if<Path>(&item.shape()); path != nullptr && path->points.empty())
            all.push_back(fmt::format("item {} of {} was left out", i, list.items.size()));
        if (item.clip && !(item.clip->width >= 0 && item.clip->height >= 0))
            all.push_back(fmt::format("the clip of item {} is inside out", i));
    }
    return all;
}

std::vector<std::string> numbers_that_are_none(const std::string& file) {
    static const std::regex number("(^|[^A-Za-z])(inf|nan)($|[^A-Za-z])");
    std::vector<std::string> all;
    for (auto found = std::sregex_iterator(file.begin(), file.end(), number); found != std::sregex_iterator(); ++found)
        all.push_back(file.substr(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, found->position() - 60)), 80));
    return all;
}

} // namespace attn::test
