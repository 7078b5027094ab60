// Guards: a document is its owner's and the reviewer's who opened it for a reason; it raises a level by another person's proof
// of just that, and what is kept of it is encrypted, marked when it is shown, and erased on its day.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import * as calls from "#contract/compliance/verification/verification.ts";
import { useWatchList } from "../../platform/words/watch-list.ts";
import { freshRates, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { offerBody } from "../../testing/market/offers.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import * as testing from "../../testing/people/verification.ts";
import {
  addPicture,
  anApproved,
  aPicture,
  approve,
  aSubmitted,
  levelOf,
  look,
  reject,
  startId,
} from "../../testing/people/verification.ts";

const app = await testApp({ poolSize: 12 });
const { owner, moveClock, runJob } = app;
await freshRates(app);
const [mod, other] = [await aNamedUser(app, "moderator"), await aNamedUser(app, "moderator")];
const DAY_MS = 86_400_000;
// A demo lets everybody make offers.
await owner.query(
  `insert into settings values ('offers.creation_level', '2', null, market_now())
   on conflict (name) do update set value = excluded.value`,
);

/** With a confirmed email and nothing else. */
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
const standingOf = async ({ client }: NamedUser, kind: "id" | "address" = "id") =>
  (await client.call(calls.listVerifications)).data.find((one) => one.kind === kind);
const picture = (person: Pick<NamedUser, "client">, reference: string, side = "front") =>
  app.app.fastify.inject({
    url: `/staff/verifications/${reference}/${side}`,
    headers: { cookie: `parley=${person.client.token}` },
  });
/** There is no folder before there is a file. */
const filesOf = () => {
  const folder = join(app.config.dataDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
};

test("an approved document of identity gives level 2 and with it offers, and a proof of address more", async () => {
  const ada = await aNewcomer();
  assert.equal(await levelOf(app, ada), 1);
  const reference = await aSubmitted(app, ada);
  assert.deepEqual([(await standingOf(ada))?.latest?.status, await levelOf(app, ada)], ["pending", 1]);
  assert.equal((await ada.client.call(createOffer, { body: offerBody() })).code, "offer.level");

  assert.equal((await look(mod, reference)).status, 200);
  assert.equal((await approve(mod, reference)).status, 200);

  assert.deepEqual([(await standingOf(ada))?.isVerified, await levelOf(app, ada)], [true, 2]);
  assert.equal((await testing.startId(ada)).code, "verification.approved");
  assert.equal((await ada.client.call(createOffer, { body: offerBody() })).code, "");
  await anApproved(app, { person: ada, staff: mod, kind: "address" });
  assert.equal(await levelOf(app, ada), 2.5);
  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1 order by id", [ada.id]);
  assert.deepEqual(rows, [{ kind: "verification_approved" }, { kind: "verification_approved" }]);
});

test("an address is accepted only from a user with a verified identity", async () => {
  assert.equal((await testing.startAddress(await aNewcomer())).code, "verification.id_first");
});

test("a picture loses what the camera wrote into it, is drawn anew, and lies encrypted", async () => {
  const ada = await aNewcomer();
  const before = new Set(filesOf());
  const reference = await aSubmitted(app, ada);
  const kept = filesOf().filter((file) => !before.has(file));
  assert.equal(kept.length, 2);
  for (const file of kept) {
    const bytes = readFileSync(file);
    assert.ok(!bytes.includes("SpyCam") && !bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])));
  }
  await look(mod, reference);
  const shown = await picture(mod, reference);
  assert.equal(shown.statusCode, 200);
  assert.equal(shown.headers["cache-control"], "no-store");
  assert.equal((await sharp(shown.rawPayload).metadata()).exif, undefined);
});

test("the reviewer's name is drawn across the picture", async () => {
  const reference = await aSubmitted(app, await aNewcomer());
  const plain = await sharp(await aPicture())
    .raw()
    .toBuffer();
  const seen: Buffer[] = [];
  for (const staff of [mod, other]) {
    await look(staff, reference);
    seen.push(
      await sharp((await picture(staff, reference)).rawPayload)
        .raw()
        .toBuffer(),
    );
  }
  const differs = (one: Buffer, two: Buffer) =>
    one.filter((byte, place) => Math.abs(byte - (two[place] ?? 0)) > 12).length;
  for (const one of seen) assert.ok(differs(one, plain) > plain.length / 100, "a mark is there");
  assert.ok(differs(seen[0] as Buffer, seen[1] as Buffer) > plain.length / 200, "and is each one's own");
});

