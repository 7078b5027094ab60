/** Pairs of traders who go on trading while the server dies under them. */
import { type Callers, insist, pause } from "./caller.ts";

export type Pair = { readonly offer: string; readonly buyer: string; readonly seller: string };

/** One pair trades until everything is stopped. */
export async function tradeOn(callers: Callers, { offer, buyer, seller }: Pair, lane: number): Promise<void> {
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
    const act = (token: string, verb: string) => insist(callers, token, `/rest/v1/trade/${hash}/${verb}`, {});
    await act(buyer, "payment-account");
    if ((round + lane) % 4 === 0) {
      await Promise.all([act(buyer, "cancel"), act(seller, "release")]);
      continue;
    }
    await act(buyer, "paid");
    await Promise.all([act(seller, "release"), act(seller, "release")]);
  }
}
