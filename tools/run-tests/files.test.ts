// Guards: files that run one after another in one process are reported separately, and an unfinished file does not pass.
import assert from "node:assert/strict";
import { test } from "node:test";
import { passedIn, toldOf } from "./files.ts";

const END = "  ---\n  duration_ms: 1\n  type: 'suite'\n  ...\n";
const tests = (...lines: string[]) =>
  lines.map((line) => `    ${line}\n${END.replaceAll(/^/gm, "    ").trimEnd()}\n`).join("");

test("a file has passed when its suite has, and has not ended before that", () => {
  const running = `# Subtest: a.test.ts\n${tests("ok 1 - a.test.ts")}`;
  assert.equal(toldOf(running, "a.test.ts"), undefined);
  assert.equal(toldOf(`${running}    1..1\nok 1 - a.test.ts\n  ---\n  duration_ms: 1\n`, "a.test.ts"), undefined);
  assert.equal(toldOf(`${running}    1..1\nok 1 - a.test.ts\n${END}`, "a.test.ts"), true);
  assert.equal(toldOf(`${running}    1..1\nok 7 - a.test.ts\n${END}`, "b.test.ts"), undefined);
});

test("a file has not passed whose suite failed, or in which no test ran", () => {
  assert.equal(toldOf(`${tests("not ok 1 - a promise")}not ok 1 - a.test.ts\n${END}`, "a.test.ts"), false);
  assert.equal(toldOf(`ok 1 - a.test.ts\n${END}`, "a.test.ts"), false);
});

test("what was skipped did not pass", () => {
  assert.equal(
    passedIn(`${tests("ok 1 - one", "ok 2 - two # SKIP no node", "not ok 3 - three")}ok 1 - a.test.ts\n`),
    1,
  );
});
