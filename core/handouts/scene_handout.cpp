#include "core/handouts/html_page.h"
#include "core/handouts/scene_documents.h"

#include <fmt/format.h>

namespace attn {

namespace {

std::string paragraphs(const Prose& text) {
    std::string html;
    for (const Prose& paragraph : text.paragraphs())
        html += html_paragraph(paragraph);
    return html;
}

/// The scene's question and choices in HTML, and its answer behind a click, so that nobody reads it before betting.
std::string question(const LectureScene& scene) {
    if (scene.question.empty())
        return {};
    std::string html = "<h3>Question</h3>\n";
    for (const Prose& paragraph : scene.question.paragraphs())
        html += fmt::format("<p><strong>{}</strong></p>\n", html_of(paragraph));
    if (!scene.choices.empty()) {
        html += "<ol>\n";
        for (const Prose& choice : scene.choices)
            html += fmt::format("<li>{}</li>\n", html_of(choice));
        html += "</ol>\n";
    }
    if (!scene.answer.empty())
        html += fmt::format("<details><summary>Answer</summary>\n{}</details>\n", paragraphs(scene.answer));
    return html;
}

} // namespace

Result<std::string> scene_handout(const Lecture& lecture, const Typesetter& typesetter) {
    std::vector<HtmlSection> sections;
    for (const LectureScene& scene : lecture.scenes) {
        const std::string number = std::to_string(sections.size() + 1);
        PictureCache cache;
        const SceneView& view = scene.begins;
        const DrawContext drawing{view.session, view.trace, view.view, typesetter, cache};
        const auto drawn = scene.has_picture ? picture_in_html(drawing, "scene-" + number) : Result<std::string>("");
        if (!drawn)
            return drawn.error();
        sections.push_back({"scene-" + number, number,
                            fmt::format("<div class=\"sides\">\n{}<div class=\"words\">\n{}{}</div>\n</div>\n", *drawn,
                                        paragraphs(scene.text), question(scene))});
    }
    return html_page(lecture.title, html_paragraph(lecture.idea), sections);
}

} // namespace attn
