// Cells and matrices in session files: pins, given matrices, and what the window shows first.

#include "core/document/files/session_keys.h"
#include "core/files/printable.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

/// If an array has more pins than this, they are stored as a matrix outside the text, because nobody would read them.
constexpr Index pins_in_text = 64;
constexpr Index columns_of_a_pin = 5;  ///< item, head, row and column, from 1, and the number
constexpr Index columns_of_a_slot = 2; ///< item and head, from 1

/// A cell or a matrix, and its numbers. An entry in a file has only some of these.
struct EntryReading {
    const Sizes& sizes;
    bool may_be_weight = false;
    CellId cell{0, ArrayId::A};
    float value = 0;
    std::optional<Field> cells{}; ///< an array with many pins
    std::optional<Field> slots{}; ///< the addresses of many matrices in one array
    std::optional<Field> matrix{};
};

struct EntryWriting {
    CellId cell{0, ArrayId{}};
    float value = 0;
    Json cells{};
    Json slots{};
    Json matrix{};
};

using EntryKey = JsonKey<EntryReading, const EntryWriting>;

void read_stage(EntryReading& into, const Field& field) {
    const std::string name = field.text();
    const auto array = find_array(name);
    if (array && (into.may_be_weight || is_stage(*array))) {
        into.cell.array = *array;
        return;
    }
    std::vector<std::string_view> names;
    for (const Array& stage : stages())
        names.push_back(stage.name);
    field.fail(fmt::format("there is no stage “{}”{}", printable(name), did_you_mean(name, names)));
}

Index rows_of(const EntryReading& from) {
    return shape_of(from.sizes, from.cell.array).rows;
}

Index columns_of(const EntryReading& from) {
    return shape_of(from.sizes, from.cell.array).columns;
}

/// The key of an index that is counted from 1, at most `count`.
EntryKey place_key(std::string_view key, Index CellId::*place, Index (*count)(const EntryReading& from)) {
    return {key,
            [=](auto& into, const Field& field) {
                into.cell.*place = field.integer(1, std::max<Index>(1, count(into)), 1) - 1;
            },
            [place](auto& from) { return json_of(std::int64_t{from.cell.*place + 1}); }};
}

EntryKey part_key(std::string_view key, std::optional<Field> EntryReading::*read, Json EntryWriting::*written,
                  std::string_view required = {}) {
    return {key, [read](auto& into, const Field& field) { into.*read = field; },
            [written](auto& from) { return from.*written; }, required};
}

/// All keys of entries, and the combinations in which entries have them.
struct EntryForms {
    EntryKey stage{"stage", read_stage, [](auto& from) { return json_of(array_name(from.cell.array)); }};
    EntryKey item = place_key("item", &CellId::item, [](const EntryReading& from) { return from.sizes.B; });
    EntryKey head = place_key("head", &CellId::head, [](const EntryReading& from) { return from.sizes.H; });
    EntryKey row = place_key("row", &CellId::row, rows_of);
    EntryKey column = place_key("column", &CellId::column, columns_of);
    EntryKey value{"value", [](auto& into, const Field& field) { field.read(into.value); },
                   [](auto& from) { return json_of(from.value); }, "there is no value; expected a number"};
    EntryKey cells = part_key("cells", &EntryReading::cells, &EntryWriting::cells);
    EntryKey slots = part_key("slots", &EntryReading::slots, &EntryWriting::slots);
    EntryKey matrix = part_key("matrix", &EntryReading::matrix, &EntryWriting::matrix,
                               "there is no matrix; expected rows of numbers");

    std::vector<EntryKey> place{stage, item, head, row, column};
    std::vector<EntryKey> pin{stage, item, head, row, column, value};
    std::vector<EntryKey> pins{stage, cells};
    std::vector<EntryKey> given{stage, item, head, matrix};
    std::vector<EntryKey> given_stack{stage, slots, matrix};
};

const EntryForms& forms() {
    static const EntryForms all = [] {
        EntryForms rows;
        for (std::vector<EntryKey>* const form : {&rows.pin, &rows.pins, &rows.given, &rows.given_stack})
            form->front().required = "there is no stage; expected the name of an array that is computed";
        return rows;
    }();
    return all;
}

