#pragma once

#include "core/figure/text.h"
#include "ui/gl/texture.h"

#include <cstdint>
#include <imgui.h>
#include <list>
#include <string>
#include <unordered_map>
#include <vector>

namespace attn {

/// Draws texts on the screen. Pango rasterises each text once; the text is stored in a page of an atlas and painted
/// from there in any colour. When room is needed, the page that was not seen for longest is dropped.
class TextCache {
public:
    /// The typesetter must outlive the cache.
    explicit TextCache(const Typesetter& typesetter);

    /// Must be called before each frame. `scale`: pixels of the screen per logical pixel (1 to 4).
    void begin_frame(float scale);

    /// Paints the text at its position moved by `origin`, in logical pixels, which are ImGui's coordinates. Texts lie
    /// on whole pixels, and stay sharp.
    void draw(ImDrawList& list, const Text& text, Point origin = {});

    /// Returns the typesetter that sets the texts, for measuring and shortening them.
    const Typesetter& typesetter() const { return *typesetter_; }

    std::size_t page_count() const { return pages_.size(); }
    std::size_t text_count() const { return entries_.size(); }

private:
    struct Key {
        std::string text;
        Font font;
        Direction direction{};
        float scale = 1;
        Colour colour; ///< white if the text can be painted in any colour
        bool grey = false;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct Page {
        Texture texture;
        std::uint64_t last_used = 0; ///< number of the frame
        int shelf_top = 0;
        int shelf_height = 0;
        int shelf_used = 0; ///< number of pixels from the left that texts already fill
        std::vector<Key> keys;
    };
    /// The position of a text in its page, in pixels.
    struct Entry {
        Page* page = nullptr; ///< null: the text has nothing to paint
        int x = 0, y = 0, width = 0, height = 0;
        Point offset;          ///< logical pixels from the text's baseline to the image's corner
        bool coloured = false; ///< contains emoji, which have colours of their own
    };
    struct Place {
        Page* page;
        int x, y;
    };

    Entry& find_or_set(const Text& text);
    Entry& set(Key key, const TextPixels& pixels, bool coloured);
    Place room_for(int width, int height);
    Page& fresh_page(int width, int height);

    const Typesetter* typesetter_;
    float scale_ = 1;
    std::uint64_t frame_ = 0;
    std::list<Page> pages_; // entries point to them
    std::unordered_map<Key, Entry, Hash> entries_;
};

} // namespace attn
