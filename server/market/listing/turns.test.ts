// Guards: by default every trader has a turn of two offers before anybody has a third, even if one trader fills a market.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listOffers } from "#contract/market/offers/offers.ts";
import { anOffer, aUser, giveCoins, testApp } from "../../testing/index.ts";
import { playRecordedRates } from "../../money/rates/index.ts";

const app = await testApp();
const { db, owner } = app;
const METHODS = [
  "other-bank-transfer",
  "paypal",
  "wise-transferwise",
  "amazon-gift-card",
  "m-pesa",
  "skrill",
  "neteller",
];

type Ranked = { readonly hash: string; readonly owner_id: bigint };

/** So many offers each; the first of them are the best. */
async function aMarketOf(counts: readonly number[], fiat: string): Promise<void> {
  await db.tx(async (tx) => {
    for (const [index, count] of counts.entries()) {
      const ownerId = await aUser(tx);
      await giveCoins(tx, ownerId, "BTC", 900_000_000n);
      for (const [turn, payment_method] of METHODS.slice(0, count).entries()) {
        const hash = await anOffer(tx, ownerId, { fiat_currency_code: fiat, payment_method, range_max: "3000" });
        await tx.rows`update offers set rank = ${10_000 - index * 100 - turn} where hash = ${hash}`;
      }
    }
  });
}

/** In blocks of forty by rank; there first everybody's first two, then their next two. */
async function byTurns(fiat: string): Promise<string[]> {
  const { rows } = await owner.query<Ranked>(
    "select hash, owner_id from offers where active and side = 'sell' and fiat = $1 order by rank desc, id",
    [fiat],
  );
  const blocks = Array.from({ length: Math.ceil(rows.length / 40) }, (_, index) =>
    rows.slice(index * 40, index * 40 + 40),
  );
  return blocks.flatMap((block) => {
    const turnOf = (offer: Ranked) =>
      Math.floor(block.filter(({ owner_id }) => owner_id === offer.owner_id).indexOf(offer) / 2);
    return block
      .map((offer, place) => ({ hash: offer.hash, turn: turnOf(offer), place }))
      .sort((one, other) => one.turn - other.turn || one.place - other.place)
      .map(({ hash }) => hash);
  });
}

async function shown(fiat: string): Promise<string[]> {
  const hashes: string[] = [];
  for (let page = 1; ; page++) {
    const answer = await app.client().call(listOffers, { query: { type: "sell", currency: fiat, page: String(page) } });
    hashes.push(...answer.data.map(({ hash }) => hash));
    if (page >= answer.meta.lastPage) return hashes;
  }
}

for (const [fiat, counts] of [
  // The best owner has seven: the first page has two of theirs, and those of all others.
  ["USD", [7, 2, 2, 2, 2, 2]],
  // The third offer of the best trader is just on the first page.
  ["EUR", [2, 2, 2, 1, 3, 2]],
  // Nobody has a third on the first page.
  ["GBP", [2, 2, 2, 2, 2, 7]],
  // Fewer than a page, all of two people.
  ["CAD", [4, 3]],
  // More than a block.
  ["AUD", [7, 7, 7, 7, 7, 7, 2, 1]],
] as const) {
  test(`of ${counts.join(", ")} offers of a trader each, all pages together are by turns`, async () => {
    await db.tx(playRecordedRates);
    await aMarketOf(counts, fiat);
    const expected = await byTurns(fiat);
    assert.equal(
      expected.length,
      counts.reduce((sum, count) => sum + count, 0),
    );
    assert.deepEqual(await shown(fiat), expected);
  });
}
