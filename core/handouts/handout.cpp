#include "core/handouts/handout.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/svg.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/figure/xml.h"
#include "core/files/base64.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_cell.h"

#include <array>
#include <fmt/format.h>
#include <glib.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace attn {

namespace {

/// What a handout looks like, in CSS.
std::string_view handout_styles() {
    return R"(
:root { color: #1d1d1f; background: #f6f5f2; font: 16px/1.5 Inter, "DejaVu Sans", system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1080px; padding: 32px 20px 80px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 20px; line-height: 1.3; margin: 0 0 12px; }
h2 small { color: #6b6b70; font-size: 13px; font-weight: 400; margin-left: 8px; }
h3 { color: #6b6b70; font-size: 11px; letter-spacing: .06em; margin: 20px 0 4px; text-transform: uppercase; }
p { margin: 0 0 8px; max-width: 72ch; }
.dim { color: #6b6b70; }
nav { display: flex; flex-wrap: wrap; gap: 4px; margin: 20px 0; }
nav a { border-radius: 6px; color: #6b6b70; padding: 4px 8px; text-decoration: none; }
nav a:hover, nav a:focus-visible { color: #1d1d1f; text-decoration: underline; }
nav a[aria-current] { background: #1d1d1f; color: #fff; }
section { background: #fff; border: 1px solid #e2e0da; border-radius: 6px; margin: 0 0 20px; padding: 20px; }
.stepping section { display: none; }
.stepping section.shown { display: block; }
.sides { display: flex; flex-wrap: wrap; gap: 32px; }
.picture { flex: 1 1 520px; margin: 0; min-width: 0; }
.words { flex: 1 1 240px; min-width: 0; }
svg { height: auto; max-width: 100%; }
svg text { pointer-events: none; }
rect[tabindex] { cursor: default; outline: none; }
rect[tabindex]:hover { stroke: #1d1d1f; stroke-width: 1.5px; }
rect[tabindex]:focus { stroke: #1d1d1f; stroke-width: 3px; }
.worked { font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
footer { align-items: center; background: #fff; border-top: 1px solid #e2e0da; bottom: 0; display: none; gap: 12px;
         left: 0; padding: 8px 20px; position: fixed; right: 0; }
.stepping footer { display: flex; }
#value { flex: 1; font-variant-numeric: tabular-nums; margin: 0; max-width: none; }
button { background: #fff; border: 1px solid #a9a8a4; border-radius: 6px; color: inherit; font: inherit; min-height: 36px;
         padding: 4px 16px; }
button:disabled { color: #a9a8a4; border-color: #e2e0da; }
@page { size: A4; margin: 15mm; }
@media print {
  :root { background: #fff; font-size: 10pt; }
  body { max-width: none; padding: 0; }
  nav, footer, .stepping footer { display: none; }
  h1 { font-size: 20pt; }
  h2 { font-size: 13pt; }
  section, .stepping section { border: 0; break-inside: avoid; display: block; margin: 0; padding: 0 0 10mm; }
  .sides { flex-wrap: nowrap; gap: 8mm; }
  .picture { flex: 0 0 62%; }
  .picture svg { max-height: 96mm; }
}
)";
}

/// How it steps and says numbers. Neither < nor & stand in it, so that it needs no escapes in XML.
std::string_view handout_script() {
    return R"(
(function () {
  "use strict";
  var steps = Array.from(document.querySelectorAll("section"));
  var links = Array.from(document.querySelectorAll("nav a"));
  var value = document.getElementById("value");
  var previous = document.getElementById("previous");
  var next = document.getElementById("next");
  var at = 0;

  function show(place) {
    at = Math.max(0, Math.min(steps.length - 1, place));
    steps.forEach(function (step, i) { step.classList.toggle("shown", i === at); });
    links.forEach(function (link, i) {
      if (i === at) { link.setAttribute("aria-current", "step"); } else { link.removeAttribute("aria-current"); }
    });
    previous.disabled = at === 0;
    next.disabled = at === steps.length - 1;
    value.textContent = "";
  }

  function go(place) {
    show(place);
    window.scrollTo(0, 0);
    try { history.replaceState(null, "", "#" + steps[at].id); } catch (refused) { /* some readers keep no history */ }
  }

  function from_address() {
    var place = steps.findIndex(function (step) { return "#" + step.id === location.hash; });
    show(Math.max(0, place));
  }

  function say(event) {
    var cell = event.target.closest ? event.target.closest("rect[tabindex]") : null;
    if (cell) { value.textContent = cell.querySelector("title").textContent; }
  }

  var distance = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    var place = event.key in distance ? at + distance[event.key]
              : event.key === "Home" ? 0 : event.key === "End" ? steps.length - 1 : -2;
    if (place === -2) { return; }
    event.preventDefault();
    go(place);
  });
  document.addEventListener("mouseover", say);
  document.addEventListener("focusin", say);
  previous.addEventListener("click", function () { go(at - 1); });
  next.addEventListener("click", function () { go(at + 1); });
  window.addEventListener("hashchange", from_address);
  document.body.classList.add("stepping");
  from_address();
})();
)";
}

/// What the page may do, as its Content-Security-Policy: run that script and no other, and load nothing.
std::string handout_policy() {
    gsize size = 32;
    std::array<guint8, 32> digest{};
    const std::unique_ptr<GChecksum, void (*)(GChecksum*)> checksum(g_checksum_new(G_CHECKSUM_SHA256), g_checksum_free);
    const std::string_view script = handout_script();
    g_checksum_update(checksum.get(), reinterpret_cast<const guchar*>(script.data()),
                      static_cast<gssize>(script.size()));
    g_checksum_get_digest(checksum.get(), digest.data(), &size);
    const std::string bytes(digest.begin(), digest.begin() + size);
    return "default-src 'none'; script-src 'sha256-" + base64(bytes) +
           "'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
}

constexpr float picture_width = 660;
constexpr float picture_height = 540;
constexpr float handout_formula_size = 20;

class Section {
public:
    Section(const DrawContext& drawing, const CellId& cell, std::string name)
        : drawing_(drawing), cell_(canonical(drawing, cell)), name_(std::move(name)) {}

    Result<std::string> write() const {
        const auto drawn = picture();
        if (!drawn)
            return drawn.error();
        const auto formulas = written_formulas();
        if (!formulas)
            return formulas.error();
        const std::string of = whose(drawing_);
        std::string html =
            fmt::format("<section id=\"{}\">\n<h2>{}", name_, xml_escaped(array_title(drawing_.session, cell_.array)));
        html +=
            (of.empty() ? "" : fmt::format(" <small>{}</small>", xml_escaped(of))) + "</h2>\n<div class=\"sides\">\n";
        html += fmt::format("<figure class=\"picture\">\n{}</figure>\n<div class=\"words\">\n", *drawn);
        html += *formulas + fmt::format("<h3>One cell</h3>\n<p class=\"dim\">{}</p>\n<p class=\"worked\">{}</p>\n",
                                        xml_escaped(cell_words(drawing_, cell_)),
                                        xml_escaped(worked_cell(drawing_, cell_, most_summands)));
        if (const std::string meaning = in_words(drawing_, explain(drawing_.trace, cell_)); !meaning.empty())
            html += fmt::format("<h3>In words</h3>\n<p>{}</p>\n", xml_escaped(meaning));
        return html + "</div>\n</div>\n</section>\n";
    }

private:
    Result<std::string> picture() const {
        DisplayList list;
        attn::picture(shown_picture(drawing_)).draw(list, drawing_, {0, 0, picture_width, picture_height});
        const auto value_of = [&](const CellId& cell) { return said(cell); };
        return write_inline_svg(list, page_around(list, drawing_.typesetter, 4, transparent),
                                {name_, array_title(drawing_.session, cell_.array), value_of}, drawing_.typesetter);
    }

    /// "a₁‚₂ = 0.948: rose₁ reads is₂"; with its head where the page is not of one: "w₁‚₂ of head 2 = 0.5: …".
    std::string said(const CellId& cell) const {
        if (!drawing_.trace.contains(cell))
            return {};
        const std::string name = names_head(drawing_) ? short_cell(drawing_, cell) : short_cell_of_head(drawing_, cell);
        return fmt::format("{} = {}: {}", name, by_hand(drawing_.trace.value(cell)), cell_words(drawing_, cell));
    }

    Result<std::string> written_formulas() const {
        std::string html;
        const std::string whole = figure_formula(drawing_);
        const std::string of_cell = cell_formula_that_holds(drawing_, cell_.array);
        int count = 0;
        for (const std::string& tex : {whole, of_cell}) {
            if (tex.empty() || (count > 0 && tex == whole))
                continue;
            const auto drawn = formula(tex, fmt::format("{}-f{}", name_, ++count));
            if (!drawn)
                return drawn.error();
            html += "<p>" + *drawn + "</p>\n";
        }
        return html.empty() ? html : "<h3>Formula</h3>\n" + html;
    }

    Result<std::string> formula(const std::string& tex, const std::string& name) const {
        const Colour ink = drawing_.theme().ink;
        const Typeset set = names_head(drawing_) ? set_formula(drawing_, tex, handout_formula_size, ink)
                                                 : set_general_formula(drawing_, tex, handout_formula_size, ink);
        return write_inline_svg(set.list, page_around(set.list, drawing_.typesetter, 2, transparent),
                                {name, in_notation(tex, notation_of(drawing_.session)), {}}, drawing_.typesetter);
    }

    const DrawContext& drawing_;
    CellId cell_;
    std::string name_;
};

/// The session in the notation that was asked for.
Session session_as_asked(const FigureSource& source, const FigureRequest& shown) {
    Session session = source.session;
    session.notation = shown.notation.value_or(session.notation);
    session.tokens_as_columns = shown.tokens_as_columns.value_or(session.tokens_as_columns);
    return session;
}

std::string head_of(const FigureSource& source, const FigureRequest& shown) {
    const Session session = session_as_asked(source, shown);
    const std::string title = xml_escaped(session.title.empty() ? "Attention" : session.title);
    std::string html = "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
                       "<meta charset=\"utf-8\"/>\n";
    html += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n", handout_policy());
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
    html += fmt::format("<title>{}</title>\n<style>{}{}\n</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n", title,
                        handout_styles(), svg_styles(), title);
    for (const std::string& words : {session.question, session.about})
        if (!words.empty() && is_told({session, source.trace}))
            html += fmt::format("<p>{}</p>\n", xml_escaped(text_in(session, words)));
    return html + "</header>\n";
}

/// "A", and where several heads have their own "A-2": the id of a step's section.
std::string id_of(const FigureRequest& step, const FigureRequest& shown) {
    const CellId cell = cell_of(step);
    const bool is_of_several = !shown.more_heads.empty() && has_heads(cell.array);
    return std::string(array_name(cell.array)) + (is_of_several ? fmt::format("-{}", cell.head + 1) : std::string());
}

std::string contents(const FigureSource& source, const FigureRequest& shown, const std::vector<FigureRequest>& steps) {
    const Session session = session_as_asked(source, shown);
    std::string html = "<nav aria-label=\"Steps\">\n";
    for (const FigureRequest& step : steps)
        html += fmt::format("<a href=\"#{}\">{}</a>\n", id_of(step, shown),
                            xml_escaped(shown.more_heads.empty()
                                            ? shown_name(session, cell_of(step).array)
                                            : matrix_name(session, cell_of(step).array, step.head.value_or(0))));
    return html + "</nav>\n<main>\n";
}

constexpr std::string_view foot = "</main>\n<footer>\n<button type=\"button\" id=\"previous\">Previous</button>\n"
                                  "<p id=\"value\" role=\"status\"></p>\n"
                                  "<button type=\"button\" id=\"next\">Next</button>\n</footer>\n<script>";

} // namespace

Result<std::string> handout(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    std::string html = head_of(source, shown) + contents(source, shown, *steps);
    for (const FigureRequest& step : *steps) {
        const CellId cell = cell_of(step);
        const FigureContext whole(step, source, cell);
        const FigureContext drawing(step, source, cell, part_of_picture(whole.drawing(), cell));
        const auto section = Section(drawing.drawing(), cell, id_of(step, shown)).write();
        if (!section)
            return section.error();
        html += *section;
    }
    return html + std::string(foot) + std::string(handout_script()) + "</script>\n</body>\n</html>\n";
}

} // namespace attn
