// Guards: a text that was packed comes back as it was, also by a later release of the software.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pack, unpack } from "./packed.ts";

const LONG = JSON.stringify({
  type: "trade.changed",
  cause: "trade.paid",
  text: "Übung № 7 — ناقل 交易 🙂".repeat(20),
});

const FIRST = `{"type":"trade.changed","cause":"trade.release","tradeHash":"wfMkf6yio3JJQD","change":{"status":"released","version":4,"isUnseen":false,"tradeDetails":"Sort code 12-34-56"}}`;

test("every text comes back, of any length and script", () => {
  for (const text of ["", "{}", "x".repeat(127), "x".repeat(128), "€".repeat(5000), LONG])
    assert.equal(unpack(pack(text)), text);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 4000 }), fc.json(), (text, json) => {
      for (const one of [text, json, json.repeat(9)]) assert.equal(unpack(pack(one)), one);
    }),
  );
});

test("a text is kept in one of the two columns, packed where that is shorter", () => {
  assert.deepEqual(pack('{"unread":1}'), { text: '{"unread":1}', packed: null });
  const { text, packed } = pack(LONG);
  assert.equal(text, null);
  assert.ok((packed?.length ?? 0) < LONG.length / 4, `${packed?.length} of ${LONG.length}`);
});

test("bytes of the first dictionary are read for ever, and bytes of an unknown one are refused", () => {
  const first = Buffer.from("AaOo+i1P881OM6vMzDf28gp0oWplHJxfVKIA6ncoGBrpGpvompop1dYCAA==", "base64");
  assert.equal(unpack({ text: null, packed: first }), FIRST);
  assert.throws(() => unpack({ text: null, packed: Buffer.from([9, 1, 2]) }), /dictionary 9/);
  assert.throws(() => unpack({ text: null, packed: null }), /dictionary undefined/);
});
