// Guards: what an offer requires comes before "paid", from the buyer alone, as files of theirs that are as they were uploaded; what
// the seller says of it takes nothing back; and both sides, and the moderator, see all of it.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as calls from "#contract/market/trades/attachments.ts";
import { listMessages } from "#contract/market/trades/chat.ts";
import * as trades from "#contract/market/trades/trade/trades.ts";
import { aModerator } from "../../testing/market/disputes.ts";
import { aMarket, aPerson, start, type TestClient, testApp } from "../../testing/index.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";

const app = await testApp();
const { owner } = app;
type Requirement = "payment_proof" | "receipt" | "bank_statement";

async function aDemanding(tags = ["receipt-required"]) {
  const market = await aMarket(app, { payment_method: "bank-transfer", tags });
  const params = { id: (await start(market)).data.tradeHash };
  const { client: buyer } = market.buyer;
  const { client: seller } = market.seller;
  const upload = async (client: TestClient = buyer) => (await uploadAs(app, client, await aPicture())).url;
  return {
    market,
    params,
    buyer,
    seller,
    upload,
    submit: (requirementId: Requirement, url: string, client = buyer) =>
      client.call(calls.submitRequirements, { params, body: { requirements: [{ requirementId, url }] } }),
    act: (client: TestClient, body: { action: "approve" | "reject" | "remove"; id: string; reason?: string }) =>
      client.call(calls.actOnAttachment, { params, body }),
    ask: (requirementId: Requirement, client = seller) =>
      client.call(calls.askRequirement, { params, body: { requirementId } }),
    look: async (client: TestClient = seller) => (await client.call(calls.getTradeUploads, { params })).data,
    pay: async () => {
      await buyer.call(trades.revealPaymentDetails, { params });
      return buyer.call(trades.markTradePaid, { params });
    },
    fileOf: async (url: string): Promise<string> => {
      const key = (await owner.query("select file_key from uploads where hash = $1", [url.split("/").at(-1)])).rows[0]
        .file_key as string;
      return join(app.config.dataDir, "files", key.slice(0, 2), key.slice(2, 4), key);
    },
  };
}

test("a trade of an offer that requires a receipt is paid after the receipt has come, and not before", async () => {
  const { params, buyer, pay, upload, submit, look } = await aDemanding();
  const refused = await pay();
  assert.deepEqual([refused.status, refused.code], [422, "trade.receipt_missing"]);
  const waiting = (await buyer.call(trades.getTrade, { params })).data;
  assert.deepEqual(
    [waiting.awaitedRequirements, waiting.next.key, waiting.actions.some(({ name }) => name === "mark_paid")],
    [["receipt"], "pay_and_show", false],
  );
  assert.deepEqual(
    (await look()).list.map(({ requirementId, optional, status }) => [requirementId, optional, status]),
    [["receipt", false, "pending"]],
  );
  const done = await submit("receipt", await upload());
  assert.equal(done.status, 200, done.code);
  assert.deepEqual(
    done.data.list.map(({ requirementId, status, mimeType }) => [requirementId, status, mimeType]),
    [["receipt", "uploaded", "image/jpeg"]],
  );
  assert.equal((await pay()).data.status, "paid");
});

test("the terms of an offer at the start of a trade apply to its end", async () => {
  const { market, params, buyer } = await aDemanding(["receipt-required", "bank-statement-required"]);
  await owner.query("update offers set tags = '{}' where hash = $1", [market.offer]);
  const { data } = await buyer.call(trades.getTrade, { params });
  assert.deepEqual(data.awaitedRequirements, ["receipt", "bank_statement"]);
});

test("only the buyer submits files, and only their own; only the seller judges and requests them", async () => {
  const { seller, buyer, upload, submit, act, ask } = await aDemanding();
  const [mine, theirs] = [await upload(), await upload(seller)];
  assert.equal((await submit("receipt", mine, seller)).code, "upload.not_found");
  assert.equal((await submit("receipt", theirs, seller)).code, "trade.not_yours");
  assert.equal((await submit("receipt", theirs)).code, "upload.not_found");
  const { data } = await submit("receipt", mine);
  const id = data.list[0]?.id ?? "";
  assert.equal((await act(buyer, { action: "approve", id })).code, "trade.not_yours");
  assert.equal((await act(seller, { action: "remove", id })).code, "trade.not_yours");
  assert.equal((await ask("bank_statement", buyer)).code, "trade.not_yours");
  const stranger = (await aPerson(app)).client;
  assert.equal((await submit("receipt", mine, stranger)).status, 404);
});

