/** Pairs of traders who go on trading, and now and then quarrel, while the server dies under them. */
import { type Actor, type Callers, insist, pause, prove } from "./caller.ts";

export type Pair = {
  readonly offer: string;
  readonly buyer: Actor;
  readonly seller: Actor;
  readonly moderator: Actor;
  /** The moderator for cases that the first one may not decide. */
  readonly judge: Actor;
  /** Something that the buyer has to show. */
  readonly paper: string;
};

/** One pair trades until everything is stopped. */
export async function tradeOn(callers: Callers, pair: Pair, lane: number): Promise<void> {
  const { offer, buyer, seller } = pair;
  for (let round = 0; !callers.stopped(); round++) {
    const started = await insist(callers, buyer, `/rest/v1/offers/${offer}/trades`, {
      fiat_amount: String(20 + ((round * 7 + lane) % 50)),
      expected_price: "1",
      accept_change: true,
    });
    const hash = started?.data.tradeHash;
    if (typeof hash !== "string") {
      await pause(100);
      continue;
    }
    const act = (actor: Actor, verb: string) => insist(callers, actor, `/rest/v1/trade/${hash}/${verb}`);
    await act(buyer, "payment-account");
    await prove(callers, seller, { wanted: { kind: "release", id: hash } });
    const turn = (round + lane) % 4;
    if (turn === 0) {
      await Promise.all([act(buyer, "cancel"), act(seller, "release")]);
      continue;
    }
    await act(buyer, "paid");
    if (turn === 1) await quarrel(callers, pair, { hash, round });
    else await Promise.all([act(seller, "release"), act(seller, "release")]);
    if (turn > 1) await chargeBack(callers, pair, { hash, round });
  }
}

/** A dispute that a moderator decides, each time for the other side; sometimes the seller releases in the same moment. */
async function quarrel(callers: Callers, pair: Pair, { hash, round }: { hash: string; round: number }): Promise<void> {
  const { buyer, seller, moderator } = pair;
  const text = "I paid and nothing happens";
  await insist(callers, buyer, `/rest/v1/trade/${hash}/dispute`, { dispute_reason_id: 12, dispute_reason_text: text });
  await insist(callers, moderator, `/rest/v1/staff/disputes/${hash}/take`, { reason: "next in the queue" });
  const winner = round % 2 === 0 ? "buyer" : "seller";
  const reason_code = winner === "buyer" ? "payment_proven" : "payment_not_proven";
  await prove(callers, moderator, { wanted: { kind: "award", id: hash, winner } });
  await Promise.all([
    insist(callers, moderator, `/rest/v1/staff/disputes/${hash}/decide`, { winner, reason_code, note: "seen it" }),
    ...(round % 3 === 0 ? [insist(callers, seller, `/rest/v1/trade/${hash}/release`)] : []),
  ]);
  if (winner === "seller") await appeal(callers, pair, hash);
}

/** The buyer appeals, and the judge decides, twice at once. */
async function appeal(callers: Callers, { buyer, judge, paper }: Pair, hash: string): Promise<void> {
  const body = { text: "The bank sent me the statement", upload_ids: [paper] };
  const made = await insist(callers, buyer, `/rest/v1/trade/${hash}/dispute/appeal`, body);
  const { appeal: known } = (made?.data ?? {}) as { appeal?: { made?: { caseNumber?: string } | null } };
  const number = known?.made?.caseNumber;
  if (number === undefined) return;
  const decision = { outcome: "overturned", answer: "The statement shows that it arrived", compensation_units: "7" };
  await judgeOf(callers, judge, `/rest/v1/staff/dispute-appeals/${number}`, decision);
}

/** The payment was taken back after the release, says the seller; now and then that is so. */
async function chargeBack(
  callers: Callers,
  pair: Pair,
  { hash, round }: { hash: string; round: number },
): Promise<void> {
  const said = { reason: "payment_reversed", text: "the bank took the payment back", payer_name: "Max Payer" };
  const body = { id_hashed: hash, isVerifiedCorrectly: true, ...said };
  const made = await insist(callers, pair.seller, "/rest/v1/user-reports/chargeback", body);
  const { report } = (made?.data ?? {}) as { report?: { caseNumber?: string } | null };
  if (report?.caseNumber === undefined) return;
  const decision = { outcome: round % 2 === 0 ? "confirmed" : "dismissed", answer: "As the notice of the bank says" };
  await judgeOf(callers, pair.judge, `/rest/v1/staff/chargebacks/${report.caseNumber}`, decision);
}

async function judgeOf(callers: Callers, judge: Actor, path: string, decision: Record<string, unknown>): Promise<void> {
  await insist(callers, judge, `${path}/take`, { reason: "next in the queue" });
  const decide = () => insist(callers, judge, `${path}/decide`, decision);
  await Promise.all([decide(), decide()]);
}

/** A user deposits a bond and takes it back, twice at once, beside their trades. */
export async function bondOn(callers: Callers, owner: Actor): Promise<void> {
  while (!callers.stopped()) {
    const deposit = () => insist(callers, owner, "/wallet/deposit-bond", { crypto_currency_code: "BTC" });
    const both = await Promise.all([deposit(), deposit()]);
    const retrieve = () => insist(callers, owner, "/wallet/retrieve-bond");
    if (both.some((one) => one?.status === 200)) await Promise.all([retrieve(), retrieve()]);
    await pause(300);
  }
}
