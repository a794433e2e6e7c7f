#include "core/handouts/scene_documents.h"
#include "core/handouts/tex_document.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace attn {

namespace {

constexpr FigurePlace place_in_scene{9, 7.4F};
constexpr float width_of_scene_words = 4.8F; // cm
/// The scale of pictures on a slide: the smallest type, 11 logical pixels, becomes 5.6 points on a slide of 16 × 9 cm,
/// which is 12 points on one of 34 × 19.
constexpr float scene_scale = 5.6F / 72 * 96 / type_size::small;
/// A picture that lacks numbers or words in its place is laid out in this many times the room, and shrunk to the place.
constexpr float more_room = 1.35F;

/// The picture of a scene, laid out for its place. If parts of it are missing there, it is laid out larger and then
/// shrunk, so that its type is smaller.
Figure figure_of(const SceneView& view, const Typesetter& typesetter) {
    constexpr float units_a_cm = 96 / 2.54F / scene_scale;
    const Point room{place_in_scene.width * units_a_cm, place_in_scene.height * units_a_cm};
    Box box{0, 0, room.x, room.y};
    Figure figure;
    figure.list = picture_of(view, box, typesetter);
    const auto is_whole = [&](const Box& ink) {
        return !figure.list.lacks_numbers && !figure.list.lacks_words && ink.right() <= box.right() + 1 &&
               ink.bottom() <= box.bottom() + 1;
    };
    if (!is_whole(bounds(figure.list, typesetter))) {
        box = {0, 0, more_room * room.x, more_room * room.y};
        figure.list = picture_of(view, box, typesetter);
    }
    figure.page = {united(box, bounds(figure.list, typesetter)), transparent};
    figure.scale = scene_scale * std::min(room.x / figure.page.area.width, room.y / figure.page.area.height);
    return figure;
}

class SceneFrame {
public:
    SceneFrame(TexDocument& document, const LectureScene& scene, std::string name, const Typesetter& typesetter)
        : document_(document), scene_(scene), name_(std::move(name)), typesetter_(typesetter) {}

    Result<std::string> write() {
        const std::string words = paragraphs(scene_.text) + question();
        std::string body = "\\raggedright\n" + words;
        if (scene_.has_picture) {
            const auto figure = figures();
            if (!figure)
                return figure.error();
            body = fmt::format("\\begin{{columns}}[c]\n\\begin{{column}}{{{:.1f}cm}}\n\\centering\n{}\\end{{column}}\n"
                               "\\begin{{column}}{{{:.1f}cm}}\n\\raggedright\\small\n{}\\end{{column}}\n"
                               "\\end{{columns}}\n",
                               place_in_scene.width, *figure, width_of_scene_words, words);
        }
        if (!scene_.note.empty())
            body += fmt::format("\\note{{{}}}\n", document_.words(scene_.note));
        return fmt::format("\n\\begin{{frame}}\n{}\\end{{frame}}\n", body);
    }

private:
    /// The TeX of the scene's picture. The slide with the answer and the printed handout show the revealed picture
    /// instead.
    Result<std::string> figures() {
        const auto begins =
            document_.add_figure(figure_of(scene_.begins, typesetter_), name_, place_in_scene, typesetter_);
        if (!begins || !scene_.revealed)
            return begins ? Result(*begins + "\n") : begins;
        auto revealed = document_.add_figure(figure_of(*scene_.revealed, typesetter_), name_ + "-answer",
                                             place_in_scene, typesetter_);
        if (!revealed)
            return revealed;
        return fmt::format("\\only<1|handout:0>{{{}}}%\n\\only<2|handout:1>{{{}}}%\n", *begins, *revealed);
    }

    std::string paragraphs(const Prose& text) {
        std::string tex;
        for (const Prose& paragraph : text.paragraphs())
            tex += document_.words(paragraph) + "\n\n";
        return tex;
    }

    std::string question() {
        if (scene_.question.empty())
            return {};
        std::string tex = "\\medskip\n";
        for (const Prose& paragraph : scene_.question.paragraphs())
            tex += fmt::format("\\textbf{{{}}}\n\n", document_.words(paragraph));
        if (!scene_.choices.empty()) {
            tex += "\\begin{enumerate}\n";
            for (const Prose& choice : scene_.choices)
                tex += fmt::format("\\item {{}}{}\n", document_.words(choice)); // "[" begins no option of \item
            tex += "\\end{enumerate}\n";
        }
        if (!scene_.answer.empty())
            tex += fmt::format("\\medskip\n\\uncover<2-|handout:1>{{{}}}\n", paragraphs(scene_.answer));
        return tex;
    }

    TexDocument& document_;
    const LectureScene& scene_;
    std::string name_;
    const Typesetter& typesetter_;
};

} // namespace

Result<std::vector<DocumentFile>> scene_slides(const Lecture& lecture, const Typesetter& typesetter) {
    TexDocument document;
    std::string frames;
    std::size_t number = 0;
    for (const LectureScene& scene : lecture.scenes) {
        const auto frame = SceneFrame(document, scene, fmt::format("scene-{:02}", ++number), typesetter).write();
        if (!frame)
            return frame.error();
        frames += *frame;
    }
    const DeckTitle title{document.noted(tex_text(lecture.title)),
                          document.noted(tex_text(lecture.idea)),
                          lecture.title,
                          lecture.idea,
                          {}};
    return finish_deck(std::move(document), title, frames);
}

} // namespace attn
