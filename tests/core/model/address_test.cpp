#include "core/model/address.h"

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// A layer of four heads of which two share keys and values, two items, and a mask for each.
Layer layer_of_two_groups() {
    test::Random random(3);
    return test::random_layer(
        random,
        {{.B = 2, .S_q = 3, .S_k = 3, .D = 4, .D_context = 4, .H = 4, .d_k = 2, .d_v = 2, .queries_per_kv = 2}, true});
}

/// Within a property: a random layer after some changes, in which heads often share keys.
Layer any_layer() {
    test::Random random(*rc::gen::arbitrary<std::uint64_t>());
    Layer layer = test::random_layer(random, test::random_kind(random));
    for (int change = 0; change < 6; ++change)
        layer = test::randomly_changed(random, std::move(layer));
    return layer;
}

/// Every address of a stage: each item with each head.
std::vector<Address> all_addresses(const Sizes& sizes, ArrayId stage) {
    std::vector<Address> all;
    for (Index item = 0; item < sizes.B; ++item)
        for (Index head = 0; head < sizes.H; ++head)
            all.push_back({0, stage, item, head});
    return all;
}

TEST(Addresses, HeadsThatShareKeysHaveOneOfEach) {
    const Addresses addresses(layer_of_two_groups());
    EXPECT_EQ(addresses.canonical(Address{0, ArrayId::K, 1, 3}), (Address{0, ArrayId::K, 1, 2}));
    EXPECT_EQ(addresses.canonical(Address{0, ArrayId::V, 1, 1}), (Address{0, ArrayId::V, 1, 0}));
    EXPECT_EQ(addresses.canonical(CellId{0, ArrayId::W_K, 1, 3, 1, 0}), (CellId{0, ArrayId::W_K, 0, 2, 1, 0}));
    EXPECT_EQ(addresses.canonical(Address{0, ArrayId::Q, 1, 3}), (Address{0, ArrayId::Q, 1, 3}));
    EXPECT_EQ(addresses.heads(ArrayId::K), (std::vector<Index>{0, 2}));
    EXPECT_EQ(addresses.extent(ArrayId::K), (Extent{2, 2}));
    EXPECT_EQ(addresses.extent(ArrayId::b_V), (Extent{1, 2}));
}

TEST(Addresses, WhatHasNoHeadsStandsAtHeadOneAndPositionsAtItemOne) {
    const Addresses addresses(layer_of_two_groups());
    EXPECT_EQ(addresses.canonical(Address{0, ArrayId::X, 1, 3}), (Address{0, ArrayId::X, 1, 0}));
    EXPECT_EQ(addresses.canonical(Address{0, ArrayId::concat, 1, 3}), (Address{0, ArrayId::concat, 1, 0}));
    EXPECT_EQ(addresses.canonical(Address{0, ArrayId::P, 1, 3}), (Address{0, ArrayId::P, 0, 0}));
    EXPECT_EQ(addresses.canonical(CellId{0, ArrayId::b_O, 1, 3, 0, 1}), (CellId{0, ArrayId::b_O, 0, 0, 0, 1}));
    EXPECT_EQ(addresses.extent(ArrayId::concat), (Extent{2, 1}));
}

TEST(Addresses, MaskHasAsManyAsTheLayerGives) {
    Layer layer = layer_of_two_groups();
    const Address last{0, ArrayId::mask, 1, 3};
    EXPECT_EQ(Addresses(layer).canonical(last), (Address{0, ArrayId::mask, 0, 0}));
    layer.mask.given.assign(2, Matrix::zeros(3, 3));
    EXPECT_EQ(Addresses(layer).canonical(last), (Address{0, ArrayId::mask, 1, 0}));
    layer.mask.given.assign(8, Matrix::zeros(3, 3));
    EXPECT_EQ(Addresses(layer).canonical(last), last);
    EXPECT_EQ(Addresses(layer).slots(ArrayId::mask).size(), 8U);
}

RC_GTEST_PROP(Addresses, CanonicalFormOfACanonicalFormIsItself, ()) {
    const Layer layer = any_layer();
    const Addresses addresses(layer);
    for (const Array& row : stages())
        for (const Address slot : all_addresses(sizes_of(layer), row.id)) {
            const Address canonical = addresses.canonical(slot);
            RC_ASSERT(addresses.canonical(canonical) == canonical);
            RC_ASSERT(addresses.has(slot) == (slot == canonical));
        }
    for (const Array& row : parameters())
        for (Index head = 0; head < sizes_of(layer).H; ++head) {
            const CellId canonical = addresses.canonical(CellId{0, row.id, 0, head, 0, 0});
            RC_ASSERT(addresses.canonical(canonical) == canonical);
        }
}

RC_GTEST_PROP(Addresses, WhatTheTraceAnswersWithOneStorageHasOneCanonicalForm, ()) {
    const Trace trace = test::computed(any_layer());
    for (const Array& row : stages()) {
        if (!trace.has(row.id))
            continue;
        const std::vector<Address> all = all_addresses(trace.sizes(), row.id);
        for (const Address left : all)
            for (const Address right : all)
                RC_ASSERT(trace.matrix(left).is_same_as(trace.matrix(right)) ==
                          (trace.canonical(left) == trace.canonical(right)));
    }
    for (const Array& row : parameters()) {
        const ArrayId id = row.id;
        for (Index left = 0; left < trace.sizes().H; ++left)
            for (Index right = 0; right < trace.sizes().H; ++right)
                RC_ASSERT(
                    (&parameter(trace.layer(), id, left) == &parameter(trace.layer(), id, right)) ==
                    (trace.canonical(CellId{0, id, 0, left, 0, 0}) == trace.canonical(CellId{0, id, 0, right, 0, 0})));
    }
}

} // namespace
} // namespace attn
