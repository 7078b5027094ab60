// Guards: the actions that are shown as closed to an account are those that its calls refuse, and no others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { createOffer, listMyOffers, setOfferStatus } from "#contract/market/offers/my/offers.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { KYC_ACTIONS, type KycAction } from "#contract/products/wallet/blocks.ts";
import { createConversion } from "#contract/products/wallet/wallet.ts";
import { aMarket, anOffer, aTrade, freshRates, start, testApp, type TestMarket } from "../../../testing/index.ts";
import { offerBody } from "../../../testing/market/offers.ts";
import { ids } from "../../../platform/ids.ts";

const app = await testApp();
const { owner, db } = app;
await freshRates(app);
const set = (name: string, value: unknown) =>
  owner.query(
    `insert into settings values ($1, $2, null, market_now()) on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
await set("offers.creation_level", 2);
await set("catalog.gray_countries", ["NG"]);

const BY_KYC = ["auth.email_unconfirmed", "offer.level", "account.id_required", "account.blocked_in_location"];

type Person = { readonly id: bigint; readonly set: string; readonly blocked: readonly KycAction[] };
const ALL = KYC_ACTIONS.filter((one) => one !== "view-trade");
const KINDS: readonly Omit<Person, "id">[] = [
  { set: "granted_level = null, email_confirmed_at = null", blocked: ALL },
  {
    set: "granted_level = null, email_confirmed_at = market_now(), country_iso = 'FR'",
    blocked: ["create-offer", "activate-offer"],
  },
  { set: "granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG'", blocked: ALL },
  {
    set: "granted_level = 2, registration_group = 1",
    blocked: ["start-trade-buy", "start-trade-sell", "use-wallet"],
  },
  { set: "granted_level = 2, country_iso = 'CU'", blocked: ALL },
  { set: "granted_level = 2", blocked: [] },
];

/** Each call behind an action, and its answer. */
async function asked(selling: TestMarket, buying: TestMarket, own: string, trade: string) {
  const { client } = selling.buyer;
  const calls: Record<KycAction, () => Promise<{ code: string }>> = {
    "create-offer": () => client.call(createOffer, { body: offerBody({ payment_method: "paypal" }) }),
    "view-trade": () => client.call(getTrade, { params: { id: trade } }),
    "start-trade-buy": () => start(selling),
    "start-trade-sell": () => start({ ...buying, buyer: selling.buyer }),
    "use-wallet": () => client.call(createConversion, { body: { quote_id: ids.hash() }, proves: false }),
    "activate-offer": () => client.call(setOfferStatus, { params: { hash: own }, body: { new_status: "active" } }),
  };
  const refused: KycAction[] = [];
  for (const action of KYC_ACTIONS) if (BY_KYC.includes((await calls[action]()).code)) refused.push(action);
  return refused;
}

test("each action that is listed as blocked is refused over HTTP, and no other", async () => {
  for (const kind of KINDS) {
    const selling = await aMarket(app);
    const buying = await aMarket(app, { offer_type: "buy" });
    const { client, id } = selling.buyer;
    const trade = await aTrade(selling);
    const own = await db.tx((tx) => anOffer(tx, id, { offer_type: "buy" }));
    await client.call(setOfferStatus, { params: { hash: own }, body: { new_status: "inactive" } });
    await owner.query(`update users set ${kind.set} where id = $1`, [id]);
    const listed = (await client.call(getCurrentUser)).data.blockedKycActions;
    assert.deepEqual([kind.set, listed], [kind.set, kind.blocked]);
    assert.deepEqual([kind.set, await asked(selling, buying, own, trade)], [kind.set, listed]);
  }
});

test("an offer that takes verified people says where one verifies, as a block does", async () => {
  const market = await aMarket(app, { require_verified_id: true });
  await owner.query("update users set granted_level = 1, country_iso = 'FR' where id = $1", [market.buyer.id]);
  const { code, body } = await start(market);
  assert.deepEqual(
    [code, (body as { context?: unknown }).context],
    ["offer.verified_only", { redirect: "/account/verification" }],
  );
});

test("offers of users without a verification, and of a closed country, are held with their own reason", async () => {
  const { seller } = await aMarket(app);
  const holds = async () => {
    const { data } = await seller.client.call(listMyOffers, { query: {} });
    return [data.offers.map(({ hold }) => hold), data.messages.map(({ name }) => name)];
  };
  const change = async (what: string) => {
    await owner.query(`update users set ${what} where id = $1`, [seller.id]);
    await owner.query(
      "insert into events (type, subject, payload, at) values ('account.level_set', $1, '{\"detail\": \"2\"}', market_now())",
      [String(seller.id)],
    );
    await app.deliverEvents();
  };
  await change("registration_group = 1");
  assert.deepEqual(await holds(), [["identity"], ["identity"]]);
  await change("country_iso = 'CU'");
  assert.deepEqual(await holds(), [["place"], ["place"]]);
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
     values ($1, 'restricted', 'chargeback', 'CASE-1', market_now(), market_now() + interval '1 day')`,
    [seller.id],
  );
  await change("country_iso = 'DE'");
  assert.deepEqual(await holds(), [["restricted"], ["restricted"]]);
});
