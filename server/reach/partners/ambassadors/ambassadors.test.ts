// Guards: a user applies once, and a refusal says why not; two administrators give a level; only a signed link of an ambassador of now assigns a
// newcomer, once and in the first days; a verified newcomer who traded is rewarded once, by the version of the level, and a case or a
// reversed payment takes it back.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/reach/ambassadors.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { checkBooks } from "../../../staff/console/index.ts";
import { aMarket, aPerson, aTrade, freshRates, giveLevel, testApp } from "../../../testing/index.ts";
import type { TestPerson } from "../../../testing/market/trades.ts";
import { partnersOf } from "../../../testing/people/partners.ts";
import { aNamedUser } from "../../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;
const { codeOf, holds, rewardsHeld, set, settle, wait, claim, fresh, available } = partnersOf(app);
const DAY = 24 * 3_600_000;
const TEXT = "I speak with new traders in Lagos each week.";

const apply = ({ client }: Pick<TestPerson, "client">, text = TEXT) =>
  client.call(calls.applyAsAmbassador, { body: { text } });
const view = async ({ client }: Pick<TestPerson, "client">) => (await client.call(calls.getAmbassador)).data;
const newcomersOf = async ({ client }: Pick<TestPerson, "client">) =>
  (await client.call(calls.listNewcomers, { query: {} })).data;
const makeAmbassador = ({ id }: { id: bigint }, level = "peer") =>
  owner.query("select set_ambassador_level($1, $2, null, market_now())", [id, level]);
const idOf = async (ambassador: Pick<TestPerson, "client">) => (await view(ambassador)).link?.split("/").at(-1) ?? "";
const assign = ({ client }: Pick<TestPerson, "client">, id: string) =>
  client.call(calls.assignAmbassador, { params: { id } });
const entries = async (id: bigint) =>
  (
    await owner.query(
      "select units::text, status, why from reward_entries where person_id = $1 and tier = 0 order by id",
      [id],
    )
  ).rows;
/** The operator's fees hold so many dollars more. */
const move = (from: string, to: string, units: bigint) =>
  owner.query(
    `select post_each(array['test_moved'], array[gen_random_uuid()::text], market_now(), array[1], array[$1], array[$2], array[$3::bigint])`,
    [from, to, units],
  );
const fund = (units: bigint) => move("outside:USDT:chain", "house:USDT:fees", units);

test("an application waits, is withdrawn, noted, invited, declined, and comes again after some weeks", async () => {
  const mia = await aNamedUser(app);
  const staff = await aNamedUser(app, "admin");
  const judge = (number: string, step: "note" | "interview" | "declined", by = staff) =>
    by.client.call(calls.judgeAmbassadorApplication, { params: { number }, body: { step, note: "A good talk." } });
  assert.equal((await apply(mia, "too short")).status, 422);
  assert.equal((await apply(mia)).code, "");
  assert.equal((await apply(mia)).code, "ambassador.open");
  assert.equal((await mia.client.call(calls.withdrawAmbassadorApplication)).code, "");
  assert.equal((await mia.client.call(calls.withdrawAmbassadorApplication)).code, "ambassador.none_open");
  const sent = (await apply(mia)).data.application;
  const number = sent?.number ?? "";
  assert.match(number, /^AMBASSADOR-\d{12}$/);
  assert.equal((await judge(number, "note", mia)).status, 403);
  const own = (await apply(staff)).data.application?.number ?? "";
  assert.equal((await judge(own, "note")).code, "ambassador.own_application");
  assert.equal((await judge("AMBASSADOR-999999", "note")).code, "ambassador.no_application");
  assert.equal((await judge(number, "note")).data.notes.length, 1);
  assert.equal((await judge(number, "interview")).data.status, "interview");
  assert.equal((await judge(number, "interview")).code, "ambassador.closed");
  const declined = (await judge(number, "declined")).data;
  assert.deepEqual([declined.status, declined.decidedBy, declined.notes.length], ["declined", staff.username, 3]);
  assert.equal((await judge(number, "note")).code, "ambassador.closed");
  assert.equal((await apply(mia)).code, "ambassador.early");
  assert.ok((await view(mia)).mayApplyFrom);
  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1 order by id", [mia.id]);
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ["ambassador_interview", "ambassador_declined"],
  );
  await owner.query(
    "update ambassador_applications set changed_at = market_now() - interval '61 days' where number = $1",
    [number],
  );
  assert.equal((await apply(mia)).code, "");
});