test("documents are opened for a reason that is in the staff log, for half an hour, and by staff alone", async () => {
  const [ada, eve] = [await aNewcomer(), await aNewcomer()];
  const reference = await aSubmitted(app, ada);
  for (const nobody of [eve, ada, mod]) assert.notEqual((await picture(nobody, reference)).statusCode, 200);
  assert.equal((await look(eve, reference)).code, "auth.forbidden");
  assert.equal((await look(mod, reference, "because of a complaint")).status, 200);
  const { rows } = await owner.query(
    "select staff_id, reason from staff_acts where act = 'verification.look' order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ staff_id: String(mod.id), reason: `${reference}: because of a complaint` }]);
  assert.equal((await picture(mod, reference)).statusCode, 200);
  assert.equal((await picture(other, reference)).statusCode, 404, "who has not looked");
  await moveClock(31 * 60_000);
  await freshRates(app);
  assert.equal((await picture(mod, reference)).statusCode, 404, "an hour later");
  assert.equal((await approve(mod, reference)).code, "verification.unlooked");
});

test("one of the staff opens only so many documents a day", async () => {
  const busy = await aNamedUser(app, "moderator");
  const reference = await aSubmitted(app, await aNewcomer());
  await owner.query("insert into settings values ('staff.documents_a_day', '1', null, market_now())");
  assert.equal((await look(busy, reference)).status, 200);
  assert.equal((await look(busy, reference)).code, "staff.documents");
  await owner.query("delete from settings where name = 'staff.documents_a_day'");
});

test("an approval takes the proof of a reviewer who has opened it, and nobody reviews themselves", async () => {
  const reference = await aSubmitted(app, await aNewcomer());
  await look(mod, reference);
  assert.equal((await approve(mod, reference, { proves: false })).code, "auth.password_proof");
  await look(other, reference);
  await app.prove(other.client.token, { kind: "approve_verification", id: reference });
  assert.equal((await approve(mod, reference, { proves: false })).code, "auth.password_proof", "another user's proof");
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [mod.id]);
  const own = await aSubmitted(app, mod);
  assert.equal((await look(mod, own)).code, "staff.own_account");
  assert.equal((await app.prove(mod.client.token, { kind: "approve_verification", id: own }))?.outcome, "nothing");
  await owner.query(
    "insert into verification_looks select id, $2, market_now() from verifications where reference = $1",
    [own, mod.id],
  );
  assert.equal((await approve(mod, own)).code, "staff.own_account");
});

test("a password alone approves nothing", async () => {
  const guest = await aNamedUser(app, "moderator");
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [guest.id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [guest.id]);
  const id = await aSubmitted(app, await aNewcomer());
  const [outcome] = await app.ports.verifier.prove([
    { userId: String(guest.id), for: { kind: "approve_verification", id }, shown: { password: TEST_PASSWORD } },
  ]);
  assert.equal(outcome?.outcome, "factor");
});

test("a web that is taken over approves nothing, and reads no document that staff have not opened", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  const decide = `select outcome from decide_verification('${reference}', ${mod.id}, '{}', null, market_now())`;
  assert.deepEqual(await asWeb(decide), [{ outcome: "unlooked" }]);
  await asWeb(`select outcome from look_at_verification('${reference}', ${mod.id}, 'a good reason', market_now())`);
  assert.deepEqual(await asWeb(decide), [{ outcome: "unproved" }]);
  assert.deepEqual(
    await asWeb(`select outcome from decide_verification('${reference}', ${ada.id}, '{}', null, market_now())`),
    [{ outcome: "not_judge" }],
  );
  for (const statement of [
    "update users set verified_level = 2.5",
    "update verifications set status = 'approved'",
    "insert into verification_looks select id, user_id, market_now() from verifications",
    "delete from verification_demands",
    `select settle_level(${ada.id})`,
  ])
    await assert.rejects(asWeb(statement), /permission denied/, statement);
  assert.equal(await levelOf(app, ada), 1);
});

test("an approval goes through the whole checklist, of a document that has not expired", async () => {
  const reference = await aSubmitted(app, await aNewcomer());
  await look(mod, reference);
  const { code } = await mod.client.call(calls.approveVerification, { body: { reference, checked: ["readable"] } });
  assert.equal(code, "verification.checklist");
  assert.equal((await approve(mod, reference, { expires_on: "2020-01-01" })).code, "verification.expired");
});

