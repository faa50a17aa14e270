// Generated from Inspector/Page/query.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let queryJS = #"""
(function () {
"use strict";
const operators = { "=": equal, "==": equal, "!=": function (a, b, f) { return !equal(a, b, f); }, "~": contains,
"<": function (a, b) { return a < b; }, "<=": function (a, b) { return a <= b; }, ">": function (a, b) { return a > b; }, ">=": function (a, b) { return a >= b; } };
class Problem extends Error {
constructor(text, from, to) { super(text); this.from = from; this.to = to; }
}
function tokens(text) {
const found = [];
const pattern = /\s+|([()])|(==|!=|<=|>=|[=<>~])|"([^"]*)("?)|((?:[^\s()"=<>~!]|!(?!=))+)/g;
let match, end = 0, joined = false;
while (end < text.length && (match = pattern.exec(text)) !== null) {
end = pattern.lastIndex;
const from = match.index, add = function (type, said) { found.push({ type: type, text: said, from: from, to: end, joined: joined }); joined = true; };
if (match[1]) add(match[1], match[1]);
else if (match[2]) add("operator", match[2]);
else if (match[3] !== undefined) {
if (!match[4]) add("open", match[3]); else add("text", match[3]);
} else if (match[5]) add("word", match[5]);
else joined = false;
}
return found;
}
class Parser {
constructor(text, keys) { this.text = text; this.keys = keys; this.list = tokens(text); this.at = 0; }
get next() { return this.list[this.at] || null; }
isWord(word) { const next = this.next; return !!next && next.type === "word" && next.text.toLowerCase() === word; }
problem(text, token) { return new Problem(text, token ? token.from : this.text.length, token ? token.to : this.text.length); }
whole() {
const test = this.either();
if (this.next) throw this.problem("this bracket closes nothing", this.next);
return test;
}
either() {
const all = [this.both()];
while (this.isWord("or")) { const word = this.next; this.at++; all.push(this.both(word)); }
return all.length === 1 ? all[0] : function (record) { return all.some(function (test) { return test(record); }); };
}
both(before) {
const all = [];
for (;;) {
if (this.isWord("and")) {
const word = this.next;
if (!all.length) throw this.problem("\u201C" + word.text + "\u201D needs something before it", word);
this.at++;
this.needs(word);
}
if (!this.next || this.next.type === ")" || this.isWord("or")) break;
all.push(this.not());
}
if (!all.length) throw this.problem(before ? "\u201C" + before.text + "\u201D needs something after it" : this.isWord("or") ? "\u201Cor\u201D needs something before it" : "nothing stands here", this.next || before);
return all.length === 1 ? all[0] : function (record) { return all.every(function (test) { return test(record); }); };
}
needs(word) {
if (!this.next || this.next.type === ")" || this.isWord("or") || this.isWord("and")) throw this.problem("\u201C" + word.text + "\u201D needs something after it", word);
}
not() {
const token = this.next;
if (this.isWord("not")) {
this.at++;
this.needs(token);
const test = this.not();
return function (record) { return !test(record); };
}
return this.one();
}
one() {
const token = this.next;
this.at++;
if (token.type === "(") return this.inside(token);
if (token.type === "open") throw this.problem("the quotation mark is not closed", token);
if (token.type === "operator") return this.stray(token);
if (token.type === "text") return word(token.text);
const operator = this.next;
if (operator && operator.type === "operator") {
const field = Faraday.fields.named(token.text);
if (field) { this.at++; return this.comparison(field, operator); }
if (token.text !== "-" && (!operator.joined || this.isSpaced(operator))) throw this.problem(unknownField(token.text), token);
return this.verbatim(token);
}
if (token.text === "-" && operator && operator.type === "text" && operator.joined) { this.at++; return negated(word(operator.text)); }
if (token.text === "-" && operator && operator.type === "(" && operator.joined) { this.at++; return negated(this.inside(operator)); }
return this.plain(token);
}
isSpaced(operator) { const after = this.list[this.at + 1]; return !after || !after.joined; }
inside(token) {
if (this.next && this.next.type === ")") throw this.problem("nothing stands between these brackets", { from: token.from, to: this.next.to });
const test = this.either();
if (!this.next) throw this.problem("this bracket is not closed", token);
this.at++;
return test;
}
verbatim(token) {
let end = token.to;
while (this.next && this.next.joined && this.next.type !== "(" && this.next.type !== ")") { end = this.next.to; this.at++; }
return word(this.text.slice(token.from, end).replace(/"/g, ""));
}
stray(token) {
if (this.at === 1 && !this.next) return word(token.text);
throw this.problem("the name of a field must stand before \u201C" + token.text + "\u201D", token);
}
comparison(field, operator) {
const token = this.next;
if (!token || token.type === ")" || token.type === "operator") throw this.problem("a value must stand after \u201C" + operator.text + "\u201D", token || operator);
if (token.type === "open") throw this.problem("the quotation mark is not closed", token);
this.at++;
const value = { text: token.text.toLowerCase(), number: numberOf(token.text.replace(/(\d)(s|dBm)$/i, "$1")) };
if (field.name === "time" && value.number === null) return timed(operator, token, this);
const ordered = /[<>]/.test(operator.text), numeric = field.kind === "number" || field.kind === "named";
if (ordered && !numeric) throw this.problem(field.name + " has no order: use =, != or ~", operator);
if ((ordered || field.kind === "number") && operator.text !== "~" && value.number === null) throw this.problem(field.name + " is a number, and \u201C" + token.text + "\u201D is none", token);
if (field.kind === "flag" && !/^(yes|no|true|false|0|1)$/.test(value.text)) throw this.problem(field.name + " is yes or no", token);
return compare(field, operator.text, value);
}
plain(token) {
let text = token.text, isNot = false;
if (text.length > 1 && text[0] === "-" && numberOf(text) === null) { isNot = true; text = text.slice(1); }
const found = /^(\w+):(.*)$/.exec(text), key = found && Object.hasOwn(this.keys, found[1]) ? found[1] : null;
const follows = this.next && this.next.joined && this.next.type;
if (follows === "open" && text.endsWith(":")) throw this.problem("the quotation mark is not closed", this.next);
let value = key ? found[2] : text;
if (follows === "text" && text.endsWith(":")) { value += this.next.text; this.at++; }
const test = key ? this.keys[key] : null, low = value.toLowerCase();
const made = test ? function (record) { return test(record, low); } : word(value);
return isNot ? negated(made) : made;
}
}
function timed(operator, token, parser) {
const span = Faraday.clock.span(token.text);
if (!span) throw parser.problem("time is seconds, or a time as rows have it, and \u201C" + token.text + "\u201D is neither", token);
const inside = function (record) { return record.t >= span.from && record.t < span.to; };
return { "<": function (record) { return record.t < span.from; }, "<=": function (record) { return record.t < span.to; }, ">": function (record) { return record.t >= span.to; },
">=": function (record) { return record.t >= span.from; }, "!=": negated(inside) }[operator.text] || inside;
}
function negated(test) { return function (record) { return !test(record); }; }
function word(text) {
const value = text.toLowerCase();
return function (record) { return Faraday.onScreen.has(record, value); };
}
function numberOf(text) { return /^[-+]?(0x[0-9a-f]+|\d+(\.\d+)?)$/i.test(text) ? (text[0] === "-" ? -Number(text.slice(1)) : Number(text.replace(/^\+/, ""))) : null; }
function compare(field, operator, value) {
const test = operators[operator];
return function (record) {
const found = field.of(record);
if (field.kind === "flag") return (found === /^(yes|true|1)$/.test(value.text)) !== (operator === "!=");
if (found === null || found === undefined || found === "") return operator === "!=";
if (field.kind === "number") return operator === "~" ? String(found).includes(value.text) : test(found, value.number, field);
if (field.kind === "named") return comparesNamed(found, operator, value, test, field);
return test(field.kind === "uuid" ? uuids(found) : String(found).toLowerCase(), value.text, field);
};
}
function comparesNamed(found, operator, value, test, field) {
if (value.number !== null && operator !== "~") return found.number !== undefined && test(found.number, value.number, field);
return test(bare(found.name || ""), bare(value.text), field);
}
function bare(text) { return text.toLowerCase().replace(/[ _-]/g, ""); }
function uuids(uuid) { const short = Faraday.format.shortUUID(uuid).toLowerCase(), name = Faraday.names && Faraday.names.uuids && Faraday.names.uuids[short.toUpperCase()]; return [short, uuid.toLowerCase(), (name || "").toLowerCase()]; }
function equal(a, b, field) { return field.kind === "uuid" ? a.includes(b) : a === b; }
function contains(a, b, field) { return field.kind === "uuid" ? a.some(function (each) { return each.includes(b); }) : a.includes(b); }
function unknownField(text) {
const near = Faraday.fields.list.map(function (field) { return [distance(field.name, text.toLowerCase()), field.name]; })
.concat(Faraday.fields.list.map(function (field) { return [distance(field.name.replace(/^.*\./, ""), text.toLowerCase().replace(/^.*\./, "")) + 0.5, field.name]; }))
.sort(function (a, b) { return a[0] - b[0]; })[0];
return "there is no field \u201C" + text + "\u201D" + (near[0] <= Math.max(1.5, text.length / 3) ? "; did you mean " + near[1] + "?" : "");
}
function distance(a, b) {
let row = Array.from({ length: b.length + 1 }, function (_, at) { return at; });
for (let i = 1; i <= a.length; i++) {
const next = [i];
for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
row = next;
}
return row[b.length];
}
function parse(text, keys) {
if (!text.trim()) return { test: null, problem: null };
try {
return { test: new Parser(text, keys).whole(), problem: null };
} catch (error) {
if (!(error instanceof Problem)) throw error;
return { test: null, problem: { text: error.message, from: error.from, to: error.to } };
}
}
Faraday.query = { parse: parse, tokens: tokens };
})();

"""#
}
