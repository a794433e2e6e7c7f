#include "ui/panels/model_tip.h"

#include "core/figure/lenses/known_model.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/word_lines.h"
#include "core/tensor/compose.h"

#include <charconv>
#include <fmt/core.h>
#include <span>
#include <vector>

namespace attn {

namespace {

constexpr Always is_of_model{"it names heads of the model, and says how their lines are made"};

/// The layer and the head that a target names: "action:head-of-layer/1:3", "lines:1" for all heads of a layer,
/// "lines:all".
struct NamedHeads {
    std::optional<Index> layer;
    std::optional<Index> head; ///< from 0
};

std::optional<Index> number_of(std::string_view digits) {
    Index number = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return problem == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

std::optional<NamedHeads> heads_named(std::string_view target) {
    constexpr std::string_view of_head = "action:head-of-layer/";
    constexpr std::string_view of_layer = "lines:";
    if (target == "lines:all")
        return NamedHeads{};
    if (target.starts_with(of_layer)) {
        const auto layer = number_of(target.substr(of_layer.size()));
        return layer ? std::optional(NamedHeads{layer, {}}) : std::nullopt;
    }
    const std::size_t colon = target.rfind(':');
    if (!target.starts_with(of_head) || colon < of_head.size())
        return std::nullopt;
    const auto layer = number_of(target.substr(of_head.size(), colon - of_head.size()));
    const auto head = number_of(target.substr(colon + 1));
    return layer && head ? std::optional(NamedHeads{layer, *head - 1}) : std::nullopt;
}

std::string words_of(const NamedHeads& named, std::size_t count) {
    if (named.head)
        return fmt::format("head {}:{}", *named.layer, *named.head + 1);
    const std::string heads = named.layer ? fmt::format("layer {}", *named.layer) : std::string("all layers");
    return fmt::format("{}: the mean of {} heads", heads, count);
}

} // namespace

std::optional<Tip> tip_of_heads_in_model(const UiContext& ui, std::string_view target) {
    const auto named = heads_named(target);
    if (!named || shown_picture(ui) != PictureId::model)
        return std::nullopt;
    const KnownModel known = known_model(ui);
    if (!known.reading)
        return std::nullopt;
    std::vector<const HeadSeen*> heads;
    for (Index layer = 0; layer < std::ssize(known.reading->heads); ++layer)
        for (Index head = 0; head < std::ssize(known.reading->heads[static_cast<std::size_t>(layer)]); ++head)
            if (layer == named->layer.value_or(layer) && head == named->head.value_or(head))
                heads.push_back(&known.reading->heads[static_cast<std::size_t>(layer)][static_cast<std::size_t>(head)]);
    if (heads.empty() || heads.front()->A.rows() != known.reading->tokens) // cells of a long text are joined
        return std::nullopt;
    const Matrix mean = filled(heads.front()->A.rows(), heads.front()->A.columns(), [&](Index i, Index j) {
        float sum = 0;
        for (const HeadSeen* const head : heads)
            sum += head->A(i, j);
        return sum / static_cast<float>(heads.size());
    });
    std::vector<std::string> words;
    for (Index token = 0; token < known.reading->tokens; ++token)
        words.push_back(token_label(ui.layer().sequence, known.reading->item, token));
    return Tip{
        .name = words_of(*named, heads.size()),
        .about =
            {{"From each word, at the left, to those that it reads, as wide as the share. Dark: from the chosen word.",
              is_of_model}},
        .picture = lines_between_words(ui.typesetter, ui.theme(), words, mean, known.reading->row)};
}

} // namespace attn
