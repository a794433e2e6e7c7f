#include "tests/judge/measures.h"

#include "core/figure/pictures/labels.h"
#include "tests/judge/singular_values.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <tuple>

namespace attn::test {

namespace {

constexpr double exact = 1.5; // logical pixels

/// A value and the size that it is drawn in.
struct Drawn {
    CellId cell;
    double value = 0;
    double extent = 0; // a length, a width or a position, in logical pixels
};

double extent_of(const Item& item, Measure measure) {
    if (const auto* path = std::get_if<Path>(&item.shape()))
        return static_cast<double>(path->stroke.width);
    const Box& box = std::get<Rectangle>(item.shape()).box;
    switch (measure) {
    case Measure::height:
        return static_cast<double>(box.height);
    case Measure::width:
    case Measure::stroke:
        return static_cast<double>(box.width);
    case Measure::place:
        return static_cast<double>(box.centre().x);
    }
    return 0;
}

class MeasureComplaints {
public:
    MeasureComplaints(const DisplayList& list, const Reference& reference) {
        SingularValues values(reference);
        for (const Item& item : list.items)
            if (const auto* shown = std::get_if<ShownMeasure>(&item.says)) {
                const CellId& cell = shown->cell;
                drawn_[{shown->measure, cell.array, cell.head}].push_back(
                    {cell, reference.expected(cell).value, extent_of(item, shown->measure)});
            } else if (const auto* singular = std::get_if<ShownSingularValue>(&item.says);
                       singular != nullptr && singular->is_height) {
                singular_values_[singular->product].push_back(
                    {{0, ArrayId{}},
                     values.of(singular->product, singular->head)[static_cast<std::size_t>(singular->number)],
                     extent_of(item, Measure::height)});
            } else if (const auto* tick = std::get_if<ShownTick>(&item.says)) {
                ticks_.push_back(
                    {{0, ArrayId{}}, tick->value, static_cast<double>(std::get<Text>(item.shape()).position.x)});
            }
    }

    std::vector<std::string> all() {
        for (auto& [kind, values] : drawn_)
            switch (std::get<Measure>(kind)) {
            case Measure::height:
            case Measure::width:
                are_proportional(values);
                break;
            case Measure::stroke:
                are_in_order(values);
                break;
            case Measure::place:
                are_in_their_places(values);
                break;
            }
        for (const auto& [product, values] : singular_values_)
            are_on_one_scale(values);
        return std::move(complaints_);
    }

private:
    void are_on_one_scale(const std::vector<Drawn>& values) {
        const Drawn& largest = *std::ranges::max_element(values, {}, &Drawn::value);
        for (const Drawn& drawn : values) {
            const double height = largest.value > 0 ? largest.extent * drawn.value / largest.value : 0;
            if (std::abs(drawn.extent - height) > exact)
                complaints_.push_back(fmt::format("a singular value of {} is drawn {:.1f} high, not {:.1f}",
                                                  drawn.value, drawn.extent, height));
        }
    }

    /// Complains unless lengths are proportional to values. All values above a limit have the largest length; infinite
    /// values have it too, and do not determine the limit.
    void are_proportional(const std::vector<Drawn>& values) {
        const Drawn& longest = *std::ranges::max_element(values, {}, &Drawn::extent);
        std::vector<Drawn> whole;
        for (const Drawn& drawn : values)
            if (drawn.extent >= longest.extent - exact && !std::isinf(drawn.value))
                whole.push_back(drawn);
        if (whole.empty())
            return;
        const Drawn& least = *std::ranges::min_element(whole, {}, &Drawn::value);
        if (!(least.value > 0))
            return;
        const double each = least.extent / least.value;
        for (const Drawn& drawn : values)
            if (std::abs(drawn.extent - std::clamp(drawn.value * each, 0.0, longest.extent)) > exact)
                complain(drawn, "long", drawn.value * each);
    }

