// Guards: a body with the same name twice, or with a name that leads to a prototype, is refused at every depth, fast.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aPerson, testApp } from "../../../testing/index.ts";
import { parseStrictly } from "./strict-json.ts";

const app = await testApp();
const person = await aPerson(app);

function post(payload: string) {
  const { token } = person.client;
  return app.app.fastify.inject({
    method: "POST",
    url: "/rest/v1/users/tour/completed",
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": app.app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "content-type": "application/json",
    },
    payload,
  });
}

const AMBIGUOUS = [
  '{"tourName":"a","tourName":"b"}',
  '{"tourName":"a","tourName":"a"}',
  '{"tourName":"a","tour\\u004eame":"b"}',
  '{"tourName" : "a" ,\n"tourName"\t:\r"b"}',
  '{"tourName":"a","more":{"a":1,"a":2}}',
  '{"tourName":"a","more":[[{"b":0},{"a":1,"b":{},"a":2}]]}',
  '{"":1,"":2,"tourName":"a"}',
  '{"a\\"":1,"a\\"":2}',
  '{"a\\\\":1,"a\\\\":2}',
  '[{"x":1,"x":1}]',
  '{"__proto__":{"a":1},"tourName":"a"}',
  '{"tourName":"a","more":{"__proto__":1}}',
  '{"__pro\\u0074o__":null}',
  '{"tourName":"a","constructor":{"prototype":{"a":1}}}',
  '{"tourName":"a","constructor":1}',
  '{"tourName":"a","more":[{"prototype":{}}]}',
];

test("a repeated name, at any depth and however written, or leads to a prototype, is a malformed request", async () => {
  for (const body of AMBIGUOUS) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 400, body);
    assert.equal(answer.json().errors.code, "request.malformed", body);
  }
  assert.equal((await post('{"tourName":"home"}')).statusCode, 200);
});

test("every text of JSON whose names are its own is read as JSON.parse reads it", () => {
  for (const text of [
    '{"a":"b\\":","c":":\\\\","d":"\\\\\\":"}',
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '"a:b"',
    "[]",
    "null",
    ' {"a" :1 , "b":"a:" } ',
  ])
    assert.deepEqual(JSON.stringify(parseStrictly(text)), JSON.stringify(JSON.parse(text)));
  assert.ok(Array.isArray(parseStrictly(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)));
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      if (/__proto__|constructor|prototype/.test(text)) return;
      assert.deepEqual(parseStrictly(text), JSON.parse(text));
    }),
    { numRuns: 500 },
  );
  for (const text of ["", "{", '{"a":1}}', '"', '"\\"', "{'a':1}"])
    assert.throws(() => parseStrictly(text), SyntaxError);
});

test("the largest bodies are read in a few milliseconds, whatever they are made of", () => {
  const most = 256 * 1024;
  const many = `{${Array.from({ length: 20_000 }, (_, at) => `"n${at}":"v"`).join()}}`;
  const texts = [
    many,
    `{"a":"${"x".repeat(most)}"}`,
    `{"a":"${'\\"'.repeat(most / 2)}"}`,
    `{"a":"${"\\\\".repeat(most / 2)}"}`,
    `[${'{"a":1},'.repeat(30_000)}0]`,
    `[${'"",'.repeat(80_000)}0]`,
  ];
  for (const text of texts) {
    const took = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      parseStrictly(text);
      return performance.now() - begun;
    });
    assert.ok(Math.min(...took) < 100, `${text.slice(0, 20)}: ${Math.min(...took)} ms`);
  }
});
