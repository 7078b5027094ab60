// Guards the mounting rule: an element is drawn only by a location that names an allowed route with an object of props.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readLocation } from "./location.ts";

const read = (text: string | null) => readLocation(text, ["listing", "offer"]);

test("a location with an allowed route and an object of props is taken as it is", () => {
  assert.deepEqual(read('{"route":"offer","props":{"hash":"x"}}'), { route: "offer", props: { hash: "x" } });
});

test("what is not a JSON object is not a valid location", () => {
  for (const text of [null, "", "offer", "[]", "7", "null", '{"route":'])
    assert.throws(() => read(text), { message: "data-location attribute is not valid" });
});

test("a route that is no text or not allowed is refused by name", () => {
  for (const text of [
    '{"props":{}}',
    '{"route":7,"props":{}}',
    '{"route":"wallet","props":{}}',
    '{"route":"__proto__","props":{}}',
  ])
    assert.throws(() => read(text), { message: "data-location attribute's `route` field is invalid" });
});

test("props that are no object are refused by name", () => {
  for (const props of ["[]", "null", '"x"', "1"])
    assert.throws(() => read(`{"route":"offer","props":${props}}`), {
      message: "data-location attribute's `props` field is invalid",
    });
  assert.throws(() => read('{"route":"offer"}'), { message: "data-location attribute's `props` field is invalid" });
});
