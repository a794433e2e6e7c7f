#pragma once

#include "core/document/files/session_file.h"
#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "core/figure/figure.h"
#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace attn::test {

/// A session with its numbers, to draw figures from.
class Drawn {
public:
    explicit Drawn(Session session) : session_(std::move(session)) { engine_.compute(session_.layer()); }

    static Drawn preset(const std::string& name) {
        auto session = load_preset(font_folder().parent_path(), name);
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return Drawn(*std::move(session));
    }
    /// A session from JSON in which ' stands for ".
    static Drawn json(std::string text) {
        for (char& letter : text)
            letter = letter == '\'' ? '"' : letter;
        auto session = parse_session(text, "test.json", "");
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return Drawn(*std::move(session));
    }

    const Session& session() const { return session_; }
    const Trace& trace() const { return engine_.trace(); }
    FigureSource source(const Trace* baseline = nullptr) const {
        return {session_, engine_.trace(), typesetter(), baseline};
    }
    Figure figure(const FigureRequest& request, const Trace* baseline = nullptr) const {
        auto figure = lay_out(request, source(baseline));
        EXPECT_TRUE(figure) << (figure ? "" : figure.error().message);
        return figure ? *std::move(figure) : Figure{};
    }
    std::string refusal(const FigureRequest& request) const {
        const auto figure = lay_out(request, source());
        EXPECT_FALSE(figure);
        return figure ? "" : figure.error().message;
    }

private:
    Session session_;
    Engine engine_;
};

inline std::string bytes_of(const Figure& figure, FigureFormat format, float dpi = 300) {
    const auto bytes = write(figure, format, dpi, typesetter());
    EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message);
    return bytes ? *bytes : "";
}

inline std::vector<std::string> texts_of(const Figure& figure) {
    std::vector<std::string> texts;
    for (const Item& item : figure.list.items)
        if (const auto* text = std::get_if<Text>(&item.shape()))
            texts.push_back(text->text);
    return texts;
}

inline FigureRequest request_of(std::string_view kind, ArrayId array = ArrayId::A) {
    FigureRequest request;
    request.kind = kind;
    request.array = array;
    return request;
}

inline bool says(const Figure& figure, const std::string& wanted) {
    return std::ranges::any_of(texts_of(figure),
                               [&](const std::string& text) { return text.find(wanted) != std::string::npos; });
}

} // namespace attn::test
