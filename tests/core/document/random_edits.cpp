#include "tests/core/document/random_edits.h"

#include "core/model/arrays.h"
#include "tests/core/document/sessions.h"

#include <iterator>
#include <limits>

namespace attn::test {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Index place() {
    return *rc::gen::weightedOneOf<Index>({{20, rc::gen::inRange<Index>(0, 4)}, {1, rc::gen::inRange<Index>(-1, 9)}});
}

float number() {
    const auto finite =
        rc::gen::map(rc::gen::inRange(-4000, 4000), [](int value) { return static_cast<float>(value) / 1024; });
    return *rc::gen::weightedOneOf<float>(
        {{16, finite}, {2, rc::gen::element(-infinity, -0.0F)}, {1, rc::gen::element(infinity, 3e38F)}});
}

std::string word() {
    return *rc::gen::weightedElement<std::string>(
        {{4, "rose"}, {4, "is"}, {4, "a"}, {2, "[pad]"}, {2, "数据"}, {2, "🙂"}, {1, "مرحبا"}, {1, ""}, {1, "\xff"}});
}

Side side() {
    return *rc::gen::weightedElement<Side>({{3, Side::sequence}, {1, Side::context}});
}

ArrayId any_parameter() {
    return static_cast<ArrayId>(*rc::gen::inRange(static_cast<int>(stage_count), static_cast<int>(array_count)));
}

ArrayId any_stage() {
    return static_cast<ArrayId>(*rc::gen::inRange(0, static_cast<int>(stage_count)));
}

ArrayId any_array() {
    return *rc::gen::arbitrary<bool>() ? ArrayId(any_stage()) : ArrayId(any_parameter());
}

Index item() {
    return *rc::gen::weightedElement<Index>({{6, 0}, {3, 1}, {1, 2}});
}

CellId any_cell(ArrayId array) {
    return {0, array, item(), item(), place(), place()};
}

Matrix any_matrix(Shape shape) {
    const bool finite = *rc::gen::arbitrary<bool>();
    std::vector<float> values;
    for (Index i = 0; i < shape.rows * shape.columns; ++i)
        values.push_back(finite ? static_cast<float>(i) / 8 : number());
    return Matrix::adopt(std::move(values), shape.rows, shape.columns);
}

/// A new matrix for any array, mostly of the array's shape.
SetMatrix any_matrix_edit(const Sizes& sizes) {
    const ArrayId array = any_array();
    const Shape shape = shape_of(sizes, array);
    const bool fits = *rc::gen::weightedElement<bool>({{8, true}, {1, false}});
    return {array, item(), item(), any_matrix(fits ? shape : Shape{3, 5})};
}

/// A key, mostly one of the existing ones.
template <class Key, class Value>
Key any_key(const std::map<Key, Value>& entries, Key fallback) {
    const bool exists = !entries.empty() && *rc::gen::weightedElement<bool>({{4, true}, {1, false}});
    return exists ? std::next(entries.begin(), *rc::gen::inRange<Index>(0, static_cast<Index>(entries.size())))->first
                  : fallback;
}

Fill any_fill() {
    const auto with = static_cast<Fill::With>(*rc::gen::inRange(0, 5));
    const bool whole = *rc::gen::arbitrary<bool>();
    const auto extent = [&] { return whole ? 0 : place(); };
    return {any_array(), item(), item(), extent(), extent(), extent(), extent(), with, 5, number()};
}

SetTokens any_tokens() {
    std::vector<std::string> tokens;
    for (Index i = *rc::gen::inRange<Index>(0, 6); i > 0; --i)
        tokens.push_back(word());
    return {item(), tokens, side()};
}

SetPositions any_positions(const Sizes& sizes) {
    const auto kind = static_cast<Positions::Kind>(*rc::gen::inRange(0, 4));
    return {{kind, any_matrix({3, sizes.D})}, side()};
}

Resize any_sizes() {
    const auto length = [] {
        return *rc::gen::weightedOneOf<Index>({{40, rc::gen::inRange<Index>(1, 7)}, {1, rc::gen::just<Index>(0)}});
    };
    const auto count = [] { return *rc::gen::inRange<Index>(1, 4); };
    const Index group = *rc::gen::weightedElement<Index>({{6, 1}, {1, 2}, {1, 3}});
    return {{count(), length(), length(), length(), length(), group * count(), length(), length(), group}};
}

ListFigures any_listed_figures() {
    ListFigures listed;
    for (Index i = *rc::gen::inRange<Index>(0, 3); i > 0; --i) {
        FigureRequest figure;
        figure.name = *rc::gen::element<std::string>("a", "b", "../c");
        figure.kind = *rc::gen::element<std::string>("heatmap", "heads");
        listed.figures.push_back(std::move(figure));
    }
    return listed;
}

/// An edit of any option of the layer: its default, a small whole number, which fits most, or any number.
Edit any_option() {
    const OptionId id = options()[*rc::gen::inRange<std::size_t>(0, options().size())].id;
    if (*rc::gen::arbitrary<bool>())
        return SetOption{id, std::nullopt};
    return SetOption{id, *rc::gen::arbitrary<bool>() ? *rc::gen::inRange(1, 3) : static_cast<double>(number())};
}

Edit edit_of_kind(int kind, const Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    switch (kind) {
    case 0:
        return SetCell{any_cell(any_array()), number()};
    case 1:
        return any_matrix_edit(sizes);
    case 2:
        return ComputeAgain{any_key(layer.given, Address{0, any_stage(), item(), item()})};
    case 3:
        return any_fill();
    case 4:
        return Pin{any_cell(any_stage()), number()};
    case 5:
        return Unpin{any_key(layer.pins, any_cell(any_stage()))};
    case 6:
        return UnpinAll{};
    case 7:
        return SetHeadOn{item(), *rc::gen::arbitrary<bool>()};
    case 8:
        return SwapQueryAndKey{item()};
    case 9:
        return MakeUniform{item()};
    case 10:
        return SetBiases{*rc::gen::arbitrary<bool>()};
    case 11:
        return any_tokens();
    case 12:
        return RenameToken{item(), place(), word(), side()};
    case 13:
        return MoveToken{item(), place(), place(), side()};
    case 14:
        return InsertToken{item(), place(), word(), side()};
    case 15:
        return RemoveToken{item(), place(), side()};
    case 16:
        return any_option();
    case 17:
        return PaintMask{place(), place(), number()};
    case 18:
        return ClearPaintedMask{};
    case 19:
        return any_positions(sizes);
    case 20:
        return any_sizes();
    case 21:
        return SetPart{any_cell(any_array()),
                       any_matrix({*rc::gen::inRange<Index>(0, 4), *rc::gen::inRange<Index>(0, 4)})};
    case 22:
        return SetContext{*rc::gen::arbitrary<bool>()};
    case 23:
        return SetHypothesis{item(),
                             *rc::gen::element<std::string>("reads itself", "reads names", "", "3 back", "\xff")};
    case 24:
        return any_listed_figures();
    case 25:
        return SetText{*rc::gen::element(SetText::Which::title, SetText::Which::question, SetText::Which::about,
                                         SetText::Which::hint),
                       *rc::gen::element<std::string>("Mine", "", "two\nlines", "\xff"),
                       {}};
    case 26:
        return SetReadOuts{{{.name = *rc::gen::element<std::string>("next", "", "\xff"),
                             .first = *rc::gen::inRange<Index>(-1, 4),
                             .labels = {"a", *rc::gen::element<std::string>("b", "")}}}};
    case 27:
        return SetSublayerOn{*rc::gen::element(Sublayer::attention, Sublayer::mlp, Sublayer::both),
                             *rc::gen::arbitrary<bool>()};
    case 28:
        return ChangeLayer{*rc::gen::inRange<Index>(0, 3),
                           *rc::gen::arbitrary<bool>() ? std::make_shared<const Layer>(layer) : nullptr, "change it"};
    case 29:
        return RestoreLayers{};
    default:
        return SetNotation{*rc::gen::element<std::string>("paper", "default", "mine"), *rc::gen::arbitrary<bool>()};
    }
}

} // namespace

