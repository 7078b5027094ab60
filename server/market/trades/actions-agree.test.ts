// Guards: every action that a trade shows is accepted by its call at that instant, and every other call of a side is refused and
// changes nothing, in each flow and whatever the buyer still has to do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { actOnAttachment, submitRequirements } from "#contract/market/trades/attachments.ts";
import * as cards from "#contract/market/trades/card-trades.ts";
import { openDispute } from "#contract/market/disputes/disputes.ts";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import * as accounts from "#contract/market/trades/payment/accounts.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import { aCard, aCardTrade, aGiftMarket, type OnTheRoad } from "../../testing/market/gift-cards.ts";
import { aMarket, aPerson, offerBody, start, testApp, type TestMarket, type TestPerson } from "../../testing/index.ts";
import { RIGHT_ACCOUNTS } from "../../testing/market/payment-accounts.ts";
import { DISPUTE_REASONS } from "../disputes/reasons.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";

const app = await testApp();
const { owner } = app;
type Side = "buyer" | "seller";
type Place = { readonly market: TestMarket; readonly id: string };
type Act = (place: Place, person: TestPerson) => Promise<{ readonly status: number; readonly code: string }>;

const named = async ({ client }: TestPerson) => {
  const [known] = (await client.call(accounts.listBankAccounts)).data;
  return (known ?? (await client.call(accounts.createBankAccount, { body: RIGHT_ACCOUNTS.GB })).data).id;
};
const OTHER_REASON = DISPUTE_REASONS.find(({ slug }) => slug === "other")?.id ?? 0;
const CALLS: Partial<Record<TradeVerb, Act>> = {
  fund: ({ id }, { client }) => client.call(calls.fundTrade, { params: { id } }),
  reveal_details: ({ id }, { client }) => client.call(calls.revealPaymentDetails, { params: { id } }),
  mark_paid: ({ id }, { client }) => client.call(calls.markTradePaid, { params: { id } }),
  release: ({ id }, { client }) => client.call(calls.releaseTrade, { params: { id } }),
  cancel: ({ id }, { client }) => client.call(calls.cancelTrade, { params: { id } }),
  extend: ({ id }, { client }) => client.call(calls.extendTrade, { params: { id }, body: { minutes: 15 } }),
  open_dispute: ({ id }, { client }) =>
    client.call(openDispute, {
      params: { id },
      body: { dispute_reason_id: OTHER_REASON, dispute_reason_text: "Nothing happens here" },
    }),
  fallback: ({ id }, { client }) => client.call(calls.fallbackTrade, { params: { id } }),
  share_gift_card: async ({ id }, { client }) =>
    client.call(cards.shareGiftCard, { params: { id }, body: { gift_card: await aCard(client) } }),
  accept_gift_card: ({ id }, { client }) => client.call(cards.acceptGiftCard, { params: { id } }),
  share_code: ({ id }, { client }) => client.call(cards.shareGiftCardCode, { params: { id } }),
  reveal_code: ({ id }, { client }) => client.call(cards.revealGiftCardCode, { params: { id } }),
};
const REOPEN: Act = ({ id }, { client }) => client.call(calls.reopenTrade, { params: { id } });
const callsOf = (side: Side) => Object.entries({ ...CALLS, [side === "buyer" ? "ask_reopen" : "reopen"]: REOPEN });

type Step = (place: Place) => Promise<unknown>;
const by =
  (side: Side, verb: TradeVerb): Step =>
  (place) =>
    (verb.endsWith("reopen") ? REOPEN : (CALLS[verb] as Act))(place, place.market[side]);
const give: Step = async ({ market: { seller }, id }) =>
  seller.client.call(calls.revealPaymentDetails, { params: { id }, body: { account_id: await named(seller) } });
const name: Step = ({ market: { buyer }, id }) =>
  buyer.client.call(calls.revealPaymentDetails, { params: { id }, body: { payer_name: "Ada Byron" } });
const show =
  (requirementId: "receipt" | "payment_proof"): Step =>
  async ({ market: { buyer }, id }) => {
    const { url } = await uploadAs(app, buyer.client, await aPicture());
    return buyer.client.call(submitRequirements, { params: { id }, body: { requirements: [{ requirementId, url }] } });
  };
const reject: Step = async ({ market: { seller }, id }) => {
  const { rows } = await owner.query(
    "select item.hash from trade_attachments item join trades on trades.id = item.trade_id where trades.hash = $1",
    [id],
  );
  const body = { action: "reject", id: rows[0].hash, reason: "Another sum" } as const;
  return seller.client.call(actOnAttachment, { params: { id }, body });
};
const soon: Step = ({ id }) => owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [id]);
const [reveal, paid] = [by("buyer", "reveal_details"), by("buyer", "mark_paid")];

async function agrees(begin: () => Promise<Place>, steps: readonly Step[], what: string) {
  const reached = async () => {
    const place = await begin();
    for (const step of steps) await step(place);
    return place;
  };
  const place = await reached();
  const look = async (side: Side) =>
    (await place.market[side].client.call(calls.getTrade, { params: { id: place.id } })).data;
  for (const side of ["buyer", "seller"] as const) {
    const view = await look(side);
    const shown = new Set(view.actions.filter(({ availableAt }) => availableAt === null).map((one) => one.name));
    for (const [verb, call] of callsOf(side)) {
      const label = `${what}: ${side} ${verb}`;
      if (shown.has(verb as TradeVerb)) {
        const fresh = await reached();
        const answer = await call(fresh, fresh.market[side]);
        assert.equal(answer.status, 200, `${label} was shown and refused: ${answer.code}`);
        continue;
      }
      const answer = await call(place, place.market[side]);
      assert.ok(answer.status >= 400, `${label} was not shown and accepted`);
      assert.equal((await look(side)).version, view.version, label);
    }
  }
}

