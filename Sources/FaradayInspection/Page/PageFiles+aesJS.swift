// Generated from Inspector/Page/aes.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let aesJS = #"""
(function () {
"use strict";
const box = new Uint8Array(256);
(function () {
let p = 1, q = 1;
do {
p ^= p << 1 & 0xFF ^ (p & 0x80 ? 0x1B : 0);
q ^= q << 1; q ^= q << 2; q ^= q << 4; q &= 0xFF;
if (q & 0x80) q ^= 0x09;
box[p] = (q ^ turn(q, 1) ^ turn(q, 2) ^ turn(q, 3) ^ turn(q, 4)) ^ 0x63;
} while (p !== 1);
box[0] = 0x63;
})();
function turn(byte, by) { return (byte << by | byte >> 8 - by) & 0xFF; }
function double(byte) { return (byte << 1 ^ (byte & 0x80 ? 0x1B : 0)) & 0xFF; }
function expand(key) {
const words = new Uint8Array(176);
words.set(key);
let round = 1;
for (let i = 16; i < 176; i += 4) {
let last = [words[i - 4], words[i - 3], words[i - 2], words[i - 1]];
if (i % 16 === 0) {
last = [box[last[1]] ^ round, box[last[2]], box[last[3]], box[last[0]]];
round = double(round);
}
for (let k = 0; k < 4; k++) words[i + k] = words[i - 16 + k] ^ last[k];
}
return words;
}
const shifted = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];
function block(words, input) {
let state = new Uint8Array(16);
for (let i = 0; i < 16; i++) state[i] = input[i] ^ words[i];
for (let round = 1; round <= 10; round++) {
const next = new Uint8Array(16);
for (let i = 0; i < 16; i++) next[i] = box[state[shifted[i]]];
if (round < 10) for (let c = 0; c < 16; c += 4) mix(next, c);
for (let i = 0; i < 16; i++) next[i] ^= words[16 * round + i];
state = next;
}
return state;
}
function mix(state, c) {
const a = state[c], b = state[c + 1], d = state[c + 2], e = state[c + 3], all = a ^ b ^ d ^ e;
state[c] ^= all ^ double(a ^ b);
state[c + 1] ^= all ^ double(b ^ d);
state[c + 2] ^= all ^ double(d ^ e);
state[c + 3] ^= all ^ double(e ^ a);
}
function encrypt(key, input) { return block(expand(key), input); }
function open(words, nonce, header, data) {
const size = data.length - 4;
if (size < 1) return null;
const text = new Uint8Array(size), first = stream(words, nonce, 0);
for (let i = 0; i < size; i += 16) {
const key = stream(words, nonce, i / 16 + 1);
for (let k = 0; k < 16 && i + k < size; k++) text[i + k] = data[i + k] ^ key[k];
}
const sum = mac(words, nonce, header, text);
for (let k = 0; k < 4; k++) if ((sum[k] ^ first[k]) !== data[size + k]) return null;
return text;
}
function seal(words, nonce, header, text) {
const size = text.length, data = new Uint8Array(size + 4), first = stream(words, nonce, 0), sum = mac(words, nonce, header, text);
for (let i = 0; i < size; i += 16) {
const key = stream(words, nonce, i / 16 + 1);
for (let k = 0; k < 16 && i + k < size; k++) data[i + k] = text[i + k] ^ key[k];
}
for (let k = 0; k < 4; k++) data[size + k] = sum[k] ^ first[k];
return data;
}
function stream(words, nonce, number) {
const input = new Uint8Array(16);
input[0] = 1;
input.set(nonce, 1);
input[15] = number;
return block(words, input);
}
function mac(words, nonce, header, text) {
let sum = new Uint8Array(16);
sum[0] = 0x49;
sum.set(nonce, 1);
sum[15] = text.length;
sum = block(words, sum);
sum[1] ^= 1;
sum[2] ^= header & 0xE3;
sum = block(words, sum);
for (let i = 0; i < text.length; i += 16) {
for (let k = 0; k < 16 && i + k < text.length; k++) sum[k] ^= text[i + k];
sum = block(words, sum);
}
return sum;
}
function hash(key, random) {
const input = new Uint8Array(16);
input.set(random, 13);
return encrypt(key, input).slice(13);
}
Faraday.aes = { expand: expand, block: block, encrypt: encrypt, open: open, seal: seal, hash: hash };
})();

"""#
}
