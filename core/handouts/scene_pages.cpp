#include "core/handouts/scene_documents.h"

#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/text_layout.h"
#include "core/handouts/pages.h"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr float level_margin = 48;
constexpr float level_words = 320;   // width of the column of words on a landscape page
constexpr float words_line = 20;     // baselines apart
constexpr float least_picture = 220; // least height of a picture in a handout

/// Paragraphs of a scene's words, each a block `width` wide.
class WordBlocks {
public:
    WordBlocks(const Typesetter& typesetter, float width) : typesetter_(typesetter), width_(width) {}

    void add(const Prose& words, Colour colour, const Font& font = {}) {
        for (const Prose& paragraph : words.paragraphs()) {
            PageBlock block;
            block.height = add_paragraph(block.list, typesetter_, {0, 13}, width_,
                                         Claims{{paragraph, Always{"a lesson's words, which are checked"}}}, colour,
                                         font, words_line) +
                           space::small;
            blocks_.push_back(std::move(block));
        }
    }
    void add(const LectureScene& scene, const Theme& theme) {
        add(scene.text, theme.ink);
        add(scene.question, theme.ink, {.weight = FontWeight::semibold});
        for (std::size_t i = 0; i < scene.choices.size(); ++i)
            add(fmt::format("{}  ", i + 1) + scene.choices[i], theme.ink);
    }
    const std::vector<PageBlock>& blocks() const { return blocks_; }

private:
    const Typesetter& typesetter_;
    float width_;
    std::vector<PageBlock> blocks_;
};

std::string place_of(const Lecture& lecture, const LectureScene& scene) {
    return fmt::format("{} of {}", &scene - lecture.scenes.data() + 1, lecture.scenes.size());
}

/// A landscape page with the scene's picture, left of a column of words that begins at `words`.
DisplayList level_page(const Lecture& lecture, const LectureScene& scene, const Typesetter& typesetter, Point words) {
    const Theme& theme = attn::theme(Look::light);
    const auto [width, height] = screen_page;
    DisplayList list;
    add_text(list, typesetter, {level_margin, level_margin + 14}, lecture.title, theme.ink, bold(type_size::large));
    add_text(list, typesetter, {width - level_margin, level_margin + 14}, place_of(lecture, scene), theme.dim, {},
             Horizontal::right);
    if (scene.has_picture)
        list.append(picture_of(scene.begins,
                               {level_margin, words.y, words.x - space::section - level_margin,
                                height - level_margin - space::section - words.y},
                               typesetter));
    return list;
}

/// The scene's landscape pages, as many as its words need; each shows the picture.
std::vector<PdfPage> level_pages(const Lecture& lecture, const LectureScene& scene, const Typesetter& typesetter) {
    const Theme& theme = attn::theme(Look::light);
    const Box page{0, 0, screen_page.x, screen_page.y};
    const Point words{page.width - level_margin - level_words, level_margin + 52};
    WordBlocks paragraphs(typesetter, level_words);
    paragraphs.add(scene, theme);
    paragraphs.add(scene.answer, theme.ink);
    paragraphs.add(scene.note, theme.dim);
    std::vector<PdfPage> pages{{level_page(lecture, scene, typesetter, words), {page, theme.panel}}};
    float y = words.y;
    for (const PageBlock& paragraph : paragraphs.blocks()) {
        if (y > words.y && y + paragraph.height > page.height - level_margin) {
            pages.push_back({level_page(lecture, scene, typesetter, words), {page, theme.panel}});
            y = words.y;
        }
        pages.back().list.append(paragraph.list, {words.x, y});
        y += paragraph.height;
    }
    return pages;
}

/// Adds the scene's words and the picture beneath them: on one page together, if a page has room for them.
void add_scene(Paper& sheets, const Lecture& lecture, const LectureScene& scene, const Typesetter& typesetter) {
    const Theme& theme = attn::theme(Look::light);
    WordBlocks paragraphs(typesetter, paper::text_width);
    paragraphs.add(place_of(lecture, scene), theme.dim);
    paragraphs.add(scene, theme);
    std::vector<PageBlock> blocks = paragraphs.blocks();
    if (scene.has_picture) {
        PageBlock shown;
        shown.list = picture_of(scene.begins, {0, space::medium, paper::text_width, least_picture}, typesetter);
        shown.height = std::max(space::medium + least_picture, bounds(shown.list, typesetter).bottom());
        blocks.push_back(std::move(shown));
    }
    PageBlock whole;
    for (const PageBlock& block : blocks) {
        whole.list.append(block.list, {0, whole.height});
        whole.height += block.height;
    }
    if (whole.height <= paper::text_height)
        return sheets.add(whole, space::section);
    float distance = space::section;
    for (const PageBlock& block : blocks)
        sheets.add(block, std::exchange(distance, 0.0F));
}

} // namespace

DisplayList picture_of(const SceneView& scene, const Box& box, const Typesetter& typesetter) {
    PictureCache cache;
    const DrawContext drawing{scene.session, scene.trace, scene.view, typesetter, cache};
    DisplayList list;
    picture(shown_picture(drawing)).draw(list, drawing, box);
    return list;
}

std::vector<StoryPage> scene_storyboard(const Lecture& lecture, const Typesetter& typesetter) {
    std::vector<StoryPage> pages;
    std::size_t number = 0;
    for (const LectureScene& scene : lecture.scenes) {
        ++number;
        std::size_t part = 0;
        for (PdfPage& page : level_pages(lecture, scene, typesetter)) {
            const std::string suffix = ++part == 1 ? "" : fmt::format("-{}", part);
            pages.push_back({fmt::format("scene-{:02}{}", number, suffix), std::move(page)});
        }
    }
    return pages;
}

std::vector<PdfPage> scene_pages(const Lecture& lecture, const Typesetter& typesetter) {
    Paper sheets(typesetter);
    PageBlock title;
    add_text(title.list, typesetter, {0, 20}, lecture.title, theme(Look::light).ink, bold(type_size::large));
    title.height = 32;
    sheets.add(title, 0);
    for (const LectureScene& scene : lecture.scenes)
        add_scene(sheets, lecture, scene, typesetter);
    return std::move(sheets).finish(lecture.title);
}

} // namespace attn
