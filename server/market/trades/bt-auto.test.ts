// Guards: in bt-auto the seller's account is in the trade from the start, nobody writes until there is a dispute, the buyer shows a proof
// before they say that they paid, and either side may go on in the default flow.
import assert from "node:assert/strict";
import { test } from "node:test";
import { submitRequirements } from "#contract/market/trades/attachments.ts";
import { listMessages, postMessage } from "#contract/market/trades/chat.ts";
import { openDispute } from "#contract/market/disputes/disputes.ts";
import { createOffer, deleteOffer, listMyOffers } from "#contract/market/offers/my/offers.ts";
import * as accounts from "#contract/market/trades/payment/accounts.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { checkBooks } from "../../staff/console/index.ts";
import {
  aMarket,
  aPerson,
  giveLevel,
  offerBody,
  priceNow,
  start,
  testApp,
  type TestMarket,
  type TestPerson,
} from "../../testing/index.ts";
import { RIGHT_ACCOUNTS } from "../../testing/market/payment-accounts.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";
import { testLog } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;
const AUTO = { payment_method: "bank-transfer", payment_country: "DE", flow_type: "bt-auto" } as const;

const account = async ({ client }: TestPerson) =>
  (await client.call(accounts.createBankAccount, { body: RIGHT_ACCOUNTS.GB })).data.id;

/** The seller's offer to sell names their account. */
async function aSelling(): Promise<TestMarket & { readonly account: string }> {
  const market = await aMarket(app);
  const named = await account(market.seller);
  const made = await market.seller.client.call(createOffer, {
    body: offerBody({ ...AUTO, payment_account_id: named, range_max: "5000" }),
  });
  assert.equal(made.status, 200, made.code);
  return { ...market, offer: made.data.idHashed, account: named };
}

async function begun(market?: TestMarket) {
  const of = market ?? (await aSelling());
  const started = await start(of);
  assert.equal(started.status, 200, started.code);
  const params = { id: started.data.tradeHash };
  const submit = async () => {
    const { url } = await uploadAs(app, of.buyer.client, await aPicture());
    const body = { requirements: [{ requirementId: "payment_proof" as const, url }] };
    return of.buyer.client.call(submitRequirements, { params, body });
  };
  const say = ({ client }: TestPerson) => client.call(postMessage, { params, body: { text: "hello" } });
  const pay = () => of.buyer.client.call(calls.markTradePaid, { params });
  const name = () => of.buyer.client.call(calls.revealPaymentDetails, { params, body: { payer_name: "Ada Byron" } });
  return { ...of, params, view: started.data, submit, say, pay, name };
}

test("the owner of an offer reads to which of their accounts its trades are paid, and of others to none", async () => {
  const market = await aSelling();
  const own = async ({ client }: TestPerson) =>
    (await client.call(listMyOffers, { query: { type: "sell" } })).data.offers.map(({ idHashed, bankAccounts }) => [
      idHashed === market.offer,
      bankAccounts,
    ]);
  const [known] = (await market.seller.client.call(accounts.listBankAccounts)).data;
  assert.ok(known);
  const { id, bankName, masked } = known;
  assert.equal(id, market.account);
  assert.deepEqual((await own(market.seller)).sort(), [
    [false, []],
    [true, [{ id, bankName, masked }]],
  ]);
});

test("the buyer sees the seller's account from the start, pays to it, shows a proof, and the seller releases", async () => {
  const { params, view, seller, pay, submit, name } = await begun();
  assert.deepEqual(
    [view.flow.type, view.next.key, view.awaitedRequirements],
    ["bt-auto", "name_payer", ["payment_proof"]],
  );
  assert.deepEqual(
    view.paymentDetails.map(({ kind, fields }) => [
      kind,
      fields.find(({ name: one }) => one === "account_number")?.value,
    ]),
    [["bank-account", "66374958"]],
  );
  await name();
  assert.equal((await pay()).code, "trade.receipt_missing");
  const handed = await submit();
  assert.equal(handed.status, 200, handed.code);
  assert.equal((await pay()).data.status, "paid");
  assert.equal((await seller.client.call(calls.releaseTrade, { params })).data.status, "released");
  assert.deepEqual(await checkBooks({ db: app.db, log: testLog }), []);
});

test("nobody writes in the conversation until there is a dispute, and nobody after the trade", async () => {
  const { params, seller, buyer, say, pay, submit, name } = await begun();
  const reasonOf = async (person: TestPerson) =>
    (await person.client.call(listMessages, { params, query: {} })).meta.blockReason;
  assert.deepEqual([await reasonOf(buyer), (await say(buyer)).code], ["ChatNotAvailableYet", "chat.blocked"]);
  await submit();
  await name();
  await pay();
  assert.deepEqual([await reasonOf(seller), (await say(seller)).code], ["ChatNotAvailableYet", "chat.blocked"]);
  await owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [params.id]);
  const body = { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" };
  assert.equal((await buyer.client.call(openDispute, { params, body })).data.status, "dispute_open");
  assert.deepEqual([await reasonOf(seller), (await say(seller)).code], [null, ""]);
  await seller.client.call(calls.releaseTrade, { params });
  assert.deepEqual(
    [await reasonOf(buyer), (await say(buyer)).code],
    ["ChatNotAvailableAfterTradeCompleted", "chat.blocked"],
  );
  const other = await begun();
  await other.buyer.client.call(calls.cancelTrade, { params: other.params });
  const { meta } = await other.seller.client.call(listMessages, { params: other.params, query: {} });
  assert.equal(meta.blockReason, "ChatBlockedAfterTradeIsCanceled");
});

