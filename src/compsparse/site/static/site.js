// Tables that sort, commands that copy, statements by verdict, and what search finds by name.
// Everything is a file of this folder: nothing is fetched, so it works from file:// too.
(function () {
  "use strict";
  const root = document.documentElement.dataset.content_root || "./";

  function element(name, text, attributes) {
    const made = Object.assign(document.createElement(name), attributes || {});
    if (text) made.textContent = text;
    return made;
  }

  function loaded(address, callback, then) {
    window[callback] = then;
    document.head.append(element("script", "", { src: address }));
  }

  function compared(a, b) {
    const [x, y] = [parseFloat(a), parseFloat(b)];
    return isNaN(x) || isNaN(y) ? String(a).localeCompare(String(b)) : x - y;
  }

  function sortable(table) {
    const body = table.tBodies[0];
    let rows = null, shown = 200, state = { column: -1, up: true };
    const inPage = () => Array.from(body.rows, (r) => Array.from(r.cells, (c) => c.textContent));

    function draw() {
      body.replaceChildren(...rows.slice(0, shown).map((cells) => {
        const row = element("tr");
        cells.forEach((cell, i) => row.append(element(i ? "td" : "th", cell, i ? {} : { scope: "row" })));
        return row;
      }));
      if (!table.dataset.rows) return;
      table.caption.textContent = `${Math.min(shown, rows.length)} of ${rows.length} rows`;
      more.hidden = shown >= rows.length;
    }

    function withRows(then) {
      if (rows) return then();
      if (!table.dataset.rows) { rows = inPage(); return then(); }
      loaded(table.dataset.rows, "compsparseRows", (all) => { rows = all; then(); });
    }

    const more = element("button", "Show more rows", { type: "button", className: "plain" });
    if (table.dataset.rows) {
      table.parentElement.after(more);
      more.onclick = () => withRows(() => { shown += 200; draw(); });
    }
    Array.from(table.tHead.rows[0].cells).forEach((cell, column) => {
      const button = element("button", cell.textContent, { type: "button" });
      cell.replaceChildren(button);
      button.onclick = () => withRows(() => {
        state = { column, up: state.column === column ? !state.up : true };
        rows.sort((a, b) => (state.up ? 1 : -1) * compared(a[column], b[column]));
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", state.up ? "ascending" : "descending");
        draw();
      });
    });
  }

  function copyable(block) {
    if (!navigator.clipboard) return;
    const button = element("button", "copy", { type: "button", className: "plain" });
    const text = block.querySelector("code").textContent;
    button.setAttribute("aria-label", `Copy: ${text}`);
    button.onclick = () => navigator.clipboard.writeText(text).then(() => { button.textContent = "copied"; });
    block.querySelector("pre").append(button);
  }

  // #printed=fails shows the statements of a document that have this verdict, #read=printed the
  // claims that are read so
  function filtered() {
    const bar = document.getElementById("filter");
    const found = /^#(printed|controlled|read)=([a-z,-]+)$/.exec(location.hash);
    if (!bar) return;
    let count = 0;
    for (const card of document.querySelectorAll("article.statement, article[data-read]")) {
      card.hidden = Boolean(found) && !found[2].split(",").includes(card.dataset[found[1]]);
      count += !card.hidden;
    }
    bar.hidden = !found;
    if (!found) return;
    const words = found[2].replaceAll(",", ", ").replaceAll("-", " ");
    const shown = { printed: `statements: ${words}, as printed`, controlled: `statements: ${words}, under control`, read: `claims: ${words}` };
    bar.replaceChildren(`${count} ${shown[found[1]]}. `, element("a", "Show all", { href: "#" }));
  }

  // a phrase of the query that has synonyms is one word, with all of them as its spellings
  function spelled(query, synonyms) {
    let rest = query.toLowerCase();
    const words = [];
    for (const group of synonyms) {
      const phrases = group.map((phrase) => phrase.replace(/[()]/g, "\\$&")).join("|");
      const asked = new RegExp(`(^|\\s)(${phrases})[a-z]*(?=\\s|$)`);
      if (!asked.test(rest)) continue;
      rest = rest.replace(asked, " ");
      words.push(group);
    }
    return words.concat(rest.split(/\s+/).filter(Boolean).map((word) => [word]));
  }

  // all words must be there; where nothing has them all, most of those that say something
  function found(entries, query, synonyms) {
    const words = spelled(query, synonyms);
    const all = having(entries, query, words, words.length);
    const telling = words.filter((spellings) => spellings[0].length > 3);
    return all.length || telling.length < 2 ? all : having(entries, query, telling, Math.ceil(telling.length / 2));
  }

  function having(entries, query, words, enough) {
    const scored = [], asked = query.toLowerCase();
    for (const [kind, name, text, at, verdict] of entries) {
      const low = name.toLowerCase();
      const all = `${kind} ${low} ${low.replaceAll("_", " ")} ${text.toLowerCase()}`;
      const has = words.filter((spellings) => spellings.some((one) => all.includes(one))).length;
      if (has < enough) continue;
      // words as they were asked for come before their synonyms, and what has several spellings first
      const same = words.filter((spellings) => spellings.some((one) => asked.includes(one) && all.includes(one))).length;
      const ways = words.flat().filter((one) => all.includes(one)).length;
      const inName = words.filter((spellings) => spellings.some((one) => low.includes(one))).length;
      const last = kind === "parameter" || kind === "metric" ? 5 : 0;  // there are many of them
      const exact = low === asked ? 9 : 0;
      scored.push([10 * has + 2 * same + 2 * ways + inName + exact - last, kind, name, text, at, verdict]);
    }
    return scored.sort((a, b) => b[0] - a[0] || (a[2] < b[2] ? -1 : 1));
  }

  function named() {
    const query = new URLSearchParams(location.search).get("q");
    const place = document.getElementById("search-results");
    if (!place || !query) return;
    loaded(`${root}named.js`, "compsparseNamed", (entries, synonyms) => {
      const hits = found(entries, query, synonyms), list = element("ul");
      for (const [, kind, name, text, at, verdict] of hits.slice(0, 40)) {
        const item = element("li");
        if (verdict) item.append(element("span", verdict, { className: `verdict ${verdict.replaceAll(" ", "-")}` }), " ");
        item.append(element("span", kind, { className: "kind" }), " ", element("a", text.slice(0, 200), { href: root + at }), " ", element("code", name));
        list.append(item);
      }
      const section = element("section", "", { className: "found" });
      const more = hits.length > 40 ? `, the first 40 of ${hits.length}` : ` (${hits.length})`;
      section.append(element("h2", `Statements, claims, parameters, results, words${more}`), list);
      place.before(section);
    });
  }

  // what the theme leaves without a name for those who hear the page
  function labelled() {
    document.querySelectorAll(".search-button__button").forEach((b) => b.setAttribute("aria-label", b.textContent.trim().replace(/\s+/g, " ")));
    document.querySelectorAll(".bd-links summary").forEach((s) => s.setAttribute("aria-label", "Pages of this section"));
  }

  window.addEventListener("hashchange", filtered);
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("table.sortable").forEach(sortable);
    document.querySelectorAll(".command").forEach(copyable);
    filtered();
    named();
    labelled();
  });
})();
