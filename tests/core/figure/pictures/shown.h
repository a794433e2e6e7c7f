#pragma once

#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "core/figure/pictures/picture.h"
#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace attn::test {

/// A session, viewed through one picture.
class Shown {
public:
    explicit Shown(Session session) : session_(std::move(session)) { engine_.compute(session_.layer()); }

    static Shown preset(const std::string& name) {
        auto session = load_preset(font_folder().parent_path(), name);
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return Shown(*std::move(session));
    }
    /// A session from JSON in which ' stands for ".
    static Shown json(std::string text) {
        std::replace(text.begin(), text.end(), '\'', '"');
        auto session = parse_session(text, "test.json", "");
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return Shown(*std::move(session));
    }

    /// Changes the layer, and computes it again.
    template <class Change>
    Shown& with(Change change) {
        change(session_.layer());
        engine_.compute(session_.layer());
        return *this;
    }
    Shown& in_notation_of(const std::string& name) {
        auto chosen = notation_named(name);
        EXPECT_TRUE(chosen) << name;
        session_.notation = *std::move(chosen);
        return *this;
    }
    Shown& columns() {
        session_.tokens_as_columns = true;
        return *this;
    }
    Shown& at(ArrayId stage, Index head = 0, Index row = 0, Index column = 0) {
        view_state_.step = stage;
        view_state_.head = head;
        view_state_.row = row;
        view_state_.column = column;
        return *this;
    }

    ViewState& view_state() { return view_state_; }
    const Trace& trace() const { return engine_.trace(); }
    const Session& session() const { return session_; }
    DrawContext drawing(const Trace* baseline = nullptr) {
        return {session_, engine_.trace(), view_state_, typesetter(), cache_, baseline};
    }

    bool fits(PictureId id) { return picture(id).fits(drawing()); }
    DisplayList draw(PictureId id, const Box& area = {0, 0, 812, 582}) {
        DisplayList list;
        EXPECT_TRUE(fits(id)) << picture(id).name;
        picture(id).draw(list, drawing(), area);
        return list;
    }

private:
    Session session_;
    Engine engine_;
    PictureCache cache_;
    ViewState view_state_;
};

inline std::vector<std::string> texts_of(const DisplayList& list) {
    std::vector<std::string> texts;
    for (const Item& item : list.items)
        if (const auto* text = std::get_if<Text>(&item.shape()))
            texts.push_back(text->text);
    return texts;
}

/// True if the picture has these words, in one text or over several.
inline bool says(const DisplayList& list, const std::string& wanted) {
    std::string all;
    for (const std::string& text : texts_of(list))
        all += text + " ";
    return all.find(wanted) != std::string::npos;
}

inline std::size_t count_of(const DisplayList& list, const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(texts_of(list), text));
}

/// The area of a cell, by its name in scripts.
inline std::optional<Box> place_of(const DisplayList& list, const std::string& cell) {
    const auto named = parse_cell_name(cell);
    EXPECT_TRUE(named) << cell;
    return find(list, *named, typesetter());
}

/// Expects that all places in the list are finite numbers.
inline void expect_well_placed(const DisplayList& list, const std::string& what) {
    for (const Item& item : list.items) {
        const Box box = bounds(item, typesetter());
        EXPECT_TRUE(std::isfinite(box.x) && std::isfinite(box.y) && std::isfinite(box.width) &&
                    std::isfinite(box.height))
            << what;
    }
}

} // namespace attn::test
