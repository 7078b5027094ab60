// Guards: "only what I can take" shows exactly the offers on which a start with an amount of theirs is not refused.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changeRelation } from "#contract/people/accounts.ts";
import { whyOffersHidden } from "#contract/market/offers/hidden-offers.ts";
import { type ListingMeta, type ListingQuery, listOffers as listOffersCall } from "#contract/market/offers/offers.ts";
import { createBankAccount } from "#contract/market/trades/payment/accounts.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { standingsOf } from "../../people/accounts/index.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { type Ids, makeIds, seededRandom } from "../../platform/ids.ts";
import { anOffer, aPerson, aTrade, freshRates, giveLevel, signIn, start, testApp } from "../../testing/index.ts";
import { RIGHT_ACCOUNTS } from "../../testing/market/payment-accounts.ts";
import { eachSeed } from "../../testing/seeds.ts";
import { openTrades } from "../trades/index.ts";

const app = await testApp({ poolSize: 12 });
const { db, owner: tables } = app;
type Person = Awaited<ReturnType<typeof aPerson>>;

before(() => freshRates(app));

const METHODS = ["other-bank-transfer", "skrill", "m-pesa", "cash-in-person", "wise-transferwise", "revolut"] as const;
const LEVELS = [1, 1.5, 2, 2.5, 4];

/** Every rule of an offer is drawn for some of them. */
async function drawOffer(owner: Person, random: Ids, method: string): Promise<void> {
  const one = <T>(...of: readonly T[]) => of[random.below(of.length)] as T;
  const isRare = () => random.below(5) === 0;
  const fiat = one("USD", "USD", "EUR", "KES");
  const scale = fiat === "KES" ? 130 : 1;
  const least = one(20, 60, 150, 400, 690, 800, 2500, 12_000) * scale;
  const amounts = isRare()
    ? { amount_type: "predefined" as const, predefined_amount: [least, least * 2, least * 3].map(String) }
    : { range_min: String(least), range_max: String(least * one(1, 2, 5)) };
  const hash = await db.tx((tx) =>
    anOffer(tx, owner.id, {
      offer_type: one("sell", "buy"),
      fiat_currency_code: fiat,
      payment_method: method,
      ...amounts,
      ...(isRare() ? { require_min_past_trades: one(1, 3) } : {}),
      ...(isRare() ? { require_verified_id: true } : {}),
      ...(isRare() ? { show_only_trusted_user: true } : {}),
      ...(isRare() ? { full_name_visibility: true } : {}),
      ...(isRare() ? { require_offer_currency_match_buyer_country: true } : {}),
      ...(isRare()
        ? { country_limitation_type: one("allowed", "disallowed") as "allowed", country_limitation_list: ["DE", "KE"] }
        : {}),
      confirm_critical_margin: true,
    }),
  );
  const hours = [{ day: 1, start_time: "00:00", end_time: one("09:00", "24:00"), active: true }];
  await tables.query(
    `update offers
     set duty_hours = $2, timezone = $3, new_buyer_max_units = $4::bigint, cap_active = $5::bigint is not null, cap_units = $5,
       no_third_parties = $6, flow_type = case side when 'buy' then $7 else flow_type end
     where hash = $1`,
    [
      hash,
      ...[JSON.stringify(isRare() ? hours : []), one("UTC", "Asia/Kolkata", "America/St_Johns")],
      ...[isRare() ? least * one(50, 150) : null, isRare() ? least * one(100, 250) : null],
      ...[isRare(), method === "other-bank-transfer" && !isRare() ? "bt-auto" : "default"],
    ],
  );
}

async function drawPerson(random: Ids, isViewer: boolean): Promise<Person> {
  const one = <T>(...of: readonly T[]) => of[random.below(of.length)] as T;
  const person = await aPerson(app, { units: 100_000_000_000n });
  await giveLevel(app, person.id, isViewer ? one(...LEVELS) : one(2, 2.5, 4));
  const country = one("US", "DE", "KE");
  await tables.query("update users set country_iso = $2, full_name_visibility = $3, is_demo = $4 where id = $1", [
    person.id,
    country,
    one("full_name", "trusted", "hidden"),
    random.below(6) === 0,
  ]);
  await tables.query(
    `insert into user_reputation (user_id, trades_successful) values ($1, $2)
     on conflict (user_id) do update set trades_successful = excluded.trades_successful`,
    [person.id, one(0, 1, 5)],
  );
  return person;
}

async function relate(random: Ids, one: Person, other: Person): Promise<void> {
  const action = (["blocked", "trusted", undefined, undefined] as const)[random.below(4)];
  if (!action) return;
  const { rows } = await tables.query("select username from users where id = $1", [other.id]);
  await one.client.call(changeRelation, { params: { username: rows[0].username }, body: { action } });
}

