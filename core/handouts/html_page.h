#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"
#include "core/text/prose.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A section of a handout. Links lead to its id.
struct HtmlSection {
    std::string id;
    std::string link;   ///< its name in the list of sections
    std::string html;   ///< its content
    std::string fold{}; ///< neighbours with the same fold share a fold of that name; empty: not folded
};

/// A self-contained HTML document, whose own script steps through the sections; no other script may run. It is
/// well-formed XML. `about`: paragraphs in HTML beneath the title.
std::string html_page(const std::string& title, const std::string& about, const std::vector<HtmlSection>& sections);

/// The picture of the context as SVG within HTML, with room for words beside it. `shown`: another picture, as wide as
/// the page. The ids of its elements begin with `name`. Pointing at a cell or focusing it shows its number.
Result<std::string> picture_in_html(const DrawContext& drawing, const std::string& name,
                                    std::optional<PictureId> shown = {});

/// The text in HTML, with indices and exponents of symbols.
std::string html_of(const Prose& text);
/// A paragraph of the text.
std::string html_paragraph(const Prose& text, const std::string& style = {});

} // namespace attn