test("either side goes on in the default flow until the buyer has paid, and may write from then on", async () => {
  for (const side of ["buyer", "seller"] as const) {
    const trade = await begun();
    const answer = await trade[side].client.call(calls.fallbackTrade, { params: trade.params });
    assert.deepEqual([answer.data.flow.type, answer.data.status], ["default", "active_funded"], side);
    assert.equal((await trade.say(trade.buyer)).code, "");
    assert.equal(
      (await trade.buyer.client.call(calls.fallbackTrade, { params: trade.params })).code,
      "trade.wrong_status",
    );
  }
});

test("a user who takes an offer to buy names one of their own accounts, and the buyer sees that", async () => {
  const market = await aMarket(app, { ...AUTO, offer_type: "buy" });
  const { seller, buyer } = market;
  const [mine, theirs] = [await account(seller), await account(buyer)];
  const take = async (account_id: string | undefined) =>
    seller.client.call(calls.startTrade, {
      params: { id: market.offer },
      body: {
        fiat_amount: "100",
        expected_price: await app.db.read((tx) => priceNow(tx, market.offer)),
        ...(account_id === undefined ? {} : { account_id }),
      },
    });
  assert.equal((await take(undefined)).code, "payment_account.needed");
  assert.equal((await take(theirs)).code, "payment_account.unknown");
  const started = await take(mine);
  assert.equal(started.status, 200, started.code);
  const params = { id: started.data.tradeHash };
  const seen = await buyer.client.call(calls.getTrade, { params });
  assert.equal(seen.data.paymentDetails.length, 1);
});

test("an account is named where the system shares it and nowhere else", async () => {
  const market = await aMarket(app);
  const { offer } = market;
  const expected_price = await app.db.read((tx) => priceNow(tx, offer));
  const named = await account(market.buyer);
  const answer = await market.buyer.client.call(calls.startTrade, {
    params: { id: offer },
    body: { fiat_amount: "100", expected_price, account_id: named },
  });
  assert.equal(answer.code, "payment_account.unfit");
  const make = (body: object) => market.buyer.client.call(createOffer, { body: offerBody({ ...AUTO, ...body }) });
  assert.equal((await make({})).code, "payment_account.needed");
  assert.equal((await make({ payment_account_id: await account(market.seller) })).code, "payment_account.unknown");
  assert.equal((await make({ payment_account_id: named, fiat_currency_code: "EUR" })).code, "payment_account.unfit");
  assert.equal((await make({ payment_account_id: named, flow_type: "default" })).code, "payment_account.unfit");
  assert.equal((await make({ payment_account_id: named, offer_type: "buy" })).code, "payment_account.unfit");
  assert.equal((await make({ payment_account_id: named, payment_method: "paypal" })).code, "offer.flow_unsupported");
});

test("an account that an offer names stays until the offer is gone, and a short seller's trade has it before the coins", async () => {
  const { seller, account: named, offer } = await aSelling();
  const remove = () => seller.client.call(accounts.deleteBankAccount, { params: { id: named } });
  assert.equal((await remove()).code, "bank_account.in_use");
  await seller.client.call(deleteOffer, { params: { id: offer } });
  assert.equal((await remove()).code, "");
  const market = await aMarket(app, { ...AUTO, offer_type: "buy", range_max: "200000" });
  const poor = await aPerson(app);
  await giveLevel(app, poor.id, 4);
  const mine = await account(poor);
  const started = await poor.client.call(calls.startTrade, {
    params: { id: market.offer },
    body: {
      fiat_amount: "100",
      expected_price: await app.db.read((tx) => priceNow(tx, market.offer)),
      account_id: mine,
    },
  });
  assert.deepEqual([started.data.status, started.data.paymentDetails.length], ["not_funded", 1]);
  const seen = await market.buyer.client.call(calls.getTrade, { params: { id: started.data.tradeHash } });
  assert.deepEqual(seen.data.paymentDetails, [], "not before the coins are there");
});

test("the seller gives no other account in such a trade", async () => {
  const { params, seller } = await begun();
  const other = (await seller.client.call(accounts.createBankAccount, { body: RIGHT_ACCOUNTS.NG })).data.id;
  const answer = await seller.client.call(calls.revealPaymentDetails, { params, body: { account_id: other } });
  assert.equal(answer.code, "trade.wrong_status");
});

test("the database takes no account of another user for an offer", async () => {
  const { offer } = await aSelling();
  const strange = await account(await aPerson(app));
  await assert.rejects(
    owner.query("update offers set payment_account = $1 where hash = $2", [strange, offer]),
    /names a bank account of its owner/,
  );
});