test("a rejection says why, costs one of three tries, and after the last only staff open another", async () => {
  const ada = await aNewcomer();
  for (const left of [2, 1, 0]) {
    const reference = await aSubmitted(app, ada);
    await look(mod, reference);
    assert.equal((await reject(mod, reference, ["cropped", "face_mismatch"])).status, 200);
    const standing = await standingOf(ada);
    assert.deepEqual(
      [standing?.latest?.status, standing?.latest?.rejectReasons, standing?.triesLeft],
      ["rejected", ["cropped", "face_mismatch"], left],
    );
    assert.equal((await ada.client.call(calls.leftAttempt, { params: { type: "id" } })).data.left, left);
  }
  assert.equal((await startId(ada)).code, "verification.no_tries");
  const body = { username: ada.username, kind: "id", reason: "they have a new passport" } as const;
  assert.equal((await mod.client.call(calls.demandVerification, { body })).status, 200);
  for (const left of [2, 1, 0]) {
    const reference = await aSubmitted(app, ada);
    await look(mod, reference);
    await reject(mod, reference, ["cropped"]);
    assert.equal((await standingOf(ada))?.triesLeft, left);
  }
  assert.equal((await mod.client.call(calls.demandVerification, { body })).status, 200, "and once more after three");
  assert.equal((await startId(ada)).status, 200);
});

test("what staff ask for anew ends the level that it gave, or that one administrator granted, until it is approved again", async () => {
  const ada = await aNewcomer();
  await anApproved(app, { person: ada, staff: mod });
  await owner.query("update users set granted_level = 2.5 where id = $1", [ada.id]);
  const body = { username: ada.username, kind: "id", reason: "the photo looks edited" } as const;
  const demand = (staff: NamedUser) => staff.client.call(calls.demandVerification, { body });
  assert.equal((await demand(await aNewcomer())).code, "auth.forbidden");
  assert.equal((await demand(mod)).status, 200);
  assert.equal((await demand(other)).code, "staff.unchanged");
  assert.deepEqual(
    [(await standingOf(ada))?.isForced, (await standingOf(ada))?.isVerified, await levelOf(app, ada)],
    [true, false, 1],
  );
  await anApproved(app, { person: ada, staff: other });
  assert.deepEqual([(await standingOf(ada))?.isForced, await levelOf(app, ada)], [false, 2]);
});

test("a document that another account has submitted is shown to its reviewer", async () => {
  const [ada, twin] = [await aNewcomer(), await aNewcomer()];
  await aSubmitted(app, ada, { number: "A 123-456" });
  const reference = await aSubmitted(app, twin, { number: "a123456" });
  assert.deepEqual((await look(mod, reference)).data.sameDocument, [ada.username]);
  const { rows } = await owner.query("select * from verifications where reference = $1", [reference]);
  assert.ok(!JSON.stringify(rows).includes("a123456") && !Buffer.from(rows[0].details_sealed).includes("a123456"));
});

test("a name like one on the operator's list is shown to the reviewer, who confirms that it is another person", async () => {
  const reference = await aSubmitted(app, await aNewcomer());
  // A demo has a list of made-up names.
  useWatchList(undefined);
  assert.equal((await look(mod, reference)).data.watchList, null, "without a list nobody was screened");
  const list = join(app.config.dataDir, "sdn.csv");
  writeFileSync(list, '17,"OBI, Adda",individual,"SDGT"\n');
  useWatchList(list);
  try {
    const opened = (await look(mod, reference)).data;
    assert.deepEqual(
      opened.watchList?.map(({ name }) => name),
      ["OBI, Adda"],
    );
    assert.equal((await approve(mod, reference)).code, "verification.checklist");
    const body = { reference, checked: opened.checklist, expires_on: "2039-01-31" };
    assert.equal((await mod.client.call(calls.approveVerification, { body })).status, 200);
  } finally {
    useWatchList(undefined);
  }
});