float written(Index place) {
    return static_cast<float>(place + 1);
}

/// Converts a whole number from 1 to `most` to an index from 0. Failures are recorded in the field.
Index read_place(float number, Index most, Index row, const Field& field) {
    if (number >= 1 && number <= static_cast<float>(most) && number == std::floor(number))
        return static_cast<Index>(number) - 1;
    field.fail(fmt::format("row {} has {}, expected a whole number from 1 to {}", row + 1, number, most));
    return 0;
}

/// Reads a stored array with this number of columns; empty, with a failure recorded, if it has another.
Matrix read_stack(const SessionReading& into, const Field& field, Index columns) {
    if (!field.is(Json::Kind::object)) {
        field.fail("expected an array with this session");
        return {};
    }
    Matrix stack = into.matrices.array(field);
    if (field.failed())
        return {};
    if (stack.empty() || stack.columns() != columns)
        field.fail(fmt::format("expected an array of {} columns", columns));
    return stack;
}

void read_stack_of_pins(SessionReading& into, const EntryReading& entry) {
    const Field& field = *entry.cells;
    const Matrix stack = read_stack(into, field, columns_of_a_pin);
    for (Index i = 0; i < stack.rows() && !field.failed(); ++i) {
        const CellId cell{entry.cell.layer,
                          entry.cell.array,
                          read_place(stack(i, 0), into.sizes.B, i, field),
                          read_place(stack(i, 1), into.sizes.H, i, field),
                          read_place(stack(i, 2), rows_of(entry), i, field),
                          read_place(stack(i, 3), columns_of(entry), i, field)};
        if (!field.failed() && !into.layer.pins.emplace(cell, stack(i, 4)).second)
            field.fail(fmt::format("{} is pinned twice; expected one pin a cell", cell_name(cell)));
    }
}

void read_pins(SessionReading& into, const Field& list) {
    for (const Field& field : list.items()) {
        EntryReading entry{into.sizes};
        read_keys(field["cells"].exists() ? forms().pins : forms().pin, field, entry);
        if (list.failed())
            return;
        if (entry.cells)
            read_stack_of_pins(into, entry);
        else if (!into.layer.pins.emplace(entry.cell, entry.value).second)
            field.fail(fmt::format("{} is pinned twice; expected one pin a cell", cell_name(entry.cell)));
    }
}

std::optional<Json> json_of_pins(SessionWriting& from) {
    const auto& pins = from.layer.pins;
    from.matrices.count(columns_of_a_pin * std::ssize(pins));
    if (from.matrices.is_too_much())
        return json_null();
    std::vector<Json> items;
    for (auto pin = pins.begin(); pin != pins.end();) {
        const ArrayId array = pin->first.array;
        std::vector<std::pair<CellId, float>> of_array;
        for (; pin != pins.end() && pin->first.array == array; ++pin)
            of_array.emplace_back(*pin);
        if (!from.matrices.are_arrays_outside() || std::ssize(of_array) <= pins_in_text) {
            for (const auto& [cell, value] : of_array)
                items.push_back(write_keys(forms().pin, EntryWriting{cell, value}));
            continue;
        }
        const Matrix stack = filled(std::ssize(of_array), columns_of_a_pin, [&](Index i, Index j) {
            const auto& [cell, value] = of_array[static_cast<std::size_t>(i)];
            const std::array<float, columns_of_a_pin> row{written(cell.item), written(cell.head), written(cell.row),
                                                          written(cell.column), value};
            return row.at(static_cast<std::size_t>(j));
        });
        EntryWriting entry{{from.layer.number, array}};
        entry.cells = from.matrices.array(fmt::format("pins.{}", array_name(array)), stack);
        items.push_back(write_keys(forms().pins, entry));
    }
    return unless_empty(json_list(std::move(items)));
}

