// Guards: each flag of an offer's page follows the state of the market: it goes up with what it says, and down when that is over.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changeRelation } from "#contract/people/accounts.ts";
import { depositBond } from "#contract/market/offers/bonds.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { getOffer, OFFER_FLAGS, type OfferFlag } from "#contract/market/offers/offers.ts";
import { createOffer, reconsiderOffers, refreshOwnerFacts } from "../offers/index.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { anOffer, giveCoins, offerBody, testApp } from "../../testing/index.ts";
import { restrict, lift, type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { giveLevel } from "../../testing/market/trades.ts";

const app = await testApp();
const { db, owner: sql } = app;

before(() => db.tx(playRecordedRates));

/** The owner and the reader of an offer. */
type Scene = { readonly owner: NamedUser; readonly reader: NamedUser; readonly offer: string };

type Turn = {
  readonly offer?: Partial<OfferBody>;
  /** Until then it is down; nothing where the offer itself raises it. */
  readonly raise?: (scene: Scene) => Promise<unknown>;
  readonly lower: (scene: Scene) => Promise<unknown>;
  readonly by?: "owner";
};

const write = (text: string, ...values: unknown[]) => sql.query(text, values);
const column =
  (name: string, value: unknown) =>
  ({ offer }: Scene) =>
    write(`update offers set ${name} = $2 where hash = $1`, offer, value);
const relate =
  (action: "trusted" | "untrusted" | "blocked" | "unblocked") =>
  ({ owner, reader }: Scene) =>
    owner.client.call(changeRelation, { params: { username: reader.username }, body: { action } });
const lives =
  (iso: string) =>
  ({ reader }: Scene) =>
    write("update users set country_iso = $2 where id = $1", reader.id, iso);
const setting = (name: string, value: string[]) => () =>
  db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
const again = ({ owner }: Scene) =>
  db.tx(async (tx) => {
    await refreshOwnerFacts(tx, [owner.id]);
    await reconsiderOffers(tx, [owner.id]);
  });
const pays = async ({ reader }: Scene) => db.tx((tx) => giveCoins(tx, reader.id, "BTC", 50_000_000n));
const TO_BUY = { offer_type: "buy" } as const;

const TURNS: Readonly<Record<Exclude<OfferFlag, "max_trades_limit">, Turn>> = {
  full_name_visibility: { raise: column("requires_full_name", true), lower: column("requires_full_name", false) },
  trade_errors: { raise: column("is_on", false), lower: column("is_on", true) },
  flash_messages: {
    raise: () => write("update rates set is_divergent = true where crypto = 'BTC' and fiat = 'USD'"),
    lower: () => write("update rates set is_divergent = false where crypto = 'BTC' and fiat = 'USD'"),
  },
  offer_owner: {
    by: "owner",
    lower: async ({ offer, reader }) => write("update offers set owner_id = $2 where hash = $1", offer, reader.id),
  },
  opponent_blocked: { raise: relate("blocked"), lower: relate("unblocked") },
  negative_balance: { offer: TO_BUY, lower: pays },
  critical_margin: {
    offer: { margin: "-30", confirm_critical_margin: true },
    lower: column("margin_bp", 100),
  },
  delayed_escrow: { offer: TO_BUY, lower: pays },
  id_verification: { raise: column("requires_verified_id", true), lower: column("requires_verified_id", false) },
  currency_not_matching_country: {
    offer: { require_offer_currency_match_buyer_country: true },
    raise: lives("DE"),
    lower: lives("US"),
  },
  minimum_required_trades: { raise: column("min_past_trades", 3), lower: column("min_past_trades", 0) },
  trusted_user: { raise: relate("trusted"), lower: relate("untrusted") },
  not_available_in_your_country: {
    raise: setting("catalog.disabled_countries", ["US"]),
    lower: setting("catalog.disabled_countries", []),
  },
  bond_required: {
    offer: { payment_method: "paypal" },
    lower: async ({ owner }) => {
      await db.tx((tx) => giveCoins(tx, owner.id, "USDT", 100_000_000n));
      return owner.client.call(depositBond, { body: { crypto_currency_code: "USDT" } });
    },
  },
  offer_blocked: { raise: column("moderation", "rejected"), lower: column("moderation", "approved") },
  offer_not_active: { raise: column("is_on", false), lower: column("is_on", true) },
  user_restricted: {
    raise: async ({ reader }) => restrict(await aNamedUser(app, "admin"), reader, "restricted"),
    lower: async ({ reader }) => {
      const { rows } = await write("select case_number from user_restrictions where user_id = $1", reader.id);
      return lift(await aNamedUser(app, "admin"), rows[0].case_number);
    },
  },
  owner_not_id_verified: {
    lower: async (scene) => {
      await giveLevel(app, scene.owner.id, 2);
      await again(scene);
    },
  },
  discounted_escrow_fee: {
    offer: TO_BUY,
    raise: ({ reader }) => write("insert into offer_perks (user_id, method_id, fee_bp) values ($1, 0, 10)", reader.id),
    lower: ({ reader }) => write("delete from offer_perks where user_id = $1", reader.id),
  },
  anonymous_user_restricted: { raise: column("blocks_anonymizers", true), lower: column("blocks_anonymizers", false) },
  risky_payment_method: {
    offer: { payment_method: "paypal" },
    lower: column("method_id", 197),
  },
};

async function aScene({ offer = {} }: Turn): Promise<Scene> {
  const [owner, reader] = [await aNamedUser(app), await aNamedUser(app)];
  await db.tx((tx) => giveCoins(tx, owner.id, "BTC", 100_000_000n));
  await lives("US")({ owner, reader, offer: "" });
  const isBonded = offer.payment_method === "paypal";
  const made = await db.tx((tx) =>
    isBonded
      ? createOffer(tx, { owner: { userId: owner.id, countryIso: "DE", level: 2 }, body: offerBody(offer) })
      : anOffer(tx, owner.id, offer),
  );
  return { owner, reader, offer: made };
}

for (const [name, turn] of Object.entries(TURNS))
  test(`${name} goes up and down with what it says`, async () => {
    const scene = await aScene(turn);
    const number = OFFER_FLAGS.indexOf(name as OfferFlag);
    const isUp = async () => {
      const { client } = turn.by === "owner" ? scene.owner : scene.reader;
      const { data, code } = await client.call(getOffer, { params: { id: scene.offer } });
      assert.equal(code, "");
      return data.flags.includes(number);
    };
    if (turn.raise) assert.equal(await isUp(), false, "before");
    await turn.raise?.(scene);
    assert.equal(await isUp(), true, "raised");
    await turn.lower(scene);
    assert.equal(await isUp(), false, "lowered");
  });

test("every flag has its turn here, but the one of the limit of open trades", () => {
  assert.deepEqual([...Object.keys(TURNS), "max_trades_limit"].sort(), [...OFFER_FLAGS].sort());
});
