// Guards: a name always has the same generated picture, different names have different ones, and it is symmetric.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faceOf } from "./avatar.ts";

test("a name has one face, whatever its capitals", () => {
  assert.deepEqual(faceOf("Mango_Trader"), faceOf("mango_trader"));
});

test("names that differ in a letter have different faces", () => {
  const faces = new Set(Array.from({ length: 500 }, (_, number) => JSON.stringify(faceOf(`trader${number}`))));
  assert.ok(faces.size > 495, `${faces.size} faces of 500`);
});

test("a face is symmetric and stays within its square", () => {
  for (const name of ["ana", "bo", "chidi", "desta", "eleni"]) {
    const inked = new Set<string>();
    for (const [, x, y, width] of faceOf(name).path.matchAll(/M(\d) (\d)h(\d)v1h-\dz/g))
      for (let at = Number(x); at < Number(x) + Number(width); at++) inked.add(`${at} ${y}`);
    assert.ok(inked.size > 0, name);
    for (const cell of inked) {
      const [x = 0, y = 0] = cell.split(" ").map(Number);
      assert.ok(inked.has(`${6 - x} ${y}`) && x >= 1 && x <= 5 && y >= 1 && y <= 5, `${name} at ${cell}`);
    }
  }
});