test("a file whose bytes are others, or gone, is corrupted, counts for nothing and is named among the errors", async () => {
  const { upload, submit, fileOf, pay } = await aDemanding();
  for (const spoil of [(path: string) => writeFile(path, "others"), (path: string) => rm(path)]) {
    const url = await upload();
    await spoil(await fileOf(url));
    const { data } = await submit("receipt", url);
    assert.deepEqual(
      data.list.map(({ requirementId, status }) => [requirementId, status]),
      [["receipt", "corrupted"]],
    );
    assert.deepEqual(data.errorRequirementsIds, ["receipt"]);
    assert.equal((await pay()).code, "trade.receipt_missing");
  }
});

test("a required file that the seller rejects is awaited again, and another one lets the buyer mark paid", async () => {
  const { params, seller, buyer, upload, submit, act, look, pay } = await aDemanding();
  const { data } = await submit("receipt", await upload());
  const id = data.list[0]?.id ?? "";
  const missing = await act(seller, { action: "reject", id });
  assert.deepEqual([missing.status, missing.code], [422, "ERROR_INPUT_VALIDATION"]);
  const rejected = await act(seller, { action: "reject", id, reason: "Another sum" });
  assert.deepEqual(rejected.data.errorRequirementsIds, ["receipt"]);
  assert.deepEqual((await look(buyer)).list[0]?.reason, "Another sum");
  assert.equal((await act(seller, { action: "approve", id })).code, "attachment.judged_before");
  assert.equal((await pay()).code, "trade.receipt_missing");
  const waiting = (await buyer.call(trades.getTrade, { params })).data;
  assert.deepEqual(
    [waiting.awaitedRequirements, waiting.next.key, waiting.actions.some(({ name }) => name === "mark_paid")],
    [["receipt"], "pay_and_show", false],
  );
  const again = await submit("receipt", await upload());
  assert.deepEqual(again.data.errorRequirementsIds, [], "another came since");
  assert.equal((await pay()).data.status, "paid");
  assert.equal(
    (await act(seller, { action: "approve", id: again.data.list[1]?.id ?? "" })).data.list[1]?.status,
    "approved",
  );
});

test("taking a file back leaves the requirement awaited where the rest was rejected, and met where another file is left", async () => {
  const { params, buyer, seller, upload, submit, act } = await aDemanding();
  const awaited = async () => (await buyer.call(trades.getTrade, { params })).data.awaitedRequirements;
  const [first = "", second = ""] = [await upload(), await upload()];
  await submit("receipt", first);
  const both = (await submit("receipt", second)).data.list.map(({ id }) => id ?? "");
  await act(seller, { action: "reject", id: both[0] ?? "", reason: "Another sum" });
  assert.deepEqual(await awaited(), [], "the second file is still there");
  await act(buyer, { action: "remove", id: both[1] ?? "" });
  assert.deepEqual(await awaited(), ["receipt"]);
});

test("a rejection after the trade was paid counts once the trade is reopened", async () => {
  const { params, buyer, seller, upload, submit, act, pay } = await aDemanding();
  const id = (await submit("receipt", await upload())).data.list[0]?.id ?? "";
  assert.equal((await pay()).data.status, "paid");
  await act(seller, { action: "reject", id, reason: "Another sum" });
  assert.deepEqual((await buyer.call(trades.getTrade, { params })).data.awaitedRequirements, []);
  await buyer.call(trades.cancelTrade, { params });
  await buyer.call(trades.reopenTrade, { params });
  const reopened = await seller.call(trades.reopenTrade, { params });
  assert.deepEqual([reopened.code, reopened.data.awaitedRequirements], ["", ["receipt"]]);
  assert.equal((await pay()).code, "trade.receipt_missing");
  await submit("receipt", await upload());
  assert.equal((await pay()).data.status, "paid");
});

test("the other side is notified of a proof that is submitted, rejected or requested again", async () => {
  const { market, seller, upload, submit, act, ask, pay } = await aDemanding();
  const url = await upload();
  const { data } = await submit("receipt", url);
  await submit("receipt", url);
  await act(seller, { action: "reject", id: data.list[0]?.id ?? "", reason: "Another sum" });
  await pay();
  await ask("bank_statement");
  await app.deliverEvents();
  const noticesOf = async (id: bigint) =>
    (
      await owner.query("select kind from notifications where user_id = $1 and kind like 'receipt%' order by id", [id])
    ).rows.map(({ kind }) => kind);
  assert.deepEqual(await noticesOf(market.seller.id), ["receipt_uploaded"], "the same file again is no news");
  assert.deepEqual(await noticesOf(market.buyer.id), ["receipt_rejected", "receipt_requested"]);
});