const begins = (market: TestMarket, starter?: TestPerson) => async (): Promise<Place> => {
  const of = starter ? { ...market, seller: starter } : market;
  const { data, code } = await start(of, starter ? { by: "seller" } : {});
  assert.equal(code, "");
  return { market: of, id: data.tradeHash };
};

test("default flow: buttons and calls agree at each step, also while an account, a payer or a receipt is missing", async () => {
  const begin = begins(await aMarket(app, { payment_method: "bank-transfer" }));
  const asking = begins(await aMarket(app, { payment_method: "bank-transfer", tags: ["receipt-required"] }));
  const steps: readonly [string, () => Promise<Place>, readonly Step[]][] = [
    ["started", begin, []],
    ["opened", begin, [reveal]],
    ["account given", begin, [reveal, give]],
    ["given before it was opened, payer named", begin, [give, name, reveal]],
    ["receipt awaited", asking, [reveal]],
    ["receipt rejected", asking, [reveal, show("receipt"), reject]],
    ["receipt and payer awaited", asking, [reveal, give]],
    ["receipt there", asking, [reveal, show("receipt")]],
    ["paid", begin, [reveal, paid, soon]],
    ["disputed", begin, [reveal, paid, soon, by("seller", "open_dispute")]],
    ["released", begin, [by("seller", "release")]],
    ["cancelled", begin, [by("buyer", "cancel")]],
    ["asked to reopen", begin, [by("buyer", "cancel"), by("buyer", "ask_reopen")]],
  ];
  for (const [what, from, taken] of steps) await agrees(from, taken, what);
});

test("lite and bt-auto: buttons and calls agree at each step, and either side can leave lite for the default flow", async () => {
  const lite = begins(await aMarket(app, { flow_type: "lite" }));
  await agrees(lite, [], "lite");
  await agrees(lite, [paid], "lite, paid");
  await agrees(lite, [by("seller", "fallback")], "lite, left by the seller");
  const market = await aMarket(app);
  const { data } = await market.seller.client.call(createOffer, {
    body: offerBody({
      ...{ payment_method: "bank-transfer", payment_country: "DE", flow_type: "bt-auto", range_max: "5000" },
      payment_account_id: await named(market.seller),
    }),
  });
  const auto = begins({ ...market, offer: data.idHashed });
  await agrees(auto, [], "bt-auto");
  await agrees(auto, [name], "bt-auto, payer named");
  await agrees(auto, [name, show("payment_proof")], "bt-auto, proof there");
});

test("gcc-auto: buttons and calls agree at each step, also while the code can be seen again", async () => {
  const market = await aGiftMarket(app);
  const at = (status: OnTheRoad) => async () => ({ market, id: (await aCardTrade(market, status)).hash });
  await agrees(at("active_funded"), [], "no card yet");
  await agrees(at("gcc_info_shared"), [], "card shared");
  await agrees(at("gcc_info_accepted"), [], "card accepted");
  await agrees(at("gcc_code_shared"), [soon], "code shared");
  await agrees(at("gcc_code_shared"), [by("seller", "reveal_code"), soon], "code seen");
});

test("a trade without its coins: nothing but funding and canceling is possible, and refusals name what is missing", async () => {
  const market = await aMarket(app, { offer_type: "buy" });
  const poor = await aPerson(app);
  const place = await begins(market, poor)();
  for (const [verb, side] of [
    ["reveal_details", "buyer"],
    ["mark_paid", "buyer"],
    ["release", "seller"],
    ["extend", "seller"],
    ["open_dispute", "buyer"],
  ] as const) {
    const answer = await (CALLS[verb] as Act)(place, place.market[side]);
    assert.deepEqual([answer.status, answer.code], [409, "trade.unfunded"], verb);
  }
  assert.equal((await REOPEN(place, poor)).code, "trade.not_over");
  const { data } = await poor.client.call(calls.getTrade, { params: { id: place.id } });
  assert.deepEqual(
    data.actions.map((one) => one.name),
    ["fund", "cancel"],
  );
});

test("a step that is not possible yet is refused with the step that comes first", async () => {
  const market = await aMarket(app);
  const place = await begins(market)();
  const early = await market.buyer.client.call(calls.markTradePaid, { params: { id: place.id } });
  assert.deepEqual([early.status, early.code], [409, "trade.details_first"]);
  const gift = await aGiftMarket(app);
  const codeOf = async (status: OnTheRoad, verb: TradeVerb, side: Side) => {
    const { hash } = await aCardTrade(gift, status);
    return (await (CALLS[verb] as Act)({ market: gift, id: hash }, gift[side])).code;
  };
  assert.equal(await codeOf("active_funded", "accept_gift_card", "seller"), "trade.card_first");
  assert.equal(await codeOf("gcc_info_shared", "share_code", "buyer"), "trade.card_unaccepted");
  assert.equal(await codeOf("gcc_info_accepted", "reveal_code", "seller"), "trade.code_first");
});
