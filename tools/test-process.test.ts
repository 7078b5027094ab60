// Guards: test files that run one after another in one process leave nothing behind.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { openLane } from "./test-process.ts";

const SHARED = `
  let made: Promise<void> | undefined;
  export const shared = () => (made ??= new Promise<void>((done) => setTimeout(done, 10)));
`;

const fileOf = (name: string, said: string) => `
  import { appendFileSync } from "node:fs";
  import { test } from "node:test";
  import { afterTests } from ${JSON.stringify(resolve("server/testing/after-tests.ts"))};
  import { shared } from "./shared.ts";
  async function open() {
    await shared();
    afterTests(() => { throw new Error("this one cannot be closed"); });
    afterTests(() => appendFileSync(${JSON.stringify(said)}, "${name} "));
  }
  await open();
  test("${name}", () => undefined);
`;

test("what a file opened is closed, also after it waited for what an earlier file had begun, and beside what cannot be closed", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-lane-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const said = join(folder, "said");
  writeFileSync(said, "");
  writeFileSync(join(folder, "shared.ts"), SHARED);
  const files = ["one", "two", "three"].map((name) => {
    const file = join(folder, `${name}.test.ts`);
    writeFileSync(file, fileOf(name, said));
    return file;
  });
  const lane = openLane({ env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
  const results = [];
  for (const file of files) results.push(await lane.run(file));
  await lane.close();
  assert.equal(readFileSync(said, "utf8"), "one two three ");
  // A file whose closing fails has not passed.
  assert.deepEqual(
    results.map(({ isGood }) => isGood),
    [false, false, false],
  );
  assert.match(results[1]?.output ?? "", /this one cannot be closed/);
});
