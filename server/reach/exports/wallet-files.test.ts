// Guards: a file of a wallet has the movements that its filters name and no others, its lines sum to the change of the balance, and a statement closes
// at what the ledger says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unzipSync } from "fflate";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { cancelTrade, releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { listTradeExports } from "#contract/market/trades/exports.ts";
import { displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import * as calls from "#contract/products/wallet/files.ts";
import { accountOf, balanceOf } from "../../money/ledger/index.ts";
import { aMarket, aTrade, freshRates, giveCoins, signIn, testApp, type TestClient } from "../../testing/index.ts";

const app = await testApp();
const { db, owner, runJob, moveClock } = app;
const JOB = "make-record-exports";

const today = () => db.marketNow().toISOString().slice(0, 10);

/** The file of a call that asked for one, with what the call says of it. */
async function finished(client: TestClient, asked: { status: number; code: string; data: calls.WalletFile }) {
  assert.equal(asked.status, 200, asked.code);
  await runJob(JOB);
  const { data } = await client.call(calls.getWalletFile, { params: { id: asked.data.id } });
  const answer = data.file
    ? await app.app.fastify.inject({ url: data.file, headers: { cookie: `parley=${client.token}` } })
    : undefined;
  return { ...data, content: answer?.rawPayload ?? Buffer.alloc(0), headers: answer?.headers };
}

const fileOf = async (client: TestClient, more: object = {}) =>
  finished(
    client,
    await client.call(calls.askForWalletFile, {
      body: { startDate: today(), endDate: today(), format: "csv", ...more },
    }),
  );
const statementOf = async (client: TestClient, month = today().slice(0, 7)) =>
  finished(client, await client.call(calls.askForStatement, { body: { month } }));

function rowsOf(bytes: Buffer) {
  const [head = [], ...rows] = bytes
    .toString("utf8")
    .replace("\ufeff", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ""])));
}

const units = (text = "") => (text.startsWith("-") ? -unitsFromDisplay(text.slice(1), 8) : unitsFromDisplay(text, 8));
const sumOf = (rows: ReturnType<typeof rowsOf>, name: string) => rows.reduce((sum, row) => sum + units(row[name]), 0n);
const balance = (userId: bigint) => db.read((tx) => balanceOf(tx, accountOf.available(userId, "BTC")));