test("two administrators give a level with the badge, and one ends it", async () => {
  const [ada, ben] = [await aNamedUser(app, "admin"), await aNamedUser(app, "admin")];
  const mia = await aNamedUser(app);
  await apply(mia);
  const wanted: StaffChange = { kind: "set_ambassador", id: mia.username, ambassador_level: "associate" };
  const ask = (who: typeof ada, change: StaffChange) =>
    who.client.call(changeByStaff, { body: { change, reason: "she teaches in Lagos" } });
  await app.prove(ada.client.token, wanted);
  assert.equal((await ask(ada, wanted)).data.isDone, false);
  assert.equal((await view(mia)).level, null);
  const desk = await ben.client.call(getStaffDesk);
  const waiting = desk.data.waiting.find(({ change }) => change.kind === "set_ambassador");
  assert.deepEqual(waiting?.change, wanted);
  const id = waiting?.id ?? "";
  assert.equal((await ada.client.call(confirmStaffChange, { body: { id } })).code, "staff.second_person");
  await app.prove(ben.client.token, wanted);
  assert.equal((await ben.client.call(confirmStaffChange, { body: { id } })).code, "");
  const now = await view(mia);
  assert.deepEqual([now.level, now.application?.status], ["associate", "accepted"]);
  assert.equal((await apply(mia)).code, "ambassador.already");
  const badge = async () =>
    (await owner.query("select badge from given_badges where user_id = $1", [mia.id])).rows[0]?.badge;
  assert.equal(await badge(), "ambassador");
  const ended: StaffChange = { kind: "set_ambassador", id: mia.username, ambassador_level: "none" };
  await app.prove(ben.client.token, ended);
  assert.equal((await ask(ben, ended)).data.isDone, true);
  assert.equal((await view(mia)).level, null);
  assert.equal(await badge(), undefined);
  const own: StaffChange = { kind: "set_ambassador", id: ada.username, ambassador_level: "peer" };
  assert.equal((await ask(ada, own)).code, "staff.own_account");
});

test("only the signed link of an ambassador of now assigns a newcomer, once and in the first days", async () => {
  const [ambassador, newcomer, late] = [await aPerson(app), await aPerson(app), await aPerson(app)];
  assert.equal((await view(ambassador)).link, null);
  await makeAmbassador(ambassador);
  const id = await idOf(ambassador);
  const other = await aPerson(app);
  await makeAmbassador(other);
  const forged = `${await codeOf(other)}-${id.split("-").slice(1).join("-")}`;
  assert.equal((await assign(late, forged)).code, "ambassador.unknown");
  assert.equal((await assign(ambassador, id)).code, "ambassador.own");
  await owner.query("update users set created_at = market_now() - interval '7 days' where id = $1", [late.id]);
  assert.equal((await assign(late, id)).code, "ambassador.late");
  const answers = await Promise.all([assign(newcomer, id), assign(newcomer, id)]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "ambassador.fixed"]);
  const [shown] = await newcomersOf(ambassador);
  assert.deepEqual([shown?.state, shown?.amount], ["registered", null]);
  await makeAmbassador(ambassador, "none");
  assert.equal((await assign(await aPerson(app), id)).code, "ambassador.unknown");
});

/** A buyer who came by an ambassador. */
async function assigned(level = "peer") {
  const ambassador = await aPerson(app);
  await giveLevel(app, ambassador.id, 4);
  await makeAmbassador(ambassador, level);
  const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  assert.equal((await assign(market.buyer, await idOf(ambassador))).code, "");
  return { ...market, ambassador };
}
const verify = (id: bigint) => owner.query("update users set verified_level = 2 where id = $1", [id]);
const reward = () => app.runJob("reward-newcomers");

