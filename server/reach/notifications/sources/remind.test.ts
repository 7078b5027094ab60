// Guards: users are reminded of a deadline once, only the user who has to act, as long before as the settings say; a deadline
// that moved is reminded of anew, and one that is over or was met is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptGiftCard } from "#contract/market/trades/card-trades.ts";
import { submitEvidence } from "#contract/market/disputes/disputes.ts";
import { cancelTrade, markTradePaid, revealPaymentDetails } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aPerson, aTrade, testApp, type TestPerson } from "../../../testing/index.ts";
import { aCardTrade, aGiftMarket } from "../../../testing/market/gift-cards.ts";
import { openDisputeAndTake } from "../../../testing/market/disputes.ts";

const app = await testApp();
const { owner, runJob, deliverEvents } = app;

async function remind(): Promise<void> {
  await runJob("remind-of-trades");
  await runJob("remind-of-evidence");
  await runJob("remind-of-dates");
  await deliverEvents();
}
/** The reminders of a user, with the lines of the email that give a day. */
async function remindersOf({ id }: Pick<TestPerson, "id">, kind: string): Promise<{ link: string }[]> {
  const { rows } = await owner.query("select link from notifications where user_id = $1 and kind = $2 order by id", [
    id,
    kind,
  ]);
  return rows;
}
const endsIn = (hash: string, time: string, minutes = 60) =>
  owner.query("update trades set expires_at = market_now() + $2::interval, window_minutes = $3 where hash = $1", [
    hash,
    time,
    minutes,
  ]);
const set = (name: string, value: unknown) =>
  owner.query(
    `insert into settings (name, value, changed_at) values ($1, $2, market_now())
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );

test("the buyer is reminded once, ten minutes before the window ends, and anew when it was extended", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market);
  await endsIn(hash, "10 minutes 5 seconds");
  await remind();
  assert.deepEqual(await remindersOf(market.buyer, "trade_ends_soon"), []);
  await endsIn(hash, "9 minutes 55 seconds");
  await remind();
  await remind();
  assert.deepEqual(await remindersOf(market.buyer, "trade_ends_soon"), [{ link: `/trade/${hash}` }]);
  assert.deepEqual(await remindersOf(market.seller, "trade_ends_soon"), []);
  await endsIn(hash, "40 minutes");
  await remind();
  assert.equal((await remindersOf(market.buyer, "trade_ends_soon")).length, 1);
  await endsIn(hash, "5 minutes");
  await remind();
  assert.equal((await remindersOf(market.buyer, "trade_ends_soon")).length, 2);
});

test("of a short window nobody is reminded before its last third, and of one that is over not at all", async () => {
  const market = await aMarket(app);
  const [short, over] = [await aTrade(market), await aTrade(market)];
  await endsIn(short, "5 minutes", 12);
  await endsIn(over, "-1 second");
  await remind();
  assert.deepEqual(await remindersOf(market.buyer, "trade_ends_soon"), []);
  await endsIn(short, "3 minutes 55 seconds", 12);
  await remind();
  assert.deepEqual(await remindersOf(market.buyer, "trade_ends_soon"), [{ link: `/trade/${short}` }]);
});

test("a buyer who has paid before the reminder is delivered is not reminded", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market);
  await endsIn(hash, "5 minutes");
  await runJob("remind-of-trades");
  for (const step of [revealPaymentDetails, markTradePaid])
    assert.equal((await market.buyer.client.call(step, { params: { id: hash } })).status, 200);
  await deliverEvents();
  assert.deepEqual(await remindersOf(market.buyer, "trade_ends_soon"), []);
});

test("an operator's minutes count for the next reminder", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market);
  await endsIn(hash, "18 minutes");
  await remind();
  assert.deepEqual(await remindersOf(market.buyer, "trade_ends_soon"), []);
  await set("reminders.trade_minutes", 19);
  await remind();
  assert.equal((await remindersOf(market.buyer, "trade_ends_soon")).length, 1);
  await owner.query("delete from settings where name = 'reminders.trade_minutes'");
});

test("the owner of a document is reminded a month before it expires, unless the next one is under way", async () => {
  const [ada, grace, late] = [await aPerson(app), await aPerson(app), await aPerson(app)];
  const document = async ({ id }: TestPerson, reference: string, days: number, status = "approved") =>
    owner.query(
      `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at,
         submitted_at, decided_at, expires_on)
       values ($1, $2, 'id', $3, 'DEU', 'passport', '', market_now(), market_now(), market_now(),
         case $3 when 'approved' then market_now()::date + $4::int end)`,
      [reference, id, status, days],
    );
  await document(ada, "r-ada", 30);
  await document(grace, "r-grace", 30);
  await document(grace, "r-grace-next", 0, "pending");
  await document(late, "r-late", 31);
  await remind();
  await remind();
  assert.deepEqual(await remindersOf(ada, "document_expires"), [{ link: "/account/verification" }]);
  assert.deepEqual(await remindersOf(grace, "document_expires"), []);
  assert.deepEqual(await remindersOf(late, "document_expires"), []);
});

test("an account that closes tomorrow says so to its owner, and one whose closing was taken back does not", async () => {
  const [ada, grace] = [await aPerson(app), await aPerson(app)];
  for (const { id } of [ada, grace])
    await owner.query(
      `insert into account_closures (user_id, reason, asked_at, due_at)
       values ($1, 'privacy', market_now() - interval '13 days', market_now() + interval '23 hours 59 minutes')`,
      [id],
    );
  await owner.query("update account_closures set withdrawn_at = market_now() where user_id = $1", [grace.id]);
  await remind();
  await remind();
  assert.deepEqual(await remindersOf(ada, "closes_soon"), [{ link: "/account/settings/privacy" }]);
  assert.deepEqual(await remindersOf(grace, "closes_soon"), []);
});

test("staff are reminded of the review of what they set and of a case that they took", async () => {
  const [staff, other, held] = [await aPerson(app), await aPerson(app), await aPerson(app)];
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since, set_by)
     values ($1, 'frozen', 'fraud', 'C-1', market_now() + interval '23 hours', market_now() - interval '20 days', $2),
       ($1, 'on_hold', 'fraud', 'C-2', market_now() + interval '25 hours', market_now() - interval '20 days', $3)`,
    [held.id, staff.id, other.id],
  );
  const market = await aMarket(app);
  const hash = await openDisputeAndTake(market);
  await owner.query(
    `update disputes set due_at = market_now() + interval '3 hours', opened_at = market_now() - interval '1 day',
       taken_by = $2 where trade_hash = $1`,
    [hash, staff.id],
  );
  await remind();
  await remind();
  assert.deepEqual(await remindersOf(staff, "review_due"), [{ link: "/staff/restrictions" }]);
  assert.deepEqual(await remindersOf(other, "review_due"), []);
  assert.deepEqual(await remindersOf(staff, "case_due"), [{ link: "/staff/disputes" }]);
  assert.deepEqual(await remindersOf(market.buyer, "case_due"), []);
});

