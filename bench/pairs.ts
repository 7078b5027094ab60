/** Pairs of people who trade with each other: sessions, coins and an offer, and the calls that the web client makes. */
import { createHmac } from "node:crypto";
import { playRecordedRates } from "../server/money/rates/index.ts";
import { ids } from "../server/platform/ids.ts";
import { anOffer, aUser, giveCoins, signIn, testAssertion } from "../server/testing/index.ts";
import { type Ground, SECRET } from "./ground.ts";
import { postRequest, type Wire } from "./wire.ts";

/** An offer by its hash, and the sessions of who takes it and of its owner. */
export type Pair = {
  readonly offer: string;
  readonly buyer: string;
  readonly seller: string;
  /** Proves with the key of tests. */
  readonly sellerId: bigint;
};

/** People of this level. */
export async function makePairs({ db, owner }: Ground, count: number, level = 4): Promise<Pair[]> {
  const pairs = await db.tx(async (tx) => {
    await playRecordedRates(tx);
    const made: Pair[] = [];
    for (let lane = 0; lane < count; lane++) {
      const [buyer, seller] = [await aUser(tx), await aUser(tx)];
      await tx.rows`update users set granted_level = ${level} where id = any(${[buyer, seller]}::bigint[])`;
      await giveCoins(tx, seller, "BTC", 10_000_000_000n);
      const offer = await anOffer(tx, seller);
      made.push({ offer, buyer: await signIn(tx, buyer), seller: await signIn(tx, seller), sellerId: seller });
    }
    return made;
  });
  // Analyze as after an hour of operation; statistics of the empty table of trades would stay wrong.
  await owner.query("analyze users, sessions, offers, ledger_accounts");
  return pairs;
}

/** The headers of every unsafe call of the web client. */
export function sessionHeaders(token: string): Record<string, string> {
  return {
    cookie: `parley=${token}`,
    "x-requested-with": "XMLHttpRequest",
    "x-csrf-token": createHmac("sha256", SECRET)
      .update(`csrf:${token.split(".", 1)[0]}`)
      .digest("base64url"),
    "idempotency-key": ids.hash(),
  };
}

/** One call that has to succeed; the text of its answer. */
export async function act(wire: Wire, token: string, path: string, body: object): Promise<string> {
  const reply = await wire.ask(postRequest(path, sessionHeaders(token), JSON.stringify(body)));
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
  return reply.body;
}

/** The buyer takes the offer for twenty dollars. The hash of the trade. */
export async function startTrade(wire: Wire, pair: Pair): Promise<string> {
  const started = await act(wire, pair.buyer, `/rest/v1/offers/${pair.offer}/trades`, {
    fiat_amount: "20",
    expected_price: "1",
    accept_change: true,
  });
  const hash = /"tradeHash":"(\w+)"/.exec(started)?.[1];
  if (!hash) throw new Error(`no trade in ${started.slice(0, 200)}`);
  return hash;
}

/** The seller proves the release with their passkey, and releases. */
export async function release(wire: Wire, { origin, pair, hash }: { origin: string; pair: Pair; hash: string }) {
  const wanted = { kind: "release", id: hash } as const;
  const passkey = testAssertion(pair.sellerId, wanted, { origin, now: new Date() });
  await act(wire, pair.seller, "/rest/v1/auth/prove", { for: wanted, passkey });
  await act(wire, pair.seller, `/rest/v1/trade/${hash}/release`, {});
}
