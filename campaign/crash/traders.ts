/** Pairs of traders who go on trading while the server dies under them: each call keeps its key until it is answered. */
import { createHmac } from "node:crypto";
import { ids } from "../../server/platform/ids.ts";

export type Pair = { readonly offer: string; readonly buyer: string; readonly seller: string };
export type Acknowledged = {
  readonly key: string;
  readonly status: number;
  readonly verb: string;
  readonly hash: string;
};
export type Trading = { readonly acknowledged: Acknowledged[]; stop(): Promise<void> };

type Answer = { readonly status: number; readonly data: Record<string, unknown> };
type Session = {
  readonly url: () => string;
  readonly secret: string;
  readonly stopped: () => boolean;
  readonly acknowledged: Acknowledged[];
};

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function askOnce(session: Session, token: string, path: string, body: unknown, key: string): Promise<Answer> {
  const csrf = createHmac("sha256", Buffer.from(session.secret, "hex")).update(`csrf:${token}`).digest("base64url");
  const answer = await fetch(session.url() + path, {
    method: "POST",
    headers: {
      cookie: `parley=${token}`,
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": csrf,
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  const parsed = (await answer.json()) as { data?: Record<string, unknown>; errors?: { code: string } };
  if (answer.status >= 500 || parsed.errors?.code === "idempotency.in_flight") throw new Error("not now");
  return { status: answer.status, data: parsed.data ?? {} };
}

/** Asks until somebody answers: a dead server, a dead database and "not now" are asked again with the same key. */
async function insist(session: Session, token: string, path: string, body: unknown): Promise<Answer | undefined> {
  const key = ids.hash();
  while (!session.stopped()) {
    try {
      const answer = await askOnce(session, token, path, body, key);
      const verb = path.split("/").at(-1) ?? "";
      const hash = String(answer.data.tradeHash ?? path.split("/")[4] ?? "");
      session.acknowledged.push({ key, status: answer.status, verb, hash });
      return answer;
    } catch {
      await pause(25); // Nobody there: the next one will know whether it happened.
    }
  }
  return undefined;
}

async function tradeOn(session: Session, { offer, buyer, seller }: Pair, lane: number): Promise<void> {
  for (let round = 0; !session.stopped(); round++) {
    const started = await insist(session, buyer, `/rest/v1/offers/${offer}/trades`, {
      fiat_amount: String(20 + ((round * 7 + lane) % 50)),
      expected_price: "1",
      accept_change: true,
    });
    const hash = started?.data.tradeHash;
    if (typeof hash !== "string") {
      await pause(100);
      continue;
    }
    const act = (token: string, verb: string) => insist(session, token, `/rest/v1/trade/${hash}/${verb}`, {});
    await act(buyer, "payment-account");
    if ((round + lane) % 4 === 0) {
      await Promise.all([act(buyer, "cancel"), act(seller, "release")]);
      continue;
    }
    await act(buyer, "paid");
    await Promise.all([act(seller, "release"), act(seller, "release")]);
  }
}

export function startTrading(market: { url: () => string; secret: string; pairs: readonly Pair[] }): Trading {
  let stopped = false;
  const acknowledged: Acknowledged[] = [];
  const session: Session = { url: market.url, secret: market.secret, stopped: () => stopped, acknowledged };
  const lanes = market.pairs.map((pair, lane) => tradeOn(session, pair, lane));
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await Promise.all(lanes);
    },
  };
}
