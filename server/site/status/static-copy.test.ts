// Guards: the copy of the status page is whole files with its age, in each language, escaped; it is written at a change and each
// minute, not where no folder is set, and a folder that cannot be written stops nothing.
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LOCALES } from "#contract/platform/locales.ts";
import { openIncident } from "#contract/site/status.ts";
import { halt, lift } from "../../money/ledger/index.ts";
import { afterTests } from "../../testing/after-tests.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const folder = await mkdtemp(join(tmpdir(), "status-copy-"));
afterTests(() => rm(folder, { recursive: true, force: true }));
const app = await testApp({ config: { statusCopy: folder } });
await app.standStill("2026-11-23T12:00:00Z");
const copy = () => app.runJob("copy-status");
const page = (path = "status") => readFile(join(folder, path, "index.html"), "utf8");
const json = async () => JSON.parse(await readFile(join(folder, "status.json"), "utf8"));

test("a copy has the page in each language and both kinds of JSON, with its time, and is renewed each minute", async () => {
  // With a first look alone there is no uptime.
  for (let looks = 0; looks < 5; looks++) {
    await app.runJob("look-at-parts");
    await app.moveClock(12_000);
  }
  await copy();
  assert.match(await page(), /All services work|operational/i);
  assert.match(await page(), /This is a copy of Nov 23, 2026, 12:01\sPM UTC/);
  for (const locale of LOCALES.filter((one) => one !== "en"))
    assert.match(await page(join(locale, "status")), new RegExp(`<html lang="${locale}"`));
  assert.equal(JSON.parse(await readFile(join(folder, "api/v2/summary.json"), "utf8")).status.indicator, "none");
  const first = (await json()).copiedAt;
  await app.moveClock(20_000);
  await app.runJob("look-at-parts");
  await copy();
  assert.equal((await json()).copiedAt, first, "nothing has changed");
  await app.moveClock(41_000);
  await copy();
  assert.ok((await json()).copiedAt > first);
  assert.deepEqual((await readdir(join(folder, "status"))).sort(), ["index.html"], "no half of a file");
});

test("a halt and a word of staff are in the copy at the next turn, and markup in a word is text", async () => {
  const admin = await aNamedUser(app, "admin");
  await app.db.tx((tx) => halt(tx, { name: "conversions", reason: "secret reason" }));
  await copy();
  assert.equal((await json()).incidents[0].stopped[0], "conversions");
  assert.doesNotMatch(await page(), /secret reason/);
  await app.db.tx((tx) => lift(tx, "conversions"));
  const said = "<script>alert(1)</script> & more";
  const text = Object.fromEntries(LOCALES.map((locale) => [locale, said])) as Record<(typeof LOCALES)[number], string>;
  const opened = await admin.client.call(openIncident, { body: { parts: ["site"], state: "partial", text } });
  assert.equal(opened.code, "");
  await copy();
  assert.match(await page(), /&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; more/);
  assert.doesNotMatch(await page(), /<script/);
});

test("without a folder nothing is written, and one that cannot be written is tried again", async () => {
  const bare = await testApp();
  await bare.runJob("copy-status");
  const file = join(folder, "a-file");
  await writeFile(file, "");
  const other = await testApp({ config: { statusCopy: file } });
  await other.runJob("copy-status");
  await rm(file);
  await other.runJob("copy-status");
  assert.ok((await readdir(file)).includes("status.json"));
});
