#include "tests/core/document/random_documents.h"

#include "core/model/arrays.h"
#include "core/notation/size_letters.h"
#include "tests/core/document/random_figures.h"

#include <algorithm>
#include <fmt/core.h>
#include <rapidcheck.h>
#include <string_view>
#include <utility>

namespace attn::test {

namespace {

bool by_chance() {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<bool>());
}

/// A random number from 0 to count − 1.
Index one_of(Index count) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Index>(0, std::max<Index>(1, count)));
}

float some_number() {
    return static_cast<float>(one_of(4000) - 2000) / 512;
}

std::string some_text() {
    return *rc::gen::element<std::string>("mine", "of α, and more", "数据");
}

/// Chooses an array with all its heads, or one head of it.
void choose_array(Condition& condition, const Sizes& sizes) {
    condition.array = static_cast<ArrayId>(one_of(array_count));
    condition.every_head = by_chance();
    condition.cell.head = condition.every_head ? 0 : one_of(sizes.H);
}

void choose_bounds(Condition& condition) {
    const bool has_least = by_chance();
    const bool has_most = by_chance();
    if (has_least || !has_most)
        condition.at_least = some_number();
    if (has_most)
        condition.at_most = some_number();
    if (by_chance())
        condition.equals = some_number();
}

} // namespace

Condition random_condition(const Sizes& sizes, int depth) {
    Condition condition;
    constexpr int kinds = 17;
    static_assert(static_cast<int>(Condition::Kind::none) == kinds - 1, "a new kind needs a case below");
    condition.kind = static_cast<Condition::Kind>(one_of(depth > 0 ? kinds : static_cast<int>(Condition::Kind::all)));
    switch (condition.kind) {
    case Condition::Kind::cell:
        condition.cell = {0, ArrayId::A, one_of(sizes.B), one_of(sizes.H), one_of(sizes.S_q), one_of(sizes.S_k)};
        choose_bounds(condition);
        break;
    case Condition::Kind::deviation:
        choose_array(condition, sizes);
        choose_bounds(condition);
        break;
    case Condition::Kind::size:
        condition.text = size_letters[static_cast<std::size_t>(one_of(std::ssize(size_letters)))].letters;
        condition.count = 1 + one_of(100);
        return condition;
    case Condition::Kind::pins:
        condition.count = one_of(100);
        return condition;
    case Condition::Kind::heads_on:
        condition.count = one_of(sizes.H);
        return condition;
    case Condition::Kind::readings:
        condition.text = by_chance() ? "reversed" : "lost";
        choose_bounds(condition);
        return condition;
    case Condition::Kind::sum:
        condition.array = ArrayId::Y;
        condition.every_head = true;
        condition.parts.resize(2);
        for (Condition& part : condition.parts)
            choose_array(part, sizes);
        break;
    case Condition::Kind::suppose:
        condition.parts.push_back({});
        condition.parts.front().kind = Condition::Kind::pins;
        if (by_chance())
            condition.text = some_text();
        else {
            condition.cell = {0, ArrayId::A, one_of(sizes.B), one_of(sizes.H), one_of(sizes.S_q), one_of(sizes.S_k)};
            condition.equals = 0.5F;
        }
        return condition;
    case Condition::Kind::head:
        condition.count = one_of(sizes.H);
        condition.on = by_chance();
        return condition;
    case Condition::Kind::unchanged:
        if (by_chance())
            choose_array(condition, sizes);
        condition.since_opened = by_chance();
        break;
    case Condition::Kind::rows_moved:
        condition.array = ArrayId::A;
        condition.every_head = true;
        for (Index row = 0; row < sizes.S_q; ++row)
            if (by_chance())
                condition.rows.push_back(row);
        break;
    case Condition::Kind::read_out:
        condition.text = some_text();
        condition.count = one_of(3);
        condition.cell.item = one_of(sizes.B);
        return condition;
    case Condition::Kind::only:
        for (const char* part : {"W_Q/1", "W_O", "tokens", "mask"})
            if (by_chance())
                condition.parts_allowed.emplace_back(part);
        return condition;
    case Condition::Kind::token:
        condition.count = one_of(sizes.S_q);
        condition.text = some_text();
        condition.cell.item = one_of(sizes.B);
        return condition;
    case Condition::Kind::all:
    case Condition::Kind::any:
    case Condition::Kind::none:
        for (Index i = condition.kind == Condition::Kind::none ? 0 : one_of(3); i >= 0; --i)
            condition.parts.push_back(random_condition(sizes, depth - 1));
        return condition;
    }
    if (by_chance())
        condition.within = 0.25F;
    return condition;
}

