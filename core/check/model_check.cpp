#include "core/check/model_check.h"

#include "core/engine/model_engine.h"
#include "core/model/arrays.h"
#include "core/model/stage_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <stop_token>
#include <utility>

namespace attn {

namespace {

/// The arrays of an answer, sorted by the layer that they belong to.
class PlacedArrays {
public:
    PlacedArrays(const Model& model, const std::vector<ListedArray>& answer, ModelCheck& check)
        : count_(std::ssize(model.blocks)), check_(check) {
        find_prefixes(model, answer);
        std::vector<std::string> others;
        for (const ListedArray& array : answer)
            if (const auto named = stage_of_name(array.name); named && array.read)
                place(array, *named);
            else
                others.push_back(array.name);
        if (!others.empty())
            check.notices.push_back(fmt::format("passed over, as no stage has such a name: {}", list_of_names(others)));
    }

    /// The arrays of a layer's stages, by their names within the layer. Arrays of stages that the layer lacks are
    /// reported in `left_over`.
    std::vector<ListedArray> of(const Trace& trace) {
        std::vector<ListedArray> own;
        for (const auto& [stage, array, name] : placed_[trace.layer().number])
            if (trace.has(stage))
                own.push_back({name, array->shape, array->read});
            else
                leave(*array, "not computed");
        return own;
    }

private:
    struct Placed {
        ArrayId stage{};
        const ListedArray* array = nullptr;
        std::string name; ///< name of the array within the layer
    };

    void find_prefixes(const Model& model, const std::vector<ListedArray>& answer) {
        std::set<std::string> prefixes;
        for (const ListedArray& array : answer)
            if (const auto named = stage_of_name(array.name); named && !named->prefix.empty())
                prefixes.insert(named->prefix);
        for (Index number = 0; number < count_; ++number)
            for (const std::string& prefix :
                 prefixes_of_layer(prefixes, model.blocks[static_cast<std::size_t>(number)].name, number))
                layer_of_prefix_.emplace(prefix, number);
    }

    void place(const ListedArray& array, const StageName& named) {
        const ModelPart part = row_of(named.stage).part;
        const std::string name = name_within(array.name, named.prefix);
        const auto add = [&](Index layer) { placed_[layer].push_back({named.stage, &array, name}); };
        const auto of_prefix = layer_of_prefix_.find(named.prefix);
        const bool has_all_layers = array.shape && array.shape->size() == 5;
        if (part == ModelPart::input)
            add(0);
        else if (part == ModelPart::output)
            add(count_ - 1);
        else if (of_prefix != layer_of_prefix_.end())
            add(of_prefix->second);
        else if (named.prefix.empty() && (count_ == 1 || has_all_layers))
            for (Index layer = 0; layer < count_; ++layer)
                add(layer);
        else
            leave(array, named.prefix.empty() ? "names no layer" : "no such layer");
    }

    void leave(const ListedArray& array, std::string_view why) {
        check_.left_over.push_back(fmt::format("{} ({})", array.name, why));
    }

    Index count_;
    ModelCheck& check_;
    std::map<std::string, Index> layer_of_prefix_;
    std::map<Index, std::vector<Placed>> placed_;
};

} // namespace

Result<ModelCheck> check_model(const Model& model, const std::vector<ListedArray>& answer, std::string_view name,
                               const std::optional<double>& tolerance) {
    ModelCheck check;
    check.layers = std::ssize(model.blocks);
    PlacedArrays placed(model, answer, check);
    std::optional<Error> failed;
    std::stop_source at_first_difference;
    ModelEngine engine(0, 0);
    engine.compute(model, at_first_difference.get_token(), [&](const Trace& trace) {
        const std::vector<ListedArray> own = placed.of(trace);
        if (own.empty())
            return;
        const Index number = trace.layer().number;
        const auto read = read_answer(own, trace, name);
        if (!read) {
            failed = error("{} (layer {})", read.error().message, number);
            at_first_difference.request_stop();
            return;
        }
        const auto beside = [&](Index behind) -> std::optional<Block> {
            const Index other = number + behind;
            const bool is_there = other >= 0 && other < check.layers;
            return is_there ? std::optional(model.blocks[static_cast<std::size_t>(other)]) : std::nullopt;
        };
        Check found = attn::check(trace, *read, tolerance, {}, beside);
        check.compared.insert(number);
        check.arrays += std::ranges::count_if(found.stages, &Agreement::agrees);
        if (found.largest_agreement)
            check.largest_agreement = std::max(check.largest_agreement.value_or(0), *found.largest_agreement);
        for (const std::string& notice : found.notices)
            check.notices.push_back(fmt::format("layers.{}: {}", number, notice));
        if (found.agrees())
            return;
        found.notices.clear();
        check.difference = std::move(found);
        check.differing = trace;
        at_first_difference.request_stop();
    });
    if (failed)
        return *failed;
    if (check.compared.empty() && check.left_over.empty())
        return error("{}: there is no array of this model; expected names as those of its trace: layers.0.A … logits",
                     name);
    if (check.agrees() && !check.left_over.empty())
        return error("{}: {} arrays agree, and this model has nothing to compare with {}", name, check.arrays,
                     list_of_names(check.left_over));
    return check;
}

} // namespace attn
