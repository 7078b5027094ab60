// Guards: a picture whose file is gone or was changed is no failure of the server: it is marked, nobody approves with it, its
// owner is notified and submits that side again without using a try, and earlier looks and approvals count for the old picture
// only.
import assert from "node:assert/strict";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { convertToCorporate } from "#contract/compliance/companies.ts";
import * as calls from "#contract/compliance/verification/verification.ts";
import type { Side } from "#contract/compliance/verification/names.ts";
import { freshRates, testApp } from "../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import {
  addPicture,
  anApproved,
  aPicture,
  approve,
  aSubmitted,
  levelOf,
  look,
  reject,
  withPictures,
} from "../../testing/people/verification.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
await freshRates(app);
const [mod, other] = [await aNamedUser(app, "supermoderator"), await aNamedUser(app, "supermoderator")];

async function aNewcomer(): Promise<NamedUser> {
  const person = await aNamedUser(app);
  await owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
    [person.id],
  );
  return person;
}
const asWeb = (text: string) =>
  app.dbs.web.tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

/** Where the bytes of one side lie. */
async function fileOf(reference: string, side: Side): Promise<string> {
  const { rows } = await owner.query(
    `select picture.file_key from verification_pictures picture
     join verifications one on one.id = picture.verification_id
     where one.reference = $1 and picture.side = $2`,
    [reference, side],
  );
  const key = String(rows[0].file_key);
  return join(app.config.dataDir, "files", key.slice(0, 2), key.slice(2, 4), key);
}
async function damage(reference: string, side: Side): Promise<void> {
  const path = await fileOf(reference, side);
  const bytes = readFileSync(path);
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** Status and, of a refusal, its code. */
async function open(person: Pick<NamedUser, "client">, reference: string, side: Side): Promise<[number, string]> {
  const answer = await app.app.fastify.inject({
    url: `/staff/verifications/${reference}/${side}`,
    headers: { cookie: `parley=${person.client.token}` },
  });
  const isRefused = answer.headers["content-type"]?.toString().startsWith("application/json");
  return [answer.statusCode, isRefused ? (answer.json() as { errors: { code: string } }).errors.code : ""];
}
const CORRUPTED = [409, "verification.corrupted"];

async function latestOf({ client }: NamedUser, kind: "id" | "company" | "video" = "id") {
  const one = (await client.call(calls.listVerifications)).data.find((standing) => standing.kind === kind);
  assert.ok(one?.latest);
  return { ...one.latest, triesLeft: one.triesLeft };
}
const statuses = async (person: NamedUser, kind: "id" | "company" | "video" = "id") =>
  Object.fromEntries((await latestOf(person, kind)).pictures.map(({ side, status }) => [side, status]));
const showAgain = async (person: NamedUser, reference: string, side: Side) =>
  addPicture(app, person, { reference, side, bytes: await aPicture("#357") });
async function noticesOf({ id }: NamedUser): Promise<string[]> {
  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1 order by id", [id]);
  return rows.map(({ kind }) => kind);
}
async function actsAbout(reference: string): Promise<string[]> {
  const { rows } = await owner.query(
    "select act || ' ' || reason as line from staff_acts where reason like $1 || '%' order by id",
    [reference],
  );
  return rows.map(({ line }) => line);
}

test("a picture whose file is there again is read, and marked no more", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  const path = await fileOf(reference, "front");
  const bytes = readFileSync(path);
  rmSync(path);
  await look(mod, reference);
  assert.deepEqual(await open(mod, reference, "front"), CORRUPTED);
  assert.equal((await approve(mod, reference)).code, "verification.corrupted");
  // The store of the files is mounted again, or a backup is played back.
  writeFileSync(path, bytes);
  assert.equal((await open(mod, reference, "front"))[0], 200);
  assert.deepEqual(await statuses(ada), { front: "pending", selfie: "pending" });
  const acts = await actsAbout(reference);
  assert.ok(acts.some((line) => line.startsWith("verification.readable ")));
  assert.equal((await approve(mod, reference)).code, "");
});

