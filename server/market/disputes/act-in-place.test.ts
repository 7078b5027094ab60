// Guards: where the table of restrictions says "by staff", staff mark as paid and open the dispute in that side's place, for a recorded reason
// and nowhere else; a release on behalf of a side is the award of that dispute.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actInPlace } from "#contract/market/disputes/disputes-in-place.ts";
import { RESTRICTION_STATES, STEPS_IN_PLACE, stepsInPlace } from "#contract/compliance/restriction-names.ts";
import { listMessages } from "#contract/market/trades/chat.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { ids } from "../../platform/ids.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { aModerator, deciding, openDisputeAndTake } from "../../testing/market/disputes.ts";

const app = await testApp();
const { owner } = app;
const market = await aMarket(app);
const WHY = "The bank statement shows the payment.";

async function restrict(id: bigint, ...states: string[]): Promise<void> {
  await owner.query("delete from user_restrictions where user_id = $1", [id]);
  for (const state of states)
    await owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
       values ($1, $2, 'test', $3, now(), now())`,
      [id, state, ids.hash()],
    );
}
const statusOf = async (hash: string) =>
  (await owner.query("select status from trades where hash = $1", [hash])).rows[0].status;

async function readyTrade(step: "active" | "paid"): Promise<string> {
  const hash = await (step === "paid" ? aTrade(market, "paid") : aTrade(market));
  await owner.query(
    "update trades set dispute_wait_sec = 0, details_revealed_at = coalesce(details_revealed_at, market_now()) where hash = $1",
    [hash],
  );
  return hash;
}

test("what is by staff is exactly what the table of restrictions says, and the strictest of several decides", () => {
  const said = (...states: string[]) =>
    (["buyer", "seller"] as const).map((side) => stepsInPlace(states, side).join(" ")).join(" | ");
  assert.equal(said(), " | ");
  for (const state of ["restricted", "suspended", "compromised"]) assert.equal(said(state), " | ", state);
  for (const state of ["on_hold", "compliance_hold", "frozen"]) assert.equal(said(state), " | dispute", state);
  assert.equal(said("banned"), "paid dispute | dispute");
  assert.equal(said("banned", "restricted"), "paid dispute | dispute");
  assert.equal(said("banned", "frozen"), " | dispute", "staff mark no payment of a frozen user");
  for (const state of RESTRICTION_STATES) assert.equal(said(state, "compromised"), " | ", `compromised and ${state}`);
});

test("a banned buyer who has paid is marked as such, and what follows is a dispute that staff decide", async () => {
  const staff = await aModerator(market);
  const hash = await readyTrade("active");
  const act = (of: "buyer" | "seller", step: "paid" | "dispute") =>
    staff.call(actInPlace, { params: { id: hash }, body: { of, step, reason: WHY } });
  for (const side of ["buyer", "seller"] as const)
    for (const step of STEPS_IN_PLACE) assert.equal((await act(side, step)).code, "dispute.not_in_place");
  assert.equal((await staff.call(getTrade, { params: { id: hash } })).status, 404, "nothing was brought to the staff");
  await restrict(market.buyer.id, "banned");
  assert.equal((await act("buyer", "dispute")).code, "dispute.not_in_place", "it is not paid yet");
  assert.equal((await act("buyer", "paid")).data.status, "paid");
  assert.equal((await act("buyer", "paid")).code, "dispute.not_in_place");
  const { data } = await market.seller.client.call(listMessages, { params: { id: hash }, query: {} });
  assert.ok(data.some(({ systemKey }) => systemKey === "staff_paid_buyer"));
  assert.equal((await act("buyer", "dispute")).data.status, "dispute_open");
  const shown = await market.seller.client.call(getTrade, { params: { id: hash } });
  assert.ok(!JSON.stringify(shown.body).includes(WHY), "the reason of the staff is only in their own log");
  assert.equal((await deciding(staff, hash)({ winner: "buyer" })).data.isDecided, true);
  await restrict(market.buyer.id);
  const { rows } = await owner.query("select count(*)::int as n from staff_acts where act = 'dispute.place'");
  assert.equal(rows[0].n, 2);
});

test("what a frozen seller may not release is opened as a dispute in their place, and nobody acts in their own trade", async () => {
  const staff = await aModerator(market);
  const hash = await readyTrade("paid");
  await restrict(market.seller.id, "frozen");
  const act = (who: typeof staff) =>
    who.call(actInPlace, { params: { id: hash }, body: { of: "seller", step: "dispute", reason: WHY } });
  await owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    market.buyer.id,
  ]);
  assert.equal((await act(market.buyer.client)).code, "dispute.own_trade");
  await owner.query("delete from user_roles where user_id = $1", [market.buyer.id]);
  assert.equal((await act(staff)).status, 200);
  assert.equal(await statusOf(hash), "dispute_open");
  const other = await aModerator(market);
  assert.equal((await act(other)).code, "dispute.not_in_place", "it is open");
  assert.equal((await deciding(staff, hash)({ winner: "buyer" })).data.isDecided, true);
  await restrict(market.seller.id);
  assert.ok(await openDisputeAndTake(market));
});
