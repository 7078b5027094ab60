// Guards: a feature flag reaches pages and rules of exactly those it is on for: everybody, a part that stays the same people, or
// one by name; an administrator changes it with a reason, and no process shows the old one a second later.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { listFlagChanges, listFlags } from "#contract/staff/console.ts";
import { FLAG_NAMES, type FlagName } from "#contract/reference/flag-names.ts";
import { setOfferCap } from "#contract/market/offers/my/offers.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { makeApp } from "../../app.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { flagsOf, isFlagOn } from "../../reference/flags/index.ts";
import { anOffer, signIn, testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { db, owner } = app;
const folder = mkdtempSync(join(tmpdir(), "parley-flags-"));
const distDir = writePlainWeb(folder);
const processes = [await makeApp({ ...app.ports, distDir }), await makeApp({ ...app.ports, distDir })];
after(async () => {
  for (const one of processes) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

await db.tx(playRecordedRates);
const ada = await aNamedUser(app, "admin");
const REASON = "A trial in the small.";
const LISTING = "/trading/buy-btc/with-any-payment-method?currencyCode=USD";

const change = (who: NamedUser, wanted: StaffChange, more: { proves?: false } = {}) =>
  who.client.call(changeByStaff, { body: { change: wanted, reason: REASON }, ...more });
const forAll = async (id: FlagName, percent: number) =>
  assert.equal((await change(ada, { kind: "set_flag", id, percent })).code, "");
const forOne = async ({ username }: NamedUser, flag: FlagName, state: "on" | "off" | "default") =>
  assert.equal((await change(ada, { kind: "set_user_flag", id: username, flag, state })).code, "");

/** The flags and the filter of a page, as a process shows them to a visitor or to a user. */
async function page(place: number, who?: NamedUser) {
  const cookie = who ? { cookie: `parley=${await db.tx((tx) => signIn(tx, who.id))}` } : {};
  const answer = await processes[place]?.fastify.inject({ url: LISTING, headers: { accept: "text/html", ...cookie } });
  const { flags, props } = readPlainPage(answer?.body ?? "") as unknown as {
    flags: Record<string, boolean>;
    props: { state: { acceptableOnly: boolean } };
  };
  return { flags, isFiltered: props.state.acceptableOnly };
}

/** Within a second of the change, in both processes. */
async function soon(is: (shown: Awaited<ReturnType<typeof page>>) => boolean, who?: NamedUser): Promise<void> {
  const untilMs = Date.now() + 1000;
  for (const place of [0, 1]) {
    while (!is(await page(place, who)) && Date.now() < untilMs) await pause(20);
    assert.ok(is(await page(place, who)), `process ${place}`);
  }
}

test("a flag that is on for all users reaches pages in every process within a second", async () => {
  const tom = await aNamedUser(app);
  await soon(({ isFiltered }) => isFiltered, tom);
  await forAll("isNewbieOffersEnabled", 0);
  await soon(({ flags, isFiltered }) => flags.isNewbieOffersEnabled === false && !isFiltered, tom);
  await forAll("isNewbieOffersEnabled", 100);
  await soon(({ isFiltered }) => isFiltered, tom);
});

test("the filter for eligible offers begins on for signed-in users and off for visitors, whatever the flag", async () => {
  const tom = await aNamedUser(app);
  for (const percent of [0, 100]) {
    await forAll("isNewbieOffersCheckedByDefault", percent);
    await soon(({ isFiltered }) => isFiltered === (percent === 100), tom);
    await soon(({ isFiltered }) => !isFiltered);
  }
});

test("one person has a flag by name, whatever others have, until that is taken back", async () => {
  const [mia, tom] = [await aNamedUser(app), await aNamedUser(app)];
  await forAll("isNewbieOffersCheckedByDefault", 0);
  await forOne(mia, "isNewbieOffersCheckedByDefault", "on");
  await soon(({ isFiltered }) => isFiltered, mia);
  await soon(({ isFiltered }) => !isFiltered, tom);
  await forAll("isNewbieOffersCheckedByDefault", 100);
  await forOne(mia, "isNewbieOffersCheckedByDefault", "off");
  await soon(({ isFiltered }) => !isFiltered, mia);
  await soon(({ isFiltered }) => isFiltered, tom);
  await forOne(mia, "isNewbieOffersCheckedByDefault", "default");
  await soon(({ isFiltered }) => isFiltered, mia);
});

test("of a part of all people those stay who are in it when it grows, and another flag has another part", async () => {
  const at = (percent: number) =>
    Object.fromEntries(FLAG_NAMES.map((name) => [name, percent])) as Record<FlagName, number>;
  const among = async (name: FlagName, percent: number) => {
    const { rows } = await owner.query(
      "select id::int from generate_series(0, 1999) id where is_among($1, id, $2) order by id",
      [name, percent],
    );
    return new Set(rows.map(({ id }) => id as number));
  };
  const few = await among("isNewbieOffersEnabled", 20);
  const more = await among("isNewbieOffersEnabled", 50);
  assert.ok(few.size > 320 && few.size < 480, `${few.size} of 2000 are a fifth`);
  assert.ok(more.size > 900 && more.size < 1100, `${more.size} of 2000 are half`);
  for (const userId of few) assert.ok(more.has(userId));
  const other = await among("isOfferCapFeatureEnabled", 20);
  assert.ok([...few].filter((userId) => other.has(userId)).length < 160, "they are others");
  const [nobody, everybody] = [await among("isNewbieOffersEnabled", 0), await among("isNewbieOffersEnabled", 100)];
  assert.deepEqual([nobody.size, everybody.size], [0, 2000]);
  assert.equal(flagsOf(at(99), undefined).isNewbieOffersEnabled, false, "who has no account has what everybody has");
  assert.equal(flagsOf(at(100), undefined).isNewbieOffersEnabled, true);
});

test("a user without the cap feature sets none, and an existing cap stays and counts", async () => {
  const mia = await aNamedUser(app);
  const hash = await db.tx((tx) => anOffer(tx, mia.id));
  const set = (amount: string, active = true) =>
    mia.client.call(setOfferCap, { params: { id: hash }, body: { offer_cap: { amount, active } } });
  assert.equal((await set("5000")).code, "");
  await forOne(mia, "isOfferCapFeatureEnabled", "off");
  const refused = await set("6000");
  assert.deepEqual([refused.status, refused.code], [403, "offer.cap_off"]);
  assert.match(JSON.stringify(refused.body), /"details":\{"offer_cap":/);
  assert.equal((await set("5000")).code, "", "the current value may be sent again");
  const { rows } = await owner.query("select cap_active from offers where hash = $1", [hash]);
  assert.deepEqual(rows, [{ cap_active: true }]);
  assert.equal((await set("5000", false)).code, "", "and be taken away");
  assert.equal((await set("5000")).code, "offer.cap_off");
  assert.equal(await db.read((tx) => isFlagOn(tx, { name: "isOfferCapFeatureEnabled", userId: ada.id })), true);
});

test("administrators alone change flags, by a proof of just that, and history and chain keep it", async () => {
  const [mod, mia] = [await aNamedUser(app, "supermoderator"), await aNamedUser(app)];
  const wanted = { kind: "set_flag", id: "isOfferCapFeatureEnabled", percent: 40 } as const;
  assert.equal((await change(mod, wanted)).status, 403);
  assert.equal((await mod.client.call(listFlags)).status, 403);
  await app.prove(ada.client.token, { ...wanted, percent: 41 });
  assert.equal((await change(ada, wanted, { proves: false })).code, "auth.password_proof");
  assert.equal((await change(ada, wanted)).code, "");
  assert.equal((await change(ada, wanted)).code, "staff.unchanged");
  await forOne(mia, "isOfferCapFeatureEnabled", "on");
  const { data } = await ada.client.call(listFlags);
  const flag = data.find(({ name }) => name === wanted.id);
  assert.deepEqual([flag?.percent, flag?.initial, flag?.changedBy], [40, 100, ada.username]);
  assert.ok(flag?.people.some(({ username, isOn }) => username === mia.username && isOn));
  const history = await ada.client.call(listFlagChanges, { query: { name: wanted.id } });
  assert.deepEqual(
    history.data.rows.slice(0, 2).map(({ username, value, reason, changedBy }) => [username, value, reason, changedBy]),
    [
      [mia.username, "on", REASON, ada.username],
      [null, "40", REASON, ada.username],
    ],
  );
  const { rows } = await owner.query("select act, subject from staff_acts order by id desc limit 2");
  assert.deepEqual(rows, [
    { act: "flag.set_for", subject: `${mia.username}: isOfferCapFeatureEnabled=on` },
    { act: "flag.set", subject: "isOfferCapFeatureEnabled=40" },
  ]);
  for (const one of Object.values(app.dbs))
    await assert.rejects(
      one.tx((tx) => tx.rows`update feature_flags set percent = 7 where name = ${wanted.id}`),
      /permission denied/,
    );
});
