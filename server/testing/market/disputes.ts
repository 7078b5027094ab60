/** Disputes for tests: a case that a moderator has taken, or decided as well. */
import * as disputes from "#contract/market/disputes/disputes.ts";
import type { TestApp, TestClient } from "../app.ts";
import { aPerson, aTrade, type TestMarket } from "./trades.ts";

export type Role = "moderator" | "supermoderator" | "admin";

/** Somebody of the staff, signed in; for a day already, because what was open before a role was granted is over. */
export async function aModerator({ app }: Pick<TestMarket, "app">, role: Role = "moderator"): Promise<TestClient> {
  const person = await aPerson(app);
  await app.owner.query("insert into user_roles values ($1, $2, market_now() - interval '1 day')", [person.id, role]);
  return person.client;
}

/** Opens a dispute about a paid trade at once, and lets a moderator take it; decides it where a winner is named, and divides by the buyer's share. */
export async function openDisputeAndTake(
  market: TestMarket,
  { winner, shareUnits, moderator }: { winner?: "buyer" | "seller"; shareUnits?: bigint; moderator?: TestClient } = {},
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
  await must(staff.call(disputes.takeDispute, { params, body: { reason: "next in the queue" } }));
  const reason_code = winner === "buyer" ? "payment_proven" : "payment_not_proven";
  const share = shareUnits === undefined ? {} : { buyer_share_units: String(shareUnits) };
  if (winner)
    await must(
      staff.call(disputes.decideDispute, { params, body: { winner, ...share, reason_code, note: "seen the receipt" } }),
    );
  return hash;
}

type Decision = { readonly winner: "buyer" | "seller"; readonly buyer_share_units?: string };

/** Decides a case as this moderator, with a proof by default. */
export const deciding =
  (moderator: TestClient, hash: string, { proves }: { proves?: false } = {}) =>
  (decision: Decision) =>
    moderator.call(disputes.decideDispute, {
      params: { id: hash },
      body: { ...decision, reason_code: "wrong_amount", note: "half of it arrived" },
      ...(proves === undefined ? {} : { proves }),
    });

export type EscrowRow = {
  readonly id: bigint;
  readonly round: number;
  readonly status: string;
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly isReleased: boolean;
};

/** A trade as it is in the table, and what its escrow had or has. */
export async function escrowRow({ owner }: Pick<TestApp, "owner">, hash: string): Promise<EscrowRow> {
  const { rows } = await owner.query("select * from trades where hash = $1", [hash]);
  const [row] = rows;
  if (!row) throw new Error(`there is no trade ${hash}`);
  const [id, units, feeUnits] = [row.id, row.units, row.fee_units].map(BigInt) as [bigint, bigint, bigint];
  return { id, round: row.round, status: row.status, units, feeUnits, isReleased: row.released_at !== null };
}

/** A dispute that a moderator has, and a share of so many hundredths of its amount. */
export async function aCase(market: TestMarket, percent = 30n) {
  const moderator = await aModerator(market);
  const hash = await openDisputeAndTake(market, { moderator });
  const escrow = await escrowRow(market.app, hash);
  return { moderator, hash, escrow, share: (escrow.units * percent) / 100n, decide: deciding(moderator, hash) };
}
