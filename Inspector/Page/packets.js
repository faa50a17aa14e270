// Bytes to a tree of named fields, following the layouts. Every byte belongs to a field; what no layout explains, what is
// cut short and what is too long are fields too ("unparsed"). Malformed bytes are what people look for here: nothing throws.
(function () {
  "use strict";
  const layouts = Faraday.layouts, format = Faraday.format;

  // A cursor over bytes that never reads beyond its end.
  class Reader {
    constructor(bytes, from, to) { this.bytes = bytes; this.at = from; this.end = Math.min(to, bytes.length); this.count = null; this.size = null; this.item = null; }
    get left() { return this.end - this.at; }
    number(size) {
      let value = 0;
      for (let i = size - 1; i >= 0; i--) value = value * 256 + this.bytes[this.at + i];
      return value;
    }
    hex(size) { return format.hex(this.bytes.slice(this.at, this.at + size)); }
  }

  function field(name, value, meaning, from, to) { return { name: name, value: value, meaning: meaning || "", from: from, to: to }; }
  function group(name, meaning, from, to, children) { return { name: name, value: "", meaning: meaning || "", from: from, to: to, children: children }; }

  function hexNumber(value, digits) { return "0x" + value.toString(16).toUpperCase().padStart(digits, "0"); }

  // Runs a layout over a reader; always uses all of its bytes.
  function run(layout, reader, context) {
    const fields = [];
    const parts = layout ? layout.split(";").filter(Boolean) : [];
    for (let i = 0; i < parts.length; i++) {
      if (parts[i].startsWith("@")) {
        repeat(parts[i], parts.slice(i + 1), reader, fields, context);
        break;
      }
      if (!one(parts[i], reader, fields, context)) break;
    }
    unparsed(reader, fields);
    return fields;
  }

  function unparsed(reader, fields) {
    if (reader.left <= 0) return;
    fields.push(Object.assign(field("unparsed", reader.hex(reader.left), "no field of this packet", reader.at, reader.end), { bad: true }));
    reader.at = reader.end;
  }

  // "@": as often as u8n said; "@@": once for each bit of the last bit set; "@*": until the end.
  function repeat(mark, parts, reader, fields, context) {
    const most = mark === "@" ? reader.count || 0 : mark === "@@" ? reader.bitCount || 0 : Infinity;
    for (let k = 0; k < most && reader.left > 0; k++) {
      const from = reader.at, inner = [];
      let whole = true;
      for (const part of parts) if (!one(part, reader, inner, context)) { whole = false; break; }
      if (parts.length === 1) fields.push.apply(fields, inner);
      else fields.push(group("#" + (k + 1), "", from, reader.at, inner));
      if (!whole || reader.at === from) break;
    }
  }

  const pattern = /^(.*) ([a-z]+)(\d*)([a-z]?)(?:\((\w)\))?(?:([*=#])(.+))?$/;
  const parsed = new Map();
  function parse(part) {
    let known = parsed.get(part);
    if (known === undefined) {
      const found = pattern.exec(part);
      known = found ? { name: found[1], type: found[2], size: found[3] ? Number(found[3]) : 0, mark: found[4], of: found[5], how: found[6], what: found[7] } : null;
      parsed.set(part, known);
    }
    return known;
  }

  // Reads one field; false when the bytes end before it does.
  function one(part, reader, fields, context) {
    const spec = parse(part);
    if (!spec) return false;
    const read = readers[spec.type];
    if (!read) return false;
    const from = reader.at;
    const found = read(spec, reader, context);
    if (!found) {
      if (reader.left > 0) {
        fields.push(Object.assign(field(spec.name, reader.hex(reader.left), "cut short", from, reader.end), { bad: true }));
        reader.at = reader.end;
      } else fields.push(Object.assign(field(spec.name, "", "missing", from, from), { bad: true }));
      return false;
    }
    const result = found.children ? group(spec.name, found.meaning, from, reader.at, found.children) : field(spec.name, found.value, found.meaning, from, reader.at);
    if (found.uuid) result.uuid = found.uuid;
    fields.push(result);
    return true;
  }

  const readers = {
    u: function (spec, reader) { return integer(spec, reader, spec.size / 8, false); },
    i: function (spec, reader) { return integer(spec, reader, spec.size / 8, true); },
    x: function (spec, reader) {
      const size = spec.size / 8;
      if (reader.left < size) return null;
      const value = reader.number(size);
      reader.at += size;
      const company = spec.name === "Company" && Faraday.names && Faraday.names.companies ? Faraday.names.companies[value] : "";
      return { value: hexNumber(value, size * 2), meaning: company };
    },
    b: function (spec, reader) { return bytes(reader, spec.size); },
    bytes: function (spec, reader) { return bytes(reader, reader.size || 0); },
    part: function (spec, reader) { return bytes(reader, Math.min(reader.size || 0, reader.left)); },
    item: function (spec, reader) { return bytes(reader, Math.max(0, (reader.item || 0) - Number(spec.of))); },
    rest: function (spec, reader) { return bytes(reader, reader.left); },
    val: value,
    text: function (spec, reader) {
      const raw = reader.bytes.slice(reader.at, reader.end);
      reader.at = reader.end;
      return { value: format.hex(raw), meaning: "\u201C" + new TextDecoder().decode(new Uint8Array(raw)) + "\u201D" };
    },
    addr: function (spec, reader, context) {
      if (reader.left < 6) return null;
      const list = reader.bytes.slice(reader.at, reader.at + 6).reverse();
      reader.at += 6;
      const text = list.map(function (b) { return hexNumber(b, 2).slice(2); }).join(":");
      return { value: text, meaning: addressKind(list, context) };
    },
    conn: function (spec, reader, context) {
      if (reader.left < 2) return null;
      const raw = reader.number(2);
      reader.at += 2;
      return { value: hexNumber(raw & 0xFFF, 4), meaning: linkName(raw & 0xFFF, context) };
    },
    op: function (spec, reader) {
      if (reader.left < 2) return null;
      const raw = reader.number(2);
      reader.at += 2;
      return { value: hexNumber(raw, 4), meaning: Faraday.fields.commandName(raw) || "OGF " + (raw >> 10) + ", OCF " + hexNumber(raw & 0x3FF, 3) };
    },
    err: function (spec, reader) { return coded(reader, (Faraday.names && Faraday.names.hci) || {}); },
    att: function (spec, reader) { return coded(reader, (Faraday.names && Faraday.names.att) || {}); },
    attop: function (spec, reader) {
      if (reader.left < 1) return null;
      const code = reader.bytes[reader.at++];
      return { value: hexNumber(code, 2), meaning: layouts.att[code] ? layouts.att[code][0] : "" };
    },
    attr: function (spec, reader, context) {
      if (reader.left < 2) return null;
      const handle = reader.number(2);
      reader.at += 2;
      const known = context && context.record && context.record.handle === handle ? context.record.uuid : null;
      return { value: hexNumber(handle, 4), meaning: known ? format.uuid(known) : "handle " + handle };
    },
    uuid: function (spec, reader) { return uuid(reader, spec.size ? spec.size / 8 : reader.left >= 16 ? 16 : 2); },
    uuidformat: function (spec, reader) { return uuid(reader, reader.format === 2 ? 16 : 2); },
    map: function (spec, reader) {
      if (reader.left < 5) return null;
      const raw = reader.bytes.slice(reader.at, reader.at + 5);
      reader.at += 5;
      const off = [];
      for (let i = 0; i < 37; i++) if (!(raw[i >> 3] >> (i & 7) & 1)) off.push(i);
      return { value: format.hex(raw), meaning: off.length === 0 ? "all 37 channels" : 37 - off.length + " channels, without " + off.join(", ") };
    },
    hop: function (spec, reader) {
      if (reader.left < 1) return null;
      const raw = reader.bytes[reader.at++];
      return { value: hexNumber(raw, 2), meaning: "hop " + (raw & 0x1F) + ", clock within " + layouts.tables.sca[raw >> 5] };
    },
    ad: function (spec, reader) {
      if (spec.size === 31) {
        if (reader.left < 31) return null;
        const end = reader.at + Math.min(31, reader.size || 0), whole = reader.at + 31;
        const children = structures(reader.bytes, reader.at, end);
        if (end < whole) children.push(field("padding", format.hex(reader.bytes.slice(end, whole)), "not significant", end, whole));
        reader.at = whole;
        return { meaning: "", children: children };
      }
      const size = reader.size || 0;
      if (reader.left < size) return null;
      const children = structures(reader.bytes, reader.at, reader.at + size);
      reader.at += size;
      return { meaning: size ? "" : "none", children: children };
    },
    adrest: function (spec, reader) {
      const children = structures(reader.bytes, reader.at, reader.end);
      reader.at = reader.end;
      return { meaning: children.length ? "" : "none", children: children };
    },
  };

  function integer(spec, reader, size, signed) {
    if (reader.left < size) return null;
    const raw = reader.number(size);
    const hex = reader.hex(size);
    const value = signed && raw >= Math.pow(2, 8 * size - 1) ? raw - Math.pow(2, 8 * size) : raw;
    const bytes = reader.bytes.slice(reader.at, reader.at + size);
    reader.at += size;
    if (spec.mark === "n") reader.count = raw;
    if (spec.mark === "c") reader.size = raw;
    if (spec.mark === "l") reader.item = raw;
    if (spec.name === "Format") reader.format = raw;
    if (spec.how === "=") { const known = layouts.tables[spec.what][raw]; return { value: hexNumber(raw, size * 2), meaning: known === undefined ? "reserved or unknown" : known }; }
    if (spec.how === "#") {
      const names = bitNames(bytes, layouts.bits[spec.what]);
      reader.bitCount = names.length;
      return { value: size > 2 ? hex : hexNumber(raw, size * 2), meaning: names.join(", ") || "none" };
    }
    if (spec.how === "*") return { value: String(value), meaning: unit(value, spec.what) };
    return { value: size > 4 ? hex : String(value), meaning: "" };
  }

  function bitNames(bytes, names) {
    const list = [];
    for (let i = 0; i < bytes.length * 8; i++) if (bytes[i >> 3] >> (i & 7) & 1) list.push(names[i] || "bit " + i);
    return list;
  }

  function unit(value, what) {
    const found = /^([\d.]+)(\D+)$/.exec(what);
    if (!found) return "";
    const factor = Number(found[1]);
    if (found[2] === "ms") return format.duration(value * factor * 1e6);
    if (found[2] === "us") return format.duration(value * factor * 1e3);
    if (found[2] === "s") return format.duration(value * factor * 1e9);
    return value * factor + " " + found[2];
  }

  function bytes(reader, size) {
    if (reader.left < size) return null;
    const value = reader.hex(size);
    reader.at += size;
    return { value: value, meaning: "" };
  }

  function coded(reader, names) {
    if (reader.left < 1) return null;
    const code = reader.bytes[reader.at++];
    return { value: hexNumber(code, 2), meaning: names[code] || names[hexNumber(code, 2)] || (code === 0 ? "Success" : "") };
  }

  // The meaning of a value is decoded by the profiles when the feed was written.
  function value(spec, reader, context) {
    const record = context && context.record;
    const raw = reader.hex(reader.left);
    const size = reader.left;
    reader.at = reader.end;
    let meaning = size === 0 ? "empty" : "";
    if (record && record.meaning && (!record.value || record.value === raw)) meaning = record.meaning;
    else if (record && format.shortUUID(record.uuid) === "2902" && size === 2) meaning = bitNames(format.bytes(raw), layouts.bits.cccd).join(", ") || "off";
    else if (size > 2) meaning = readable(format.bytes(raw));
    return { value: raw, meaning: meaning };
  }

  function readable(list) {
    if (!list.every(function (b) { return b >= 32 && b < 127; })) return "";
    return "\u201C" + String.fromCharCode.apply(null, list) + "\u201D";
  }

  // A handle is used again by the next link: the link's own number says which one it is.
  function linkName(handle, context) {
    const model = Faraday.app && Faraday.app.model, record = context && context.record;
    return (model && record && Faraday.links.name(Faraday.links.ofHandle(model, record, handle))) || "";
  }

  function addressKind(list, context) {
    const kinds = { 3: "static random", 1: "resolvable private", 0: "non-resolvable private" };
    const random = context && context.random;
    const known = context && context.names ? context.names.get(list.map(function (b) { return hexNumber(b, 2).slice(2); }).join(":")) : null;
    return [random ? kinds[list[0] >> 6] || "random" : "", known || ""].filter(Boolean).join(", ");
  }

  function uuid(reader, size) {
    if (reader.left < size) return null;
    const list = reader.bytes.slice(reader.at, reader.at + size).reverse();
    reader.at += size;
    const hex = format.hex(list).toUpperCase();
    const text = size === 16 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") : hex;
    const named = format.uuid(text);
    return { value: text, meaning: named === text ? attributeTypes[text] || "" : named, uuid: text };
  }
  const attributeTypes = { "2800": "Primary Service", "2801": "Secondary Service", "2802": "Include", "2803": "Characteristic", "2901": "Characteristic User Description",
    "2902": "Client Characteristic Configuration", "2B3A": "Server Supported Features", "2B29": "Client Supported Features", "2B2A": "Database Hash" };

  // AD structures: length, type, data.
  function structures(bytes, from, to) {
    const list = [];
    let at = from;
    while (at < to) {
      const length = bytes[at];
      if (length === 0) { list.push(field("end of data", format.hex(bytes.slice(at, to)), "early termination", at, to)); return list; }
      const end = Math.min(to, at + 1 + length);
      const known = layouts.ad[bytes[at + 1]];
      const name = known ? known[0] : "AD type " + hexNumber(bytes[at + 1] || 0, 2);
      const children = [field("Length", String(length), "", at, at + 1)];
      if (at + 1 < to) {
        children.push(field("Type", hexNumber(bytes[at + 1], 2), name, at + 1, at + 2));
        children.push.apply(children, run(known ? known[1] : "Data rest", new Reader(bytes, at + 2, end)));
      }
      const structure = group(name, brief(children.slice(2)), at, end, children);
      if (at + 1 + length > to) { structure.bad = true; structure.meaning = "longer than the data"; }
      list.push(structure);
      at = end;
    }
    return list;
  }

  // All fields in a line: " Handle=0x0012 UUID=2A19".
  function words(fields) {
    return fields.map(function (each) { return each.children ? " {" + words(each.children).trim() + "}" : " " + each.name.replace(/ /g, "") + "=" + (each.value || "-"); }).join("");
  }

  function brief(fields) { return fields.map(function (each) { return each.meaning || each.value; }).join(", "); }

  Faraday.packets = { Reader: Reader, run: run, field: field, group: group, structures: structures, words: words, hexNumber: hexNumber, linkName: linkName };
})();