class Undone extends Error {}

/** The reason why this viewer may not start with that amount; everything it wrote is undone. */
async function refusalOf(viewer: Person, offer: { hash: string; account?: string }, fiatAmount: string) {
  let code = "";
  await db
    .tx(async (tx) => {
      const standing = (await standingsOf(tx, [viewer.id])).get(viewer.id);
      const { rows } = await tables.query("select is_demo, username from users where id = $1", [viewer.id]);
      const [outcome] = await openTrades(tx, [
        {
          offerHash: offer.hash,
          starter: { ...standing, userId: viewer.id, isDemo: rows[0].is_demo, username: rows[0].username } as never,
          ...{ ip: "127.0.0.1", fiatAmount, cryptoAmount: undefined, expectedPrice: "1", expectedRevision: undefined },
          ...{ acceptChange: true, accountId: offer.account },
        },
      ]);
      if (outcome instanceof Refusal) code = outcome.code;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal) code = error.code;
      else if (!(error instanceof Undone)) throw error;
    });
  return code;
}

type OfferRow = {
  hash: string;
  side: "buy" | "sell";
  fiat: string;
  flow_type: string;
  no_third_parties: boolean;
  amount_type: string;
  min_units: string;
  max_units: string;
  predefined_units: string[];
};

async function listed(viewer: Person, query: ListingQuery): Promise<Set<string>> {
  const found = new Set<string>();
  for (const type of ["sell", "buy"] as const) {
    const answer = await viewer.client.call(listOffersCall, {
      query: { block: "1", ...query, type, acceptable_only: "1", limit: "50" },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.meta.total, answer.data.length);
    await assertHiddenAre(viewer, { ...query, type }, answer.meta);
    for (const { hash } of answer.data) found.add(hash);
  }
  return found;
}

/** What is left out is counted, and each of it has a reason. */
async function assertHiddenAre(viewer: Person, query: ListingQuery, { total, hidden }: ListingMeta): Promise<void> {
  const asked = { block: "1", ...query } as const;
  const all = await viewer.client.call(listOffersCall, { query: asked });
  assert.deepEqual(hidden, { count: all.meta.total - total, isExact: true });
  assert.equal(all.meta.hidden, null);
  const { data, body } = await viewer.client.call(whyOffersHidden, { query: asked });
  const sum = data.reasons.reduce((known, { count }) => known + count, 0);
  assert.equal(sum, hidden?.count, JSON.stringify(body));
}

async function runMarket(seed: number): Promise<number> {
  const random = makeIds(seededRandom(`eligibility ${seed}`));
  await tables.query("update offers set is_on = false");
  const owners = await Promise.all(Array.from({ length: 5 }, () => drawPerson(random, false)));
  for (const owner of owners) for (const method of METHODS) await drawOffer(owner, random, method);
  const viewers = await Promise.all(Array.from({ length: 4 }, () => drawPerson(random, true)));
  const accounts = new Map<bigint, string>();
  for (const [index, viewer] of viewers.entries()) {
    for (const owner of owners) {
      await relate(random, owner, viewer);
      if (random.below(3) === 0) await relate(random, viewer, owner);
    }
    if (index % 2 === 0) {
      const made = await viewer.client.call(createBankAccount, { body: RIGHT_ACCOUNTS.US });
      assert.equal(made.status, 200, JSON.stringify(made.body));
      accounts.set(viewer.id, made.data.id);
    }
  }
  // Some have trades that count against their limits.
  for (const [seller, buyer] of [
    [owners[0], viewers[0]],
    [owners[1], viewers[1]],
    [viewers[2], viewers[3]],
  ] as const) {
    if (!seller || !buyer) continue;
    const levels = await tables.query("select id, granted_level from users where id = any ($1)", [
      [seller.id, buyer.id],
    ]);
    await tables.query("update users set is_demo = false, granted_level = 4 where id = any ($1)", [
      [seller.id, buyer.id],
    ]);
    await tables.query("delete from user_relations where is_blocked and user_id = any ($1) and other_id = any ($1)", [
      [seller.id, buyer.id],
    ]);
    const offer = await db.tx((tx) => anOffer(tx, seller.id, { payment_method: "venmo" }));
    await aTrade({ app, seller, buyer, offer }, random.below(2) === 0 ? "released" : "active_funded");
    await tables.query("update offers set is_on = false where hash = $1", [offer]);
    for (const { id, granted_level } of levels.rows) await giveLevel(app, BigInt(id), Number(granted_level));
  }
  const { rows: offers } = await tables.query<OfferRow>("select * from offers where active order by id");
  let shown = 0;
  const seen = new Set<string>();
  for (const viewer of viewers) {
    for (const sum of [undefined, "160", "700"]) {
      const query: ListingQuery = sum === undefined ? {} : { currency: "USD", "fiat-min": sum };
      const found = await listed(viewer, query);
      shown += found.size;
      for (const offer of offers) {
        if (sum !== undefined && offer.fiat !== "USD") continue;
        const amounts = sum === undefined ? [offer.min_units] : amountAt(offer, `${sum}00`);
        const isNamed = offer.flow_type === "bt-auto" && offer.side === "buy";
        const account = isNamed ? accounts.get(viewer.id) : undefined;
        const codes = await Promise.all(
          amounts.map((units) =>
            refusalOf(
              viewer,
              { hash: offer.hash, ...(account ? { account } : {}) },
              displayFromUnits(BigInt(units), getFiat(offer.fiat).digits),
            ),
          ),
        );
        for (const code of codes) seen.add(code);
        const isTakeable = codes.includes("");
        assert.equal(found.has(offer.hash), isTakeable, `${viewer.id} ${sum} ${codes.join()} ${JSON.stringify(offer)}`);
      }
    }
  }
  for (const code of seen) refused.add(code);
  return shown;
}

/** The sum itself where the offer takes it. */
function amountAt({ amount_type, min_units, max_units, predefined_units }: OfferRow, units: string): string[] {
  if (amount_type === "predefined") return predefined_units.filter((one) => one === units);
  return BigInt(units) >= BigInt(min_units) && BigInt(units) <= BigInt(max_units) ? [units] : [];
}

const refused = new Set<string>();

test("the filter shows exactly the offers on which a start is not refused", async (t) => {
  await eachSeed(t, { suite: "eligibility", fresh: 1 }, runMarket);
  t.diagnostic(`NOTE refused by ${[...refused].sort().join(" ")}`);
  assert.ok(refused.size > 8, [...refused].join());
});

test("nothing is shown to a user who may start no trade", async () => {
  const [owner, viewer] = [await aPerson(app, { units: 100_000_000n }), await aPerson(app)];
  await tables.query("update offers set is_on = false");
  const hash = await db.tx((tx) => anOffer(tx, owner.id, { payment_method: "venmo" }));
  // A new role ends the sessions of before.
  const again = async () => ({ id: viewer.id, client: app.client(await db.tx((tx) => signIn(tx, viewer.id))) });
  const sees = async () => [...(await listed(await again(), {}))];
  for (const [makes, undoes] of [
    ["update users set granted_level = 0 where id = $1", "update users set granted_level = 4 where id = $1"],
    [
      "insert into user_roles (user_id, role, granted_at) values ($1, 'moderator', market_now())",
      "delete from user_roles where user_id = $1",
    ],
    [
      `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at, set_by, note)
       values ($1, 'restricted', 'payment_fraud', 'EL-1', market_now(), market_now() + interval '1 day', $1, 'a test')`,
      "update user_restrictions set lifted_at = market_now() where user_id = $1",
    ],
    [
      "insert into settings (name, value, changed_at) values ('catalog.disabled_countries', '[\"DE\"]', market_now())",
      "delete from settings where name = 'catalog.disabled_countries'",
    ],
  ] as const) {
    await giveLevel(app, viewer.id, 4);
    assert.deepEqual(await sees(), [hash], makes);
    await tables.query(makes, makes.includes("$1") ? [viewer.id] : []);
    const code = (await start({ app, seller: owner, buyer: await again(), offer: hash })).code;
    assert.notEqual(code, "", makes);
    assert.deepEqual(await sees(), [], `${makes} ${code}`);
    await tables.query(undoes, undoes.includes("$1") ? [viewer.id] : []);
  }
});

test("an offer is left out while its owner's level has no room for its least amount", async () => {
  const [owner, viewer] = [await aPerson(app, { units: 100_000_000n }), await aPerson(app)];
  await tables.query("update offers set is_on = false");
  for (const { id } of [owner, viewer]) await giveLevel(app, id, 4);
  const offer = await db.tx((tx) => anOffer(tx, owner.id, { payment_method: "venmo", range_min: "400" }));
  const market = { app, seller: owner, buyer: viewer, offer };
  assert.equal((await start(market, { fiat: "400" })).code, "");
  for (const level of [1, 2]) {
    await giveLevel(app, owner.id, level);
    const found = await listed(viewer, {});
    const { code } = await start(market, { fiat: "400" });
    assert.equal(found.has(offer), code === "", `${level} ${code}`);
  }
});