Edit any_edit(const Session& session) {
    constexpr int kinds = 31;
    static_assert(std::variant_size_v<Edit> == kinds, "a new kind of edit needs a case above");
    // Ranges of integers grow with a case's size; each case should have all kinds of edits.
    const auto full_size = [](rc::Gen<Edit> generator) {
        return rc::gen::resize(rc::kNominalSize, std::move(generator));
    };
    return *full_size(
        rc::gen::exec([layer = session.layer()] { return edit_of_kind(*rc::gen::inRange(0, kinds), layer); }));
}

rc::Gen<Session> any_session() {
    return rc::gen::exec([] {
        return session_of(*rc::gen::element<std::string>(
            "{'version': 1, 'tokens': ['rose', 'is', 'a', 'rose'], 'sizes': {'d_model': 4, 'heads': 2}}",
            "{'version': 1, 'tokens': [['rose', 'is', 'a'], ['is', '[pad]', '[pad]']], 'positions': 'sinusoidal',"
            " 'sizes': {'d_model': 4, 'heads': 2}, 'mask': {'causal': true, 'pad_tokens': true},"
            " 'pins': [{'stage': 'A', 'item': 2, 'row': 2, 'column': 1, 'value': 0.5}]}",
            "{'version': 1, 'tokens': 3, 'sizes': {'d_model': 2, 'heads': 2, 'd_k': 3, 'd_v': 1},"
            " 'embeddings': null, 'given': [{'stage': 'X', 'matrix': [[1, 2], [3, 4], [5, 6]]}]}",
            "{'version': 1, 'tokens': ['a', 'is'], 'context': {'tokens': ['rose', 'a', '数据'], 'd_model': 3},"
            " 'sizes': {'d_model': 4, 'heads': 1, 'd_k': 2, 'd_v': 2},"
            " 'mask': {'padding': [[0, '-inf', 0]], 'given': [[0, 1, 2], [3, 4, '-inf']]}}"));
    });
}

} // namespace attn::test
