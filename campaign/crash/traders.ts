/** Pairs of traders who go on trading while the server dies under them: each call keeps its key until it is answered. */
import { createHmac } from "node:crypto";
import { ids } from "../../server/platform/ids.ts";

export type Pair = { readonly offer: string; readonly buyer: string; readonly seller: string };
export type Acknowledged = { readonly key: string; readonly status: number; readonly verb: string; readonly hash: string };

export type Trading = { readonly acknowledged: Acknowledged[]; stop(): Promise<void> };

export function startTrading({ url, secret, pairs }: { url: () => string; secret: string; pairs: readonly Pair[] }): Trading {
  let stopped = false;
  const acknowledged: Acknowledged[] = [];
  const csrf = (token: string) => createHmac("sha256", Buffer.from(secret, "hex")).update(`csrf:${token}`).digest("base64url");

  /** Asks until somebody answers: a dead server, a dead database and "not now" are asked again with the same key. */
  const insist = async (token: string, path: string, body: unknown): Promise<{ status: number; data: Record<string, unknown>; context: Record<string, string> } | undefined> => {
    const key = ids.hash();
    while (!stopped) {
      try {
        const answer = await fetch(url() + path, {
          method: "POST",
          headers: { cookie: `parley=${token}`, "content-type": "application/json", "x-requested-with": "XMLHttpRequest", "x-csrf-token": csrf(token), "idempotency-key": key },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(5000),
        });
        const parsed = (await answer.json()) as { data?: Record<string, unknown>; errors?: { code: string }; context?: Record<string, string> };
        if (answer.status < 500 && parsed.errors?.code !== "idempotency.in_flight") {
          const verb = path.split("/").at(-1) ?? "";
          acknowledged.push({ key, status: answer.status, verb, hash: String(parsed.data?.tradeHash ?? path.split("/")[4] ?? "") });
          return { status: answer.status, data: parsed.data ?? {}, context: parsed.context ?? {} };
        }
      } catch {
        // Nobody there: the next one will know whether it happened.
      }
      await new Promise((done) => setTimeout(done, 25));
    }
    return undefined;
  };

  const tradeOn = async ({ offer, buyer, seller }: Pair, lane: number): Promise<void> => {
    for (let round = 0; !stopped; round++) {
      const started = await insist(buyer, `/rest/v1/offers/${offer}/trades`, { fiat_amount: String(20 + ((round * 7 + lane) % 50)), expected_price: "1", accept_change: true });
      const hash = started?.data.tradeHash;
      if (typeof hash !== "string") {
        await new Promise((done) => setTimeout(done, 100));
        continue;
      }
      const act = (token: string, verb: string) => insist(token, `/rest/v1/trade/${hash}/${verb}`, {});
      await act(buyer, "payment-account");
      if ((round + lane) % 4 === 0) {
        await Promise.all([act(buyer, "cancel"), act(seller, "release")]);
        continue;
      }
      await act(buyer, "paid");
      await Promise.all([act(seller, "release"), act(seller, "release")]);
    }
  };
  const lanes = pairs.map((pair, lane) => tradeOn(pair, lane));
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await Promise.all(lanes);
    },
  };
}
