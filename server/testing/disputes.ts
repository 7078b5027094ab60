/** Disputes for tests: a case that a moderator has taken, or decided as well. */
import * as disputes from "#contract/disputes.ts";
import type { TestClient } from "./app.ts";
import { aPerson, aTrade, type TestMarket } from "./trades.ts";

export type Role = "moderator" | "supermoderator" | "admin";

/** Somebody of the staff, signed in; for a day already, because what was open before a role was granted is over. */
export async function aModerator({ app }: Pick<TestMarket, "app">, role: Role = "moderator"): Promise<TestClient> {
  const person = await aPerson(app);
  await app.owner.query("insert into user_roles values ($1, $2, market_now() - interval '1 day')", [person.id, role]);
  return person.client;
}

/** Opens a dispute about a paid trade at once, and lets a moderator take it; decides it where a winner is named. */
export async function openDisputeAndTake(
  market: TestMarket,
  { winner, moderator }: { winner?: "buyer" | "seller"; moderator?: TestClient } = {},
): Promise<string> {
  const hash = await aTrade(market, "paid");
  await market.app.owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
  const params = { id: hash };
  const staff = moderator ?? (await aModerator(market));
  const must = async (answer: Promise<{ status: number; code: string }>) => {
    const { status, code } = await answer;
    if (status !== 200) throw new Error(`a step of the test dispute was refused: ${code}`);
  };
  const body = { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" };
  await must(market.buyer.client.call(disputes.openDispute, { params, body }));
  await must(staff.call(disputes.takeDispute, { params }));
  const reason_code = winner === "buyer" ? "payment_proven" : "payment_not_proven";
  if (winner)
    await must(staff.call(disputes.decideDispute, { params, body: { winner, reason_code, note: "seen the receipt" } }));
  return hash;
}
