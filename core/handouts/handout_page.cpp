#include "core/handouts/handout_page.h"

#include "core/files/base64.h"

#include <array>
#include <glib.h>
#include <memory>

namespace attn {

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

} // namespace attn
