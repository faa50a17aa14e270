// Search in all pages and names, the contents beside the text, and wide things that the keyboard can scroll.
"use strict";

const root = document.documentElement.dataset.root;
const kinds = ["page", "section", "product", "type", "member", "rule"];
const most = 60;

// The index comes with the first word, as a script: a page that was opened from a disk may not read other files.
let loading = null;
function index() {
  loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = () => done(window.faradayIndex.map((entry) => ({
      entry, name: `${entry[2]} ${entry[1]}`.toLowerCase(), text: entry[5].toLowerCase() })));
    script.onerror = failed;
    document.head.append(script);
  });
  return loading;
}

// How well an entry fits the words: less is better; null if one of them is not there.
function distance({ entry, name, text }, words) {
  const title = entry[1].toLowerCase();
  let sum = entry[0];
  for (const word of words) {
    const plain = title.split("(")[0];
    if (!name.includes(word)) {
      if (!text.includes(word)) return null;
      sum += 10;
    } else if (plain === word) sum -= 40;
    else if (title.startsWith(word)) sum -= 20;
    else if (title.includes(word)) sum -= 8;
  }
  return sum + Math.min(title.length, 100) / 100;
}

function find(all, words) {
  const fitting = [];
  for (const one of all) {
    const far = distance(one, words);
    if (far !== null) fitting.push([far, one.entry]);
  }
  return fitting.sort((a, b) => a[0] - b[0]).map((pair) => pair[1]);
}

function line([kind, title, scope, file, anchor]) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = root + file + (anchor ? "#" + encodeURIComponent(anchor) : "");
  link.textContent = title;
  link.addEventListener("click", () => show(null));
  const about = document.createElement("small");
  about.textContent = ` ${kinds[kind]}${scope ? " of " + scope : ""}`;
  item.append(link, about);
  return item;
}

const found = document.getElementById("found");
const columns = document.querySelector(".columns");
function show(entries) {
  found.hidden = entries === null;
  columns.hidden = entries !== null;
  if (entries === null) return;
  const count = entries.length;
  found.querySelector("p").textContent =
    count === 0 ? "No page and no name has all of these words." : count > most ? `${count} results; these fit best:` : `${count} ${count === 1 ? "result" : "results"}`;
  found.querySelector("ul").replaceChildren(...entries.slice(0, most).map(line));
}

const input = document.getElementById("words");
async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return show(null);
  const all = await index();
  if (input.value.toLowerCase().split(/\s+/).filter(Boolean).join(" ") === words.join(" ")) show(find(all, words));
}
input.addEventListener("input", search);
input.form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  } else if (event.key === "Escape" && document.activeElement === input) {
    input.value = "";
    show(null);
  }
});

// Beside the text the contents are open; above it, on a narrow page, they open when they are wanted.
const wide = window.matchMedia("(min-width: 60.01rem)");
const contents = document.querySelector("nav > details");
const follow = () => { contents.open = wide.matches; };
wide.addEventListener("change", follow);
follow();

function reach() {
  for (const box of document.querySelectorAll("main pre, main .wide")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
window.addEventListener("resize", reach);
reach();