async function aHistory() {
  const market = await aMarket(app);
  const released = await aTrade(market, "paid");
  await market.seller.client.call(releaseTrade, { params: { id: released } });
  const cancelled = await aTrade(market, "paid");
  await market.buyer.client.call(cancelTrade, { params: { id: cancelled } });
  return { ...market, released, cancelled };
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const content = await (await pdf.getPage(1)).getTextContent();
  await pdf.loadingTask.destroy();
  return content.items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

test("the lines of a file sum to the change of the balance, and the last balance is the ledger's", async () => {
  const { buyer, seller } = await aHistory();
  for (const { id, client } of [buyer, seller]) {
    const file = await fileOf(client);
    assert.equal(file.status, "completed");
    const rows = rowsOf(file.content);
    assert.equal(sumOf(rows, "amount"), await balance(id));
    assert.equal(units(rows.at(-1)?.balance_after), await balance(id));
    assert.match(String(file.headers?.["content-disposition"]), /parley-wallet-.*\.csv/);
  }
});

test("filters leave out what they name, the same filter gives the same bytes, and a period without movements has no file", async () => {
  const { seller, cancelled } = await aHistory();
  const count = async (more: object) => rowsOf((await fileOf(seller.client, more)).content).length;
  assert.equal(await count({ kind: "trade" }), 3);
  assert.equal(await count({ kind: "trade", direction: "in", code: "BTC" }), 1);
  const back = await fileOf(seller.client, { kind: "fee", direction: "in" });
  assert.deepEqual(
    rowsOf(back.content).map(({ type, trade }) => [type, trade]),
    [["trade_return", cancelled]],
  );
  assert.equal((await fileOf(seller.client, { kind: "fee", direction: "in" })).digest, back.digest);
  const book = await fileOf(seller.client, { format: "xlsx" });
  const parts = unzipSync(new Uint8Array(book.content));
  assert.match(Buffer.from(parts["xl/workbook.xml"] ?? []).toString(), new RegExp(`name="${today().slice(0, 7)}"`));
  assert.equal((await fileOf(seller.client, { format: "xlsx" })).digest, book.digest);
  const none = await fileOf(seller.client, { code: "ETH" });
  assert.deepEqual([none.status, none.file], ["no_data", null]);
  assert.deepEqual((await seller.client.call(listTradeExports)).data, [], "no file of trades");
});

test("a statement opens at the balance before its month, and closes at the ledger's", async () => {
  const { seller } = await aHistory();
  const shown = async () => displayFromUnits(await balance(seller.id), 8);
  const file = await statementOf(seller.client);
  assert.deepEqual([file.status, file.rows, file.filters.startDate], ["completed", 4, `${today().slice(0, 7)}-01`]);
  const text = await textOfPdf(file.content);
  const closing = await shown();
  assert.ok(text.includes(`BTC: opening 0, in `) && text.includes(`closing ${closing}`), text.slice(0, 600));
  assert.equal((await statementOf(seller.client)).digest, file.digest);
  await moveClock(40 * 86_400_000);
  await freshRates(app);
  const token = await db.tx(async (tx) => {
    await giveCoins(tx, seller.id, "BTC", 7n);
    return signIn(tx, seller.id);
  });
  const again = app.client(token);
  const next = await textOfPdf((await statementOf(again)).content);
  assert.ok(
    next.includes(`BTC: opening ${closing}, in 0.00000007, out 0 (fees 0), closing ${await shown()}`),
    next.slice(0, 600),
  );
  const before = await statementOf(again, "2020-01");
  assert.deepEqual([before.status, before.rows], ["completed", 0]);
  assert.match(await textOfPdf(before.content), /BTC: opening 0, in 0, out 0 \(fees 0\), closing 0/);
});

test("a statement is not made of lines that disagree with the ledger", async () => {
  const { seller } = await aHistory();
  await runJob("copy-wallet-lines");
  const spoiled = async (change: string) => {
    const name = `user:${seller.id}:BTC:available`;
    await owner.query(`create table kept_lines as select * from wallet_lines`);
    await owner.query(change, [name]);
    const { data } = await seller.client.call(calls.askForStatement, { body: { month: today().slice(0, 7) } });
    for (let turn = 0; turn < 4; turn++) await runJob(JOB);
    const made = (await seller.client.call(calls.getWalletFile, { params: { id: data.id } })).data;
    await owner.query(
      `update wallet_lines line set units = kept.units, balance_units = kept.balance_units
       from kept_lines kept where kept.account_id = line.account_id and kept.posting_id = line.posting_id`,
    );
    await owner.query("drop table kept_lines");
    return [made.status, made.fault];
  };
  const mine = "account_id = (select id from ledger_accounts where name = $1)";
  assert.deepEqual(await spoiled(`update wallet_lines set units = units + 1 where kind = 'trade_return' and ${mine}`), [
    "failed",
    "broke",
  ]);
  const last = "set units = units + 1, balance_units = balance_units + 1 where kind = 'trade_return'";
  assert.deepEqual(await spoiled(`update wallet_lines ${last} and ${mine}`), ["failed", "broke"]);
  assert.equal((await statementOf(seller.client)).status, "completed");
});

test("what cannot be asked for is refused by name, and nobody else has a file", async () => {
  const { seller, buyer } = await aHistory();
  const asked = async (more: object) =>
    (
      await seller.client.call(calls.askForWalletFile, {
        body: { startDate: today(), endDate: today(), format: "csv", ...more },
      })
    ).code;
  assert.equal(await asked({ startDate: "2025-01-01", endDate: "2026-01-02" }), "export.days");
  assert.equal(await asked({ startDate: "2026-03-02", endDate: "2026-03-01" }), "export.days");
  assert.equal(await asked({ timezone: "Mars/Olympus" }), "export.timezone");
  assert.equal((await seller.client.call(calls.askForStatement, { body: { month: "2999-01" } })).status, 422);
  assert.equal((await seller.client.call(calls.askForStatement, { body: { month: "2098-01" } })).code, "export.month");
  assert.equal(await asked({}), "");
  assert.equal(await asked({}), "export.running");
  const [running] = (await seller.client.call(calls.listWalletFiles)).data;
  const params = { id: running?.id ?? "" };
  assert.equal((await buyer.client.call(calls.getWalletFile, { params })).code, "export.not_found");
  assert.equal((await buyer.client.call(calls.cancelWalletFile, { params })).code, "export.not_found");
  assert.equal((await seller.client.call(calls.cancelWalletFile, { params })).data.status, "cancelled");
  assert.equal((await seller.client.call(calls.cancelWalletFile, { params })).code, "export.over");
  const file = await fileOf(seller.client);
  const stranger = await app.app.fastify.inject({
    url: file.file ?? "",
    headers: { cookie: `parley=${buyer.client.token}` },
  });
  assert.equal(stranger.statusCode, 404);
});