test("a newcomer is rewarded once, when verified and traded, by the level and the version of then", async () => {
  const market = await assigned("ambassador");
  const { ambassador, buyer } = market;
  await fund(100_000_000n);
  await aTrade(market, "released");
  await settle();
  await reward();
  assert.deepEqual(await entries(buyer.id), []);
  assert.equal((await newcomersOf(ambassador))[0]?.state, "traded");
  await verify(buyer.id);
  await set("partner.ambassador_usdt", 12);
  const before = await rewardsHeld("USDT");
  await Promise.all([reward(), reward()]);
  await reward();
  assert.deepEqual(await entries(buyer.id), [{ units: "12000000", status: "held", why: null }]);
  assert.equal((await rewardsHeld("USDT")) - before, 12_000_000n);
  await holds();
  const [shown] = await newcomersOf(ambassador);
  assert.deepEqual([shown?.state, shown?.amount], ["rewarded", "12"]);
  await wait(7 * DAY + 1000);
  await settle();
  const again = await fresh({ ambassador });
  const { months } = await view(again.ambassador);
  assert.deepEqual(
    months.map(({ newcomers, rewards, amount }) => [newcomers, rewards, amount]),
    [[1, 1, "12"]],
  );
  const month = months[0]?.month ?? "";
  const statement = (await again.ambassador.client.call(calls.getAmbassadorStatement, { query: { month } })).data;
  assert.deepEqual([statement.total, statement.lines.length, statement.newcomers], ["12", 1, 1]);
  assert.equal((await claim(again.ambassador, "USDT")).code, "");
  assert.equal(await available(ambassador, "USDT"), 12_000_000n);
  await holds();
  await set("partner.ambassador_usdt", 10);
});

test("a trade with the ambassador does not count, the next one does; who came too late, or shares a browser, earns nothing", async () => {
  await freshRates(app);
  await fund(100_000_000n);
  const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  await makeAmbassador(market.seller);
  assert.equal((await assign(market.buyer, await idOf(market.seller))).code, "");
  await verify(market.buyer.id);
  await aTrade(market, "released");
  await settle();
  await reward();
  assert.deepEqual(await entries(market.buyer.id), []);
  assert.deepEqual(
    (await newcomersOf(market.seller)).map(({ state, why }) => [state, why]),
    [["traded", "own_trade"]],
  );
  const other = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  await aTrade({ ...other, buyer: market.buyer }, "released");
  await settle();
  await reward();
  assert.equal((await entries(market.buyer.id)).length, 1);

  const over = await assigned();
  await verify(over.buyer.id);
  await aTrade(over, "released");
  await owner.query("update ambassador_assignments set ends_at = market_now() where newcomer_id = $1", [over.buyer.id]);
  const ring = await assigned();
  await verify(ring.buyer.id);
  for (const { id } of [ring.buyer, ring.ambassador])
    await owner.query("insert into known_devices values ($1, 'one browser', market_now())", [id]);
  await aTrade(ring, "released");
  await settle();
  await reward();
  assert.deepEqual([...(await entries(over.buyer.id)), ...(await entries(ring.buyer.id))], []);
  assert.equal((await newcomersOf(over.ambassador))[0]?.state, "over");
  assert.equal((await newcomersOf(ring.ambassador))[0]?.why, "household");
  await holds();
});

test("rewards that the fees do not hold wait; a confirmed case takes a held one back", async () => {
  const market = await assigned("associate");
  await verify(market.buyer.id);
  await aTrade(market, "released");
  await settle();
  const { rows } = await owner.query(
    "select balance_units as units from ledger_accounts where name = 'house:USDT:fees'",
  );
  const all = BigInt(rows[0]?.units ?? 0);
  if (all > 0n) await move("house:USDT:fees", "outside:USDT:chain", all);
  await reward();
  assert.deepEqual(await entries(market.buyer.id), []);
  await fund(20_000_000n);
  await reward();
  assert.deepEqual(await entries(market.buyer.id), [{ units: "20000000", status: "held", why: null }]);
  await owner.query(
    "select add_partner_finding('household', array[$1::bigint, $2], (select max(id) from trades), market_now())",
    [market.buyer.id, market.ambassador.id],
  );
  const staff = await aNamedUser(app, "admin");
  await owner.query(
    "select decide_partner_case((select number from partner_cases where status = 'open' and $1::bigint = any (people)), 'confirmed', 'one person', $2, market_now())",
    [market.buyer.id, staff.id],
  );
  assert.deepEqual(await entries(market.buyer.id), [{ units: "20000000", status: "cancelled", why: "voided" }]);
  await holds();
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});