test("records of reminders are deleted a month after the deadline", async () => {
  const { id } = await aPerson(app);
  await owner.query(
    `insert into reminders_sent (kind, subject, user_id, due_at, told_at)
     select 'trade', age, $1, market_now() - age::interval, market_now() from unnest('{29 days,31 days}'::text[]) as age`,
    [id],
  );
  await remind();
  const { rows } = await owner.query("select subject from reminders_sent where user_id = $1", [id]);
  assert.deepEqual(rows, [{ subject: "29 days" }]);
});

test("each side of a dispute is reminded once before the time for evidence ends, unless it said that this is all", async () => {
  const market = await aMarket(app);
  const hash = await openDisputeAndTake(market);
  const other = await openDisputeAndTake(market);
  const ends = (id: string, time: string) =>
    owner.query("update disputes set evidence_due_at = market_now() + $2::interval where trade_hash = $1", [id, time]);
  await ends(hash, "2 hours 5 seconds");
  await ends(other, "-1 second");
  await remind();
  assert.deepEqual(await remindersOf(market.buyer, "evidence_ends_soon"), []);
  const body = { text: "The statement shows it", is_last: true };
  await market.seller.client.call(submitEvidence, { params: { id: hash }, body });
  await ends(hash, "119 minutes");
  await remind();
  await remind();
  assert.deepEqual(await remindersOf(market.buyer, "evidence_ends_soon"), [{ link: `/trade/${hash}` }]);
  assert.deepEqual(
    await remindersOf(market.seller, "evidence_ends_soon"),
    [],
    "who said that this is all is left alone",
  );
  await ends(hash, "20 hours");
  await remind();
  await ends(hash, "1 hour");
  await remind();
  assert.equal(
    (await remindersOf(market.buyer, "evidence_ends_soon")).length,
    2,
    "a deadline that moved is reminded of anew",
  );
  const settled = await openDisputeAndTake(market);
  await ends(settled, "1 hour");
  await runJob("remind-of-evidence");
  await market.buyer.client.call(cancelTrade, { params: { id: settled }, body: {} });
  await deliverEvents();
  assert.equal((await remindersOf(market.buyer, "evidence_ends_soon")).length, 2, "a dispute that is over is no news");
});

test("while a card waits, the side whose turn it is is reminded: the seller to accept it, then the buyer to give its code", async () => {
  const market = await aGiftMarket(app);
  const { hash } = await aCardTrade(market, "gcc_info_shared");
  await endsIn(hash, "9 minutes");
  await remind();
  assert.equal((await remindersOf(market.seller, "trade_ends_soon")).length, 1);
  assert.equal((await remindersOf(market.buyer, "trade_ends_soon")).length, 0);
  await market.seller.client.call(acceptGiftCard, { params: { id: hash } });
  await remind();
  await remind();
  assert.equal((await remindersOf(market.seller, "trade_ends_soon")).length, 1);
  assert.equal((await remindersOf(market.buyer, "trade_ends_soon")).length, 1);
});