test("nothing is added to what was submitted, and nothing incomplete is", async () => {
  const [ada, eve] = [await aNewcomer(), await aNewcomer()];
  const started = await startId(ada);
  const reference = started.data.verificationReference;
  const submit = () => ada.client.call(calls.submitVerification, { params: { reference } });
  const add = (person: NamedUser, side: string, bytes: Uint8Array) =>
    addPicture(app, person, { reference, side, bytes });
  assert.equal((await submit()).code, "verification.incomplete");
  assert.equal((await add(eve, "front", await aPicture())).code, "verification.unknown");
  assert.equal((await add(ada, "back", await aPicture())).code, "verification.picture_unwanted");
  assert.equal(
    (await add(ada, "front", await aPicture("#000", { width: 300, height: 200 }))).code,
    "verification.picture_small",
  );
  assert.equal((await add(ada, "front", Buffer.from("%PDF-1.4"))).status, 422);
  assert.equal((await add(ada, "front", Buffer.from([0xff, 0xd8, 0xff, 1, 2]))).code, "upload.broken_image");
  for (const side of ["front", "selfie"]) assert.equal((await add(ada, side, await aPicture())).status, 200);
  assert.deepEqual([(await submit()).status, (await submit()).status], [200, 200], "twice is once");
  assert.equal((await add(ada, "front", await aPicture("#111"))).code, "verification.over");
  const added = `select outcome
    from add_verification_picture('${reference}', ${ada.id}, 'front', 'a key', 'sealed', null, market_now())`;
  assert.deepEqual(await asWeb(added), [{ outcome: "over" }], "by a web that is taken over neither");
  assert.equal((await startId(ada)).code, "verification.pending");
});

test("a document of a country without accounts is not taken", async () => {
  const { client } = await aNewcomer();
  const body = {
    issue_country_iso3: "IRN",
    document_type: "passport",
    first_name_original: "A",
    last_name_original: "B",
    document_number: "X123",
  } as const;
  assert.equal((await client.call(calls.startIdVerification, { body })).code, "verification.country");
  const countries = (await client.call(calls.supportedCountries)).data;
  assert.ok(!countries.some(({ iso }) => iso === "IR") && countries.find(({ iso }) => iso === "AF")?.isRequired);
  assert.deepEqual((await client.call(calls.documentCountry)).data, { iso3: "NGA", iso: "NG" });
});

test("two reviewers who decide at once decide once", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  await look(mod, reference);
  await look(other, reference);
  const outcomes = await Promise.all([approve(mod, reference), reject(other, reference)]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 409]);
});

test("when a document expires what it verified ends, and its owner is notified", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  await look(mod, reference);
  const soon = new Date(Date.parse((await standingOf(ada))?.latest?.submittedAt ?? "") + 2 * DAY_MS)
    .toISOString()
    .slice(0, 10);
  assert.equal((await approve(mod, reference, { expires_on: soon })).status, 200);
  await runJob("end-expired-documents");
  assert.equal(await levelOf(app, ada), 2);
  await moveClock(3 * DAY_MS);
  await freshRates(app);
  await runJob("end-expired-documents");
  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1 order by id desc limit 1", [
    ada.id,
  ]);
  assert.deepEqual([await levelOf(app, ada), rows], [1, [{ kind: "verification_ended" }]]);
});

test("documents are erased five years after their account has closed, and what nobody submitted after a month", async () => {
  const [ada, ben] = [await aNewcomer(), await aNewcomer()];
  const reference = await anApproved(app, { person: ada, staff: mod });
  const left = (await startId(ben)).data.verificationReference;
  await addPicture(app, ben, { reference: left, side: "front", bytes: await aPicture() });
  const { rows: keys } = await owner.query(
    "select file_key from verification_pictures picture join verifications one on one.id = verification_id where reference = any ($1)",
    [[reference, left]],
  );
  assert.equal(keys.length, 3);
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at) values ($1, 'privacy', market_now(), market_now() + interval '1 day')`,
    [ada.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [ada.id]);
  assert.equal(await levelOf(app, ada), 0, "a closed account has no level");
  const there = async () =>
    (
      await owner.query("select reference from verifications where reference = any ($1) order by id", [
        [reference, left],
      ])
    ).rows.map((row) => row.reference);
  const filesThere = () => filesOf().filter((file) => keys.some(({ file_key }) => file.endsWith(file_key))).length;
  await runJob("erase-documents");
  assert.deepEqual([await there(), filesThere()], [[reference, left], 3]);
  await moveClock(31 * DAY_MS);
  await runJob("erase-documents");
  assert.deepEqual([await there(), filesThere()], [[reference], 2]);
  await moveClock(5 * 366 * DAY_MS);
  await runJob("erase-documents");
  assert.deepEqual([await there(), filesThere()], [[], 0]);
});
