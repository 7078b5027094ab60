// Guards: nothing of the staff's queues of offers is out of reach: each is read on from where a page ends, whatever joins or leaves
// meanwhile, and is narrowed by owner, coin, currency, what was reported and the status of an offer.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueryOf } from "#contract/platform/endpoint.ts";
import { type JudgedOffer, listJudgedOffers } from "#contract/market/offers/moderation.ts";
import { everySlice } from "../../testing/every-slice.ts";
import { anOffer, aUser, freshRates, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;
await freshRates(app);
const ada = await aNamedUser(app, "moderator");
const reporter = await aNamedUser(app);
const MANY = 120;
const SEVENTH = 7;
const offers = await app.db.tx(async (tx) => {
  const made: { hash: string; ownerId: bigint }[] = [];
  for (let n = 1; n <= MANY; n++) {
    const ownerId = await aUser(tx);
    const other = n === SEVENTH ? ({ crypto_currency_code: "ETH", fiat_currency_code: "EUR" } as const) : {};
    made.push({ hash: await anOffer(tx, ownerId, { offer_type: "buy", ...other }), ownerId });
  }
  return made;
});
const hashes = offers.map(({ hash }) => hash);
const seventh = hashes[SEVENTH - 1] ?? "";
const { rows: named } = await owner.query("select username from users where id = $1", [offers[SEVENTH - 1]?.ownerId]);
const who: string = named[0].username;
const numbered = "select id, n from unnest($1::text[]) with ordinality as one (hash, n) join offers using (hash)";

type Asked = NonNullable<QueryOf<typeof listJudgedOffers>>;
const list = async (query: Asked) => (await ada.client.call(listJudgedOffers, { query })).data;
const hashesOf = (rows: readonly JudgedOffer[]) => rows.map(({ hash }) => hash);
const whole = (found: readonly JudgedOffer[]) => assert.deepEqual(hashesOf(found).sort(), [...hashes].sort());
const pagesOf = (queue: Asked["queue"], meanwhile?: (last: JudgedOffer) => Promise<unknown>) =>
  everySlice((after) => list({ queue, ...after }), meanwhile);

async function isNarrowed(queue: Asked["queue"], more: readonly Asked[]): Promise<void> {
  for (const filter of [{ who }, { coin: "ETH" }, { fiat: "EUR" }, ...more] as const) {
    const { rows, next } = await list({ queue, ...filter });
    assert.deepEqual([hashesOf(rows), next], [[seventh], null], JSON.stringify(filter));
  }
}

test("every reported offer is reached, though one is reported again and another is judged meanwhile", async () => {
  await owner.query(
    `insert into offer_reports (offer_id, reporter_id, reason, reported_at)
     select id, $2, case when n = 7 then 'negotiation' else 'obvious_scam' end, market_now() + (n / 3) * interval '1 minute'
     from (${numbered}) as place`,
    [hashes, reporter.id],
  );
  whole(
    await pagesOf("reports", ({ hash }) =>
      owner.query(
        `insert into offer_reports (offer_id, reporter_id, reason, reported_at)
         select id, $2, 'bad_offer_terms', market_now() + interval '1 year' from offers where hash = $1`,
        [hash, ada.id],
      ),
    ),
  );
  whole(
    await pagesOf("reports", ({ hash }) =>
      owner.query(
        `update offer_reports set outcome = 'approved', settled_at = market_now()
         where offer_id = (select id from offers where hash = $1)`,
        [hash],
      ),
    ),
  );
  await isNarrowed("reports", [{ reason: "negotiation" }]);
});

test("every offer that is off the market, or whose owner appeals, is reached and narrowed by its status", async () => {
  await owner.query(
    `with off as (
       update offers set moderation = case when n = 7 then 'rejected' else 'appealed' end
       from (${numbered}) as place where place.id = offers.id returning offers.id, n)
     insert into offer_rejections (offer_id, reason, rejected_by, rejected_at, words, appealed_at)
     select id, 'it breaks a rule', $2, market_now(), case when n <> 7 then 'No, it does not break a single one.' end,
       case when n <> 7 then market_now() + (n / 3) * interval '1 minute' end
     from off`,
    [hashes, ada.id],
  );
  await isNarrowed("rejected", [{ state: "rejected" }]);
  whole(await pagesOf("rejected"));
  const approve = ({ hash }: JudgedOffer) =>
    owner.query("update offers set moderation = 'approved' where hash = $1", [hash]);
  const appeals = hashesOf(await pagesOf("appeals", approve));
  assert.deepEqual(appeals.sort(), hashes.filter((hash) => hash !== seventh).sort());
  await owner.query("update offers set moderation = 'no_appeal' where hash = any($1)", [hashes]);
  whole(await everySlice((after) => list({ queue: "rejected", state: "no_appeal", ...after })));
});

test("every offer that staff feature is reached, what ends soonest first", async () => {
  await owner.query(
    `update offers set moderation = 'approved', is_featured = true, featured_until = market_now() + (n / 3 + 1) * interval '1 hour'
     from (${numbered}) as place where place.id = offers.id`,
    [hashes],
  );
  const stop = ({ hash }: JudgedOffer) =>
    owner.query("update offers set featured_until = null where hash = $1", [hash]);
  const found = await pagesOf("featured", stop);
  whole(found);
  const ends = found.map(({ featuredUntil }) => featuredUntil ?? "");
  assert.deepEqual(ends, [...ends].sort());
  await isNarrowed("featured", []);
});
