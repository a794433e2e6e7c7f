#include "tests/recorded_stages.h"

#include "core/document/files/trace_file.h"
#include "core/document/sources/recording.h"
#include "core/files/npz.h"
#include "core/model/arrays.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>
#include <optional>
#include <set>

namespace attn::test {

namespace {

std::set<ArrayId> some_stages(Random& random, const Trace& trace) {
    std::set<ArrayId> some;
    const Index percent = random_index(random, 5, 95);
    while (some.empty())
        for (const Array& row : stages())
            if (trace.has(row.id) && random_index(random, 1, 100) <= percent)
                some.insert(row.id);
    return some;
}

std::optional<Session> opened_recording(const Trace& trace, const std::set<ArrayId>& recorded) {
    const TemporaryFolder folder;
    EXPECT_TRUE(write_trace(trace, folder / "all.npz"));
    const auto all = read_npz(folder / "all.npz");
    EXPECT_TRUE(all) << all.error().message;
    NdArrays some;
    for (const ArrayId id : recorded)
        some.emplace(array_name(id), all->find(array_name(id))->second);
    EXPECT_TRUE(write_npz(folder / "some.npz", some));
    const auto file = Checkpoint::open(folder / "some.npz");
    EXPECT_TRUE(file) << file.error().message;
    auto recording = open_recording(*file, std::nullopt, {{OptionId::scale, 0.5}, {OptionId::mask, 1}});
    return recording ? std::optional(std::move(recording->session)) : std::nullopt;
}

/// The session with the recorded stages given. The mask is an option of the layer instead of a given stage.
Session with_given_stages(const Trace& trace, const std::set<ArrayId>& recorded) {
    Session session;
    Layer layer = trace.layer();
    for (const ArrayId id : recorded)
        if (id != ArrayId::mask)
            for (const Address slot : trace.slots(id))
                layer.given[slot] = trace.matrix(slot);
    session.opened = std::move(layer);
    return session;
}

} // namespace

Layer layer_to_record() {
    Random random(1);
    Layer layer =
        random_layer(random, {{.B = 1, .S_q = 3, .S_k = 3, .D = 5, .D_context = 5, .H = 2, .d_k = 4, .d_v = 2}});
    layer.mask.causal = true;
    return layer;
}

namespace {

const Trace& trace_to_record() {
    static const Trace trace = computed(layer_to_record());
    return trace;
}

} // namespace

std::optional<RecordedSession> record_stages(const std::set<ArrayId>& recorded, bool with_weights) {
    const Trace& trace = trace_to_record();
    auto session = with_weights ? with_given_stages(trace, recorded) : opened_recording(trace, recorded);
    if (!session)
        return std::nullopt;
    RecordedSession made{with_weights ? "weights and" : "", *std::move(session)};
    for (const ArrayId id : recorded)
        made.stages += (made.stages.empty() ? "" : " ") + std::string(array_name(id));
    return made;
}

std::optional<RecordedSession> record_some_stages(Random& random, bool with_weights) {
    return record_stages(some_stages(random, trace_to_record()), with_weights);
}

} // namespace attn::test
