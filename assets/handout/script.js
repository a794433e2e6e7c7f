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
    var fold = links[at].closest("details");
    if (fold) { fold.open = true; }
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