for (const [what, spoil] of [
  ["is gone", async (reference: string) => rmSync(await fileOf(reference, "front"))],
  ["was changed", (reference: string) => damage(reference, "front")],
  ["was cut off", async (reference: string) => truncateSync(await fileOf(reference, "front"), 20)],
] as const)
  test(`a picture whose file ${what} is marked and shown again, and no try is lost`, async () => {
    const ada = await aNewcomer();
    const reference = await aSubmitted(app, ada);
    await spoil(reference);
    const opened = await look(mod, reference);
    assert.deepEqual(
      opened.data.pictures.map(({ isCorrupted }) => isCorrupted),
      [false, false],
    );
    assert.deepEqual(await open(mod, reference, "front"), CORRUPTED);
    assert.deepEqual(await open(mod, reference, "front"), CORRUPTED, "and once more");
    assert.equal((await open(mod, reference, "selfie"))[0], 200, "the other one is whole");
    assert.deepEqual(await statuses(ada), { front: "corrupted", selfie: "pending" });
    assert.deepEqual(await noticesOf(ada), ["verification_corrupted"]);
    assert.deepEqual(
      (await look(mod, reference)).data.pictures.map(({ side, isCorrupted }) => [side, isCorrupted]),
      [
        ["front", true],
        ["selfie", false],
      ],
    );
    assert.equal((await actsAbout(reference)).filter((act) => act.startsWith("verification.corrupted")).length, 1);
    assert.equal((await approve(mod, reference)).code, "verification.corrupted");

    assert.equal((await showAgain(ada, reference, "selfie")).code, "verification.over", "what can be read stays");
    assert.equal((await showAgain(await aNewcomer(), reference, "front")).code, "verification.unknown");
    assert.equal((await showAgain(ada, reference, "front")).status, 200);
    assert.equal((await showAgain(ada, reference, "front")).code, "verification.over", "and once only");
    const { status, triesLeft } = await latestOf(ada);
    assert.deepEqual([status, triesLeft, await statuses(ada)], ["pending", 3, { front: "pending", selfie: "pending" }]);
    assert.equal((await approve(mod, reference)).code, "verification.unlooked", "who has seen another picture");
    assert.equal((await open(mod, reference, "front"))[0], 404);
    await look(mod, reference);
    assert.equal((await open(mod, reference, "front"))[0], 200);
    assert.equal((await approve(mod, reference)).status, 200);
    assert.equal(await levelOf(app, ada), 2);
  });

test("the owner of two unreadable pictures is notified once, and may be rejected for another reason", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  for (const side of ["front", "selfie"] as const) await damage(reference, side);
  await look(mod, reference);
  for (const side of ["front", "selfie"] as const) assert.deepEqual(await open(mod, reference, side), CORRUPTED);
  assert.deepEqual(await noticesOf(ada), ["verification_corrupted"]);
  assert.equal((await reject(mod, reference, ["duplicate"])).status, 200);
  assert.equal((await showAgain(ada, reference, "front")).code, "verification.over");
});

test("of what was decided a lost picture is marked for the staff, and its owner is asked for nothing", async () => {
  const ada = await aNewcomer();
  const reference = await anApproved(app, { person: ada, staff: mod });
  await damage(reference, "front");
  assert.deepEqual(await open(mod, reference, "front"), CORRUPTED);
  assert.deepEqual(await noticesOf(ada), ["verification_approved"]);
  assert.equal((await look(mod, reference)).data.pictures[0]?.isCorrupted, true);
  assert.equal((await showAgain(ada, reference, "front")).code, "verification.over");
  assert.equal(await levelOf(app, ada), 2);
});