    /// Complains if a larger attention weight has a thinner line.
    void are_in_order(std::vector<Drawn>& values) {
        std::ranges::sort(values, {}, [](const Drawn& drawn) { return std::abs(drawn.value); });
        for (std::size_t i = 1; i < values.size(); ++i)
            if (values[i].extent < values[i - 1].extent - 1e-3)
                complain(values[i], "wide", values[i - 1].extent);
    }

    void are_in_their_places(const std::vector<Drawn>& values) {
        if (ticks_.size() < 2)
            return;
        const Drawn& first = ticks_.front();
        const Drawn& last = ticks_.back();
        const double each = (last.extent - first.extent) / (last.value - first.value);
        for (const Drawn& drawn : values)
            if (const double place = first.extent + (drawn.value - first.value) * each;
                std::abs(drawn.extent - place) > exact)
                complain(drawn, "far", place);
    }

    void complain(const Drawn& drawn, std::string_view what, double expected) {
        complaints_.push_back(fmt::format("{} is {} and drawn {:.1f} {}, not {:.1f}", target_name(Target(drawn.cell)),
                                          drawn.value, drawn.extent, what, expected));
    }

    std::map<std::tuple<Measure, ArrayId, Index>, std::vector<Drawn>> drawn_;
    std::vector<Drawn> ticks_;
    std::map<WeightProduct, std::vector<Drawn>> singular_values_;
    std::vector<std::string> complaints_;
};

} // namespace

std::vector<std::string> measure_complaints(const DisplayList& list, const Reference& reference) {
    return MeasureComplaints(list, reference).all();
}

namespace {

std::string without(std::string text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part))
        text.erase(at, part.size());
    return text;
}

/// True if the formula is the symbol of the array, for a head whose matrix it is, transposed or not.
bool is_name_of(const std::string& tex, const CellId& cell, const Trace& trace, const Notation& notation) {
    const std::string sign = in_notation(R"(\top)", notation);
    const std::string upright = without(tex, sign);
    for (Index head = 0; head < trace.sizes().H; ++head) {
        CellId other = cell;
        other.head = head;
        if (trace.canonical(other) == trace.canonical(cell) &&
            upright.find(without(in_notation(symbol_of(cell.array), notation, head), sign)) != std::string::npos)
            return true;
    }
    return false;
}

bool is_shape_of(const std::string& text, const CellId& cell, const Trace& trace) {
    const Shape shape = trace.array(cell.array, cell.item, cell.head).shape();
    return text.find(fmt::format("{}×{}", shape.rows, shape.columns)) != std::string::npos ||
           text.find(fmt::format("{}×{}", shape.columns, shape.rows)) != std::string::npos;
}

} // namespace

std::vector<std::string> name_complaints(const DisplayList& list, const Trace& trace, const Notation& notation) {
    std::vector<std::string> complaints;
    for (const Item& item : list.items) {
        const auto* mark = std::get_if<FormulaMark>(&item.shape());
        const auto* text = std::get_if<Text>(&item.shape());
        if (text != nullptr &&
            (text->text.find("^{") != std::string::npos || text->text.find('\\') != std::string::npos))
            complaints.push_back(fmt::format("{} is TeX, and not set", text->text));
        const auto* shown = std::get_if<ShownName>(&item.says);
        if (shown == nullptr)
            continue;
        const CellId& cell = shown->first;
        if (mark != nullptr && !is_name_of(mark->tex, cell, trace, notation))
            complaints.push_back(fmt::format("{} is called {}", target_name(Target(cell)), mark->tex));
        if (mark != nullptr && mark->tex.starts_with(R"(\Delta)") != shown->is_change)
            complaints.push_back(fmt::format("{} is no change, or is one", mark->tex));
        if (text != nullptr && !is_shape_of(text->text, cell, trace))
            complaints.push_back(fmt::format("{} is said to be {}", target_name(Target(cell)), text->text));
    }
    return complaints;
}

} // namespace attn::test