test("a file that is taken back is awaited again, once nobody has said that they paid", async () => {
  const { seller, buyer, upload, submit, act, pay } = await aDemanding();
  const first = (await submit("receipt", await upload())).data.list[0]?.id ?? "";
  assert.deepEqual((await act(buyer, { action: "remove", id: first })).data.list[0]?.status, "pending");
  assert.equal((await pay()).code, "trade.receipt_missing");
  assert.equal((await act(buyer, { action: "remove", id: first })).code, "attachment.not_found");
  const second = (await submit("receipt", await upload())).data.list[0]?.id ?? "";
  await act(seller, { action: "approve", id: second });
  assert.equal((await act(buyer, { action: "remove", id: second })).code, "attachment.judged_before");
  assert.equal((await pay()).data.status, "paid");
  const third = (await submit("receipt", await upload())).data.list[1]?.id ?? "";
  assert.equal((await act(buyer, { action: "remove", id: third })).code, "trade.wrong_status");
});

test("what the seller asks for besides is optional and holds nothing up", async () => {
  const { ask, look, pay, buyer } = await aDemanding([]);
  assert.deepEqual((await look()).list, []);
  assert.deepEqual(
    (await ask("bank_statement")).data.list.map(({ requirementId, optional, status }) => [
      requirementId,
      optional,
      status,
    ]),
    [["bank_statement", true, "pending"]],
  );
  assert.equal((await ask("bank_statement")).code, "requirement.asked_before");
  assert.equal((await pay()).data.status, "paid");
  assert.equal((await look(buyer)).list.length, 1);
});

test("nothing is submitted once the trade is over, and the conversation says what happened", async () => {
  const { params, buyer, seller, upload, submit, act, ask } = await aDemanding();
  const { data } = await submit("receipt", await upload());
  await act(seller, { action: "approve", id: data.list[0]?.id ?? "" });
  await ask("bank_statement");
  const late = await upload();
  await buyer.call(trades.cancelTrade, { params });
  assert.equal((await submit("bank_statement", late)).code, "trade.wrong_status");
  assert.equal((await ask("payment_proof")).code, "trade.wrong_status");
  const lines = (await seller.call(listMessages, { params })).data.flatMap(({ systemKey }) => systemKey ?? []);
  assert.deepEqual(
    lines.filter((key) => key.startsWith("receipt_")),
    ["receipt_uploaded", "receipt_approved", "receipt_requested"],
  );
});

test("both sides see which rules the other has read, since when the first time; the staff what belongs to a dispute", async () => {
  const { params, buyer, seller, look, market } = await aDemanding();
  const read = (client: TestClient) => client.call(calls.readPolicy, { params, body: { url: "/dispute-rules" } });
  assert.deepEqual((await read(buyer)).data, { url: "/dispute-rules" });
  const [first] = (await look(seller)).policiesRead;
  await read(buyer);
  assert.deepEqual((await look(seller)).policiesRead, [first]);
  assert.deepEqual([first?.by, first?.url], ["buyer", "/dispute-rules"]);
  const wrong = await buyer.call(calls.readPolicy, { params, body: { url: "https://elsewhere.example" as never } });
  assert.equal(wrong.code, "ERROR_INPUT_VALIDATION");
  const staff = await aModerator(market);
  assert.equal((await staff.call(calls.getTradeUploads, { params })).status, 404);
});

test('the database itself takes no "paid" while something is awaited, and no trade that awaits less than it requires', async () => {
  const { params } = await aDemanding();
  const named = (name: string) => (error: Error) => error.message.includes(name);
  await assert.rejects(
    owner.query("update trades set status = 'paid', paid_at = market_now() where hash = $1", [params.id]),
    named("trades_paid_with_proofs"),
  );
  await assert.rejects(
    owner.query(
      `insert into trades overriding system value
       select (jsonb_populate_record(trade, '{"id": "900000001", "hash": "awaitsNothing1", "awaited": []}')).*
       from trades trade
       where trade.hash = $1`,
      [params.id],
    ),
    named("awaited"),
  );
});

test("the web writes no attachment beside the functions, for no other user, and clears nothing that is awaited", async () => {
  const { params, upload, seller, market, submit } = await aDemanding();
  const web = app.dbs.web;
  await assert.rejects(
    web.tx((tx) => tx.rows`update trades set awaited = '{}' where hash = ${params.id}`),
    /permission denied/,
  );
  await assert.rejects(
    web.tx((tx) => tx.rows`delete from trade_attachments`),
    /permission denied/,
  );
  const theirs = (await upload(seller)).split("/").at(-1) ?? "";
  const attach = (userId: bigint) =>
    web.tx(
      (tx) => tx.rows`
        select attach_to_trade(${params.id}, ${userId}, 'receipt', ${theirs}, 'publicId1234', market_now()) as outcome`,
    );
  assert.deepEqual(await attach(market.buyer.id), [{ outcome: "no_file" }]);
  await assert.rejects(attach(market.seller.id), /not the buyer/);
  const { data } = await submit("receipt", await upload());
  const id = data.list[0]?.id ?? "";
  await assert.rejects(
    web.tx(
      (tx) => tx.rows`select judge_attachment(${params.id}, ${market.buyer.id}, ${id}, 'approved', null, market_now())`,
    ),
    /not the seller/,
  );
});