test("an approval of a company ends once one of its papers is submitted again", async () => {
  const ada = await aNewcomer();
  await anApproved(app, { person: ada, staff: mod });
  await ada.client.call(convertToCorporate);
  const reference = await aSubmitted(app, ada, { kind: "company" });
  await look(mod, reference);
  assert.equal((await approve(mod, reference, { kind: "company" })).data.status, "pending");
  await damage(reference, "owners");
  await look(other, reference);
  assert.deepEqual(await open(other, reference, "owners"), CORRUPTED);
  assert.equal((await approve(other, reference, { kind: "company" })).code, "verification.corrupted");
  assert.deepEqual((await noticesOf(ada)).slice(1), ["became_corporate", "company_corrupted"]);
  assert.equal((await statuses(ada, "company")).owners, "corrupted");
  assert.equal((await showAgain(ada, reference, "owners")).status, 200);
  assert.deepEqual((await look(other, reference)).data.approvedBy, []);
  assert.equal((await approve(other, reference, { kind: "company" })).data.status, "pending");
  await look(mod, reference);
  assert.equal((await approve(mod, reference, { kind: "company" })).data.status, "approved");
});

test("a video that cannot be read is recorded anew, with a new code and all tries", async () => {
  const ada = await aNewcomer();
  await aSubmitted(app, ada);
  const reference = await aSubmitted(app, ada, { kind: "video" });
  await damage(reference, "video");
  await look(mod, reference);
  assert.deepEqual(await open(mod, reference, "video"), CORRUPTED);
  const { status, pictures, triesLeft } = await latestOf(ada, "video");
  assert.deepEqual([status, pictures, triesLeft], ["ended", [{ side: "video", status: "corrupted", pages: null }], 3]);
  assert.equal((await approve(mod, reference, { kind: "video" })).code, "verification.over");
  assert.notEqual(await withPictures(app, ada, { kind: "video" }), reference);
});

test("a provider is sent what is shown again, and what it found of other pictures counts no more", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  await owner.query(
    `insert into provider_cases (verification_id, applicant_id, sent_at, found_nothing_at)
     select id, 'applicant of ' || reference, market_now(), market_now() from verifications where reference = $1`,
    [reference],
  );
  assert.equal((await look(mod, reference)).data.hasPassedProvider, true);
  await damage(reference, "front");
  await open(mod, reference, "front");
  await showAgain(ada, reference, "front");
  assert.equal((await look(mod, reference)).data.hasPassedProvider, false);
  const { rows } = await owner.query("select sent_at from provider_cases where applicant_id = 'applicant of ' || $1", [
    reference,
  ]);
  assert.deepEqual(rows, [{ sent_at: null }]);
});

test("a web that is taken over marks only what its staff have opened, and approves nothing that cannot be read", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  const { rows } = await owner.query(
    `select picture.file_key from verification_pictures picture join verifications one on one.id = picture.verification_id
     where one.reference = $1 and picture.side = 'front'`,
    [reference],
  );
  const mark = (key: string, staff: NamedUser) =>
    asWeb(
      `select outcome from mark_picture_corrupted('${reference}', 'front', '${key}', ${staff.id}, true, market_now())`,
    );
  const key = String(rows[0].file_key);
  assert.deepEqual(await mark(key, mod), [{ outcome: "unknown" }], "nobody has opened it");
  await look(mod, reference);
  assert.deepEqual(await mark(key, ada), [{ outcome: "unknown" }], "nor is its owner of the staff");
  assert.deepEqual(await mark("a".repeat(64), mod), [{ outcome: "unknown" }], "another picture");
  await assert.rejects(asWeb("update verification_pictures set corrupted_at = null"), /permission denied/);
  assert.deepEqual(await mark(key, mod), [{ outcome: "marked" }]);
  const shown = (side: Side) =>
    asWeb(
      `select outcome from add_verification_picture('${reference}', ${ada.id}, '${side}', 'a key', 'sealed', null, market_now())`,
    );
  assert.deepEqual(await shown("selfie"), [{ outcome: "over" }], "what can be read stays");
  const decided = `select outcome from decide_verification('${reference}', ${mod.id}, '{}', '2039-01-31', market_now())`;
  assert.deepEqual(await asWeb(decided), [{ outcome: "corrupted" }]);
});