NotationProfile random_notation() {
    NotationProfile profile;
    profile.name = "mine";
    profile.label = "m";
    if (by_chance())
        profile.about = some_text();
    for (const std::string_view symbol : {"S", "D", "d_k", "H"})
        if (by_chance())
            profile.symbols.emplace(symbol, *rc::gen::element<std::string>("N", "n_1", R"(\alpha)"));
    for (const ArrayId array : {ArrayId::X, ArrayId::scores, ArrayId::A, ArrayId::W_Q}) {
        ArrayWording wording;
        for (auto [text, is_formula] :
             {std::pair(&wording.word, false), std::pair(&wording.title, false), std::pair(&wording.formula, true),
              std::pair(&wording.columns_formula, true), std::pair(&wording.cell_formula, true)})
            if (by_chance())
                *text = is_formula ? "x + 1" : "score";
        if (wording != ArrayWording())
            profile.arrays.emplace(array, wording);
    }
    for (const ArrayId step : {ArrayId::X, ArrayId::scores, ArrayId::A, ArrayId::Y})
        if (by_chance())
            profile.steps.push_back(step);
    for (const auto& [own, letter] : {std::pair('s', 'n'), std::pair('d', 'D'), std::pair('h', 'H')})
        if (by_chance())
            profile.einsum.emplace(own, letter);
    for (Index i = one_of(4); i > 0; --i)
        profile.formulas.push_back({"x = 1",
                                    static_cast<ArrayId>(one_of(array_count)),
                                    by_chance() ? "<=A> + 1" : "",
                                    by_chance() ? some_text() : "",
                                    {static_cast<Premise>(one_of(7))},
                                    {}});
    return profile;
}

/// A baseline of the session: the same with a matrix of zeros.
std::shared_ptr<const Session> baseline_of(Session session) {
    Matrix& weights = session.layer().heads.front().W_Q;
    weights = Matrix::zeros(weights.rows(), weights.columns());
    return std::make_shared<const Session>(std::move(session));
}

Session with_all_that_files_hold(Session session) {
    if (by_chance())
        session.left_baseline = baseline_of(session);
    Layer& layer = session.layer();
    const Sizes sizes = sizes_of(layer);
    for (Index i = one_of(3); i > 0; --i)
        session.goals.push_back({random_condition(sizes, 3), some_text()});
    for (Index i = one_of(3); i > 0; --i) {
        session.figures.push_back(random_figure());
        session.figures.back().name = fmt::format("figure {}", session.figures.size());
    }
    if (by_chance())
        session.notation = NotationChoice(std::make_shared<const NotationProfile>(random_notation()));
    if (sizes.D > 1 && by_chance())
        session.readouts = {{.name = some_text(), .first = 0, .labels = {"a", "b"}}};
    for (Index i = one_of(3); i > 0; --i)
        layer.caveats.push_back({static_cast<ArrayId>(one_of(array_count)), some_text()});
    for (Index i = one_of(3); i > 0; --i)
        session.cautions.push_back(some_text());
    for (const auto text : {&Session::title, &Session::question, &Session::about, &Session::hint})
        session.*text = by_chance() ? some_text() : "";
    layer.name = by_chance() ? "layers.3" : "";
    session.split = by_chance() ? Split::letters : Split::words;
    session.opening = {ArrayId::A, one_of(sizes.B), one_of(sizes.H), one_of(sizes.S_q), one_of(sizes.S_k)};
    if (by_chance())
        session.origin = {some_text(), "layers.3", false};
    if (by_chance())
        for (Index column = 0; column < sizes.D; ++column)
            session.column_names[ArrayId::X].push_back(some_text());
    if (by_chance())
        session.lesson = LessonWork{some_text(),
                                    one_of(9),
                                    static_cast<std::uint64_t>(one_of(5)),
                                    some_text(),
                                    {{one_of(9), some_text(), by_chance()}},
                                    {one_of(9)}};
    for (Index head = 0; head < sizes.H; ++head)
        if (by_chance())
            session.hypotheses[head] = some_text();
    return session;
}

SavedView random_view(const Sizes& sizes) {
    SavedView view;
    if (by_chance())
        view.place = Opening{ArrayId::W_Q, 0, one_of(sizes.H), 0, 0};
    view.picture = by_chance() ? some_text() : "";
    for (const ArrayId array : {ArrayId::A, ArrayId::W_Q, ArrayId::scores})
        if (by_chance())
            view.ranges.push_back({array, some_number(), 8.5F + some_number()});
    view.shares_range = by_chance();
    return view;
}

} // namespace attn::test