void read_given_stack(SessionReading& into, const Field& field, const EntryReading& entry) {
    const Field& places = *entry.slots;
    const Matrix slots = read_stack(into, places, columns_of_a_slot);
    const Shape shape = shape_of(into.sizes, entry.cell.array);
    const Matrix stack = field.failed() ? Matrix() : read_stack(into, *entry.matrix, shape.columns);
    if (field.failed())
        return;
    if (stack.rows() != shape.rows * slots.rows())
        return field.fail(fmt::format("the matrices are {} × {} together, expected {} of {} × {}", stack.rows(),
                                      stack.columns(), slots.rows(), shape.rows, shape.columns));
    for (Index i = 0; i < slots.rows() && !field.failed(); ++i) {
        const Address slot{entry.cell.layer, entry.cell.array, read_place(slots(i, 0), into.sizes.B, i, places),
                           read_place(slots(i, 1), into.sizes.H, i, places)};
        if (!into.layer.given.emplace(slot, stack.row_block(i * shape.rows, shape.rows)).second)
            field.fail("one of these is given twice; expected each once");
    }
}

void read_given(SessionReading& into, const Field& list) {
    for (const Field& field : list.items()) {
        EntryReading entry{into.sizes};
        read_keys(field["slots"].exists() ? forms().given_stack : forms().given, field, entry);
        if (entry.cell.array == ArrayId::context && !into.layer.context)
            field.fail("there is no context in this session");
        if (list.failed())
            return;
        if (entry.slots) {
            read_given_stack(into, field, entry);
            continue;
        }
        Matrix matrix = into.matrices.matrix(*entry.matrix, shape_of(into.sizes, entry.cell.array));
        if (matrix.empty())
            field.fail(forms().matrix.required);
        const Address slot{entry.cell.layer, entry.cell.array, entry.cell.item, entry.cell.head};
        if (!into.layer.given.emplace(slot, std::move(matrix)).second)
            field.fail("this is given twice; expected it once");
    }
}

std::optional<Json> json_of_given(SessionWriting& from) {
    std::vector<Json> items;
    const auto& given = from.layer.given;
    for (auto entry = given.begin(); entry != given.end();) {
        const ArrayId array = entry->first.array;
        std::vector<Address> slots;
        std::vector<Matrix> matrices;
        for (; entry != given.end() && entry->first.array == array; ++entry) {
            slots.push_back(entry->first);
            matrices.push_back(entry->second);
        }
        const std::string_view name = array_name(array);
        EntryWriting written_entry{{from.layer.number, array}};
        if (from.matrices.is_stack(matrices)) {
            const Matrix places = filled(std::ssize(slots), columns_of_a_slot, [&](Index i, Index j) {
                const Address& slot = slots[static_cast<std::size_t>(i)];
                return written(j == 0 ? slot.item : slot.head);
            });
            written_entry.slots = from.matrices.array(fmt::format("given.{}.slots", name), places);
            written_entry.matrix = from.matrices.array(fmt::format("given.{}", name), stacked(matrices));
            items.push_back(write_keys(forms().given_stack, written_entry));
            continue;
        }
        for (std::size_t i = 0; i < slots.size(); ++i) {
            written_entry.cell.item = slots[i].item;
            written_entry.cell.head = slots[i].head;
            written_entry.matrix =
                from.matrices.matrix(fmt::format("{}.{}.{}", name, slots[i].item + 1, slots[i].head + 1), matrices[i]);
            items.push_back(write_keys(forms().given, written_entry));
        }
    }
    return unless_empty(json_list(std::move(items)));
}

} // namespace

std::vector<SessionKey> override_keys() {
    return {{"pins", read_pins, json_of_pins}, {"given", read_given, json_of_given}};
}

Opening read_opening(const Field& field, const Sizes& sizes, bool may_be_weight) {
    EntryReading entry{sizes, may_be_weight};
    read_keys(forms().place, field, entry);
    return {entry.cell.array, entry.cell.item, entry.cell.head, entry.cell.row, entry.cell.column};
}

Json json_of_opening(const Opening& opening) {
    const EntryWriting entry{{0, opening.stage, opening.item, opening.head, opening.row, opening.column}};
    return write_keys(forms().place, entry);
}

} // namespace attn
