/** Pairs of traders who go on trading, and now and then quarrel, while the server dies under them. */
import { type Actor, type Callers, insist, pause, prove } from "./caller.ts";

export type Pair = { readonly offer: string; readonly buyer: Actor; readonly seller: Actor; readonly moderator: Actor };

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
}
