// Guards: a file has the caller's own trades of the period, once each, with what the ledger moved for them; it is made whole or not at all,
// and opens for its owner alone.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { unzipSync } from "fflate";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import * as calls from "#contract/market/trades/exports.ts";
import { listTrades, releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { accountOf, balanceOf } from "../../money/ledger/index.ts";
import { unitsFromDisplay } from "#contract/money/money.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { localTime } from "./cells.ts";
import { dropOlder } from "./make-exports.ts";
import { csvLines } from "./formats/csv.ts";

const app = await testApp();
const { owner, db, runJob, moveClock } = app;
const JOB = "make-record-exports";
type Client = Awaited<ReturnType<typeof aMarket>>["buyer"]["client"];

const today = () => db.marketNow().toISOString().slice(0, 10);
const asking = (more: object = {}) => ({ startDate: today(), endDate: today(), format: "csv" as const, ...more });
const ask = (client: Client, more: object = {}) => client.call(calls.askForTradeExport, { body: asking(more) });

/** The file, with what the call says of it. */
async function made(client: Client, more: object = {}) {
  const asked = await ask(client, more);
  assert.equal(asked.status, 200, asked.code);
  await runJob(JOB);
  const { data } = await client.call(calls.getTradeExport, { params: { id: asked.data.id } });
  const bytes = data.file ? await download(client, data.file) : undefined;
  return { ...data, bytes: bytes?.bytes, size: data.bytes, headers: bytes?.headers };
}

async function download({ token }: { token: string }, path: string) {
  const answer = await app.app.fastify.inject({ url: path, headers: { cookie: `parley=${token}` } });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
}

const linesOf = (bytes: Buffer | undefined) =>
  (bytes?.toString("utf8").replace("\ufeff", "") ?? "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));

/** A market with a trade that was released, one that was cancelled and one that is open. */
async function aHistory() {
  const market = await aMarket(app);
  const released = await aTrade(market, "paid");
  await market.seller.client.call(releaseTrade, { params: { id: released } });
  const open = await aTrade(market, "paid");
  return { ...market, released, open };
}

test("each side's file has its own figures, and their sum is what its balance changed by", async () => {
  const { buyer, seller, released, open } = await aHistory();
  for (const [person, side] of [
    [buyer, "buy"],
    [seller, "sell"],
  ] as const) {
    const file = await made(person.client);
    assert.equal(file.status, "completed");
    assert.equal(
      file.digest,
      createHash("sha256")
        .update(file.bytes ?? "")
        .digest("hex"),
    );
    assert.equal(file.size, file.bytes?.length);
    const [head = [], ...rows] = linesOf(file.bytes);
    const place = (name: string) => head.indexOf(name);
    assert.deepEqual(
      rows.map((row) => row[place("trade")]),
      [released, open],
      "the oldest first, each once",
    );
    assert.deepEqual([...new Set(rows.map((row) => row[place("side")]))], [side]);
    const moved = rows.map((row) => row[place("balance_change")] ?? "");
    const sum = moved.reduce(
      (all, text) => all + (text.startsWith("-") ? -unitsFromDisplay(text.slice(1), 8) : unitsFromDisplay(text, 8)),
      0n,
    );
    const balance = await db.read((tx) => balanceOf(tx, accountOf.available(person.id, "BTC")));
    assert.equal(sum, balance - (side === "buy" ? 0n : 100_000_000n));
    const fees = rows.map((row) => row[place("fee")]);
    assert.ok(side === "buy" ? fees.every((fee) => fee === "0") : fees[0] !== "0" && fees[1] === "0", fees.join(" "));
  }
});

test("the same trades give the same bytes, in each format", async () => {
  const { seller } = await aHistory();
  for (const format of ["csv", "xlsx", "pdf"] as const) {
    const [first, second] = [await made(seller.client, { format }), await made(seller.client, { format })];
    assert.equal(first.digest, second.digest, format);
  }
});

test("a workbook has a sheet a month with amounts as numbers, pages have text, and tax programs their own columns", async () => {
  const { seller, buyer, released } = await aHistory();
  const book = await made(seller.client, { format: "xlsx" });
  assert.match(String(book.headers?.["content-disposition"]), /parley-trades-.*\.xlsx/);
  const parts = unzipSync(new Uint8Array(book.bytes ?? Buffer.alloc(0)));
  const text = (name: string) => Buffer.from(parts[name] ?? []).toString("utf8");
  assert.match(text("xl/workbook.xml"), new RegExp(`name="${today().slice(0, 7)}"`));
  assert.match(text("xl/worksheets/sheet1.xml"), /<pane[^>]*ySplit="1"/);
  const pages = await made(seller.client, { format: "pdf" });
  const pdf = await getDocument({ data: new Uint8Array(pages.bytes ?? Buffer.alloc(0)), verbosity: 0 }).promise;
  const content = await (await pdf.getPage(1)).getTextContent();
  const words = content.items.map((item) => ("str" in item ? item.str : "")).join(" ");
  assert.match(words, new RegExp(released));
  assert.match(words, /Page 1 of 1/);
  await pdf.loadingTask.destroy();
  const koinly = linesOf((await made(seller.client, { profile: "koinly" })).bytes);
  assert.deepEqual(koinly[0]?.slice(0, 3), ["Date", "Sent Amount", "Sent Currency"]);
  assert.equal(koinly.length, 2, "what is open moved nothing to anybody");
  const rotki = linesOf((await made(buyer.client, { profile: "rotki" })).bytes);
  assert.deepEqual([rotki[1]?.[1], rotki[1]?.[3]], ["USD", "BTC"], "a buyer spends fiat");
});

test("in Arabic a document is written from right to left, with its words joined", async () => {
  const { seller } = await aHistory();
  await owner.query("update users set locale = 'ar' where id = $1", [seller.id]);
  const file = await made(seller.client, { format: "pdf" });
  assert.equal(file.status, "completed");
  assert.equal(file.bytes?.subarray(0, 5).toString(), "%PDF-");
});

test("filters leave out what they name, and a period without trades has no file", async () => {
  const { seller } = await aHistory();
  const rows = async (more: object) => linesOf((await made(seller.client, more)).bytes).length - 1;
  assert.equal(await rows({ status: "successful" }), 1);
  assert.equal(await rows({ offerType: "sell", cryptoCurrencyCode: "BTC" }), 2);
  const none = await made(seller.client, { offerType: "buy" });
  assert.deepEqual([none.status, none.rows, none.file], ["no_data", 0, null]);
});

test("what cannot be asked for is refused by name", async () => {
  const { seller } = await aHistory();
  const codes = async (more: object) => (await ask(seller.client, more)).code;
  assert.equal(await codes({ startDate: "2026-01-01", endDate: "2026-02-01" }), "export.days");
  assert.equal(await codes({ startDate: "2026-03-02", endDate: "2026-03-01" }), "export.days");
  assert.equal(await codes({ format: "pdf", profile: "koinly" }), "export.profile");
  assert.equal(await codes({ timezone: "Mars/Olympus" }), "export.timezone");
  assert.equal((await ask(seller.client)).status, 200);
  assert.equal(await codes({}), "export.running");
  const [running] = (await seller.client.call(calls.listTradeExports)).data;
  const params = { id: running?.id ?? "" };
  assert.equal((await seller.client.call(calls.cancelTradeExport, { params })).data.status, "cancelled");
  assert.equal((await seller.client.call(calls.cancelTradeExport, { params })).code, "export.over");
  await runJob(JOB);
  assert.equal((await seller.client.call(calls.getTradeExport, { params })).data.status, "cancelled");
  await owner.query(
    `insert into record_exports (hash, user_id, source, format, profile, locale, filters, status, created_at)
     select 'Earlier' || n || 'x' || user_id, user_id, source, 'csv', 'plain', 'en', filters, 'no_data', market_now()
     from record_exports, generate_series(100, 109) as n where hash = $1`,
    [params.id],
  );
  assert.equal(await codes({}), "export.many");
});

test("nobody else has it, and after seven days nobody", async () => {
  const { seller, buyer } = await aHistory();
  const file = await made(seller.client);
  const path = file.file ?? "";
  assert.equal((await download(buyer.client, path)).status, 404);
  assert.equal((await download({ token: "" }, path)).status, 401);
  assert.equal((await buyer.client.call(calls.getTradeExport, { params: { id: file.id } })).code, "export.not_found");
  const { rows } = await owner.query(
    "select sealed from record_export_pieces p join record_exports e on e.id = export_id where hash = $1",
    [file.id],
  );
  assert.ok(!Buffer.from(rows[0].sealed).includes("balance_change"), "sealed at rest");
  await moveClock(7 * 86_400_000 + 1000);
  await runJob("drop-record-exports");
  const left = await owner.query(
    `select status, fault, (select count(*)::int from record_export_pieces where export_id = id) as pieces
     from record_exports where hash = $1`,
    [file.id],
  );
  assert.deepEqual(left.rows, [{ status: "missing", fault: "expired", pieces: 0 }]);
});

test("a file that an older secret has sealed can be made again", async () => {
  const { seller } = await aHistory();
  const file = await made(seller.client);
  assert.match(await dropOlder(db, 2), /: 1$/);
  const { data } = await seller.client.call(calls.getTradeExport, { params: { id: file.id } });
  assert.deepEqual([data.status, data.fault, data.file], ["missing", "unreadable", null]);
});

test("a file that dies in the middle cannot be downloaded, and is made anew; after three deaths it has failed", async () => {
  const { seller } = await aHistory();
  const asked = await ask(seller.client);
  await owner.query(
    `create function fall_over() returns trigger language plpgsql as $$ begin raise exception 'dead'; end $$;
     create trigger dead before update on record_exports for each row when (new.status = 'completed') execute function fall_over()`,
  );
  const look = async () => (await seller.client.call(calls.getTradeExport, { params: { id: asked.data.id } })).data;
  await runJob(JOB);
  assert.deepEqual([(await look()).status, (await look()).file], ["generating", null]);
  await owner.query("alter table record_exports disable trigger dead");
  await runJob(JOB);
  assert.equal((await look()).status, "completed");
  await owner.query("alter table record_exports enable trigger dead");
  const second = await ask(seller.client);
  for (let turn = 0; turn < 4; turn++) await runJob(JOB);
  const { data } = await seller.client.call(calls.getTradeExport, { params: { id: second.data.id } });
  assert.deepEqual([data.status, data.fault], ["failed", "broke"]);
  await owner.query("drop trigger dead on record_exports; drop function fall_over()");
});

test("a text that a spreadsheet would run stays a text, and a figure below zero a figure", () => {
  const row = ["=cmd()", "+49 170", "@x", "-1,5", "\tTab"].map((text) => ({ text }));
  assert.equal(
    csvLines([[...row, { text: "-0.5", isNumber: true }]]),
    "'=cmd(),'+49 170,'@x,\"'-1,5\",'\tTab,-0.5\r\n",
  );
});

test("a day is one of its time zone, also when the clocks change", () => {
  assert.equal(localTime(new Date("2026-03-29T00:59:59Z"), "Europe/Berlin"), "2026-03-29 01:59:59+01:00");
  assert.equal(localTime(new Date("2026-03-29T01:00:00Z"), "Europe/Berlin"), "2026-03-29 03:00:00+02:00");
  assert.equal(localTime(new Date("2028-02-29T23:30:00Z"), "Asia/Kathmandu"), "2028-03-01 05:15:00+05:45");
  assert.equal(localTime(new Date("2026-01-01T00:00:00Z"), "UTC"), "2026-01-01 00:00:00+00:00");
});

test("the period is of the days that were asked for, in their zone", async () => {
  const { seller, released } = await aHistory();
  await owner.query("update trades set started_at = '2026-03-28T23:30:00Z' where hash = $1", [released]);
  const found = async (zone: string, day: string) =>
    linesOf((await made(seller.client, { startDate: day, endDate: day, timezone: zone })).bytes).length - 1;
  assert.equal(await found("UTC", "2026-03-28"), 1);
  assert.equal(await found("Europe/Berlin", "2026-03-29"), 1);
  assert.ok((await found("Europe/Berlin", "2026-03-28")) <= 0);
});

test("the history itself takes days of the account's zone and a payment method", async () => {
  const { seller, released, open } = await aHistory();
  await owner.query("update users set timezone = 'Europe/Berlin' where id = $1", [seller.id]);
  await owner.query("update trades set started_at = '2026-03-28T23:30:00Z' where hash = $1", [released]);
  const found = async (query: object) =>
    (await seller.client.call(listTrades, { query })).data.map(({ tradeHash }) => tradeHash);
  assert.deepEqual(await found({ start_date: "2026-03-29", end_date: "2026-03-29" }), [released]);
  assert.deepEqual(await found({ end_date: "2026-03-28" }), []);
  assert.deepEqual(await found({ start_date: "2026-03-30" }), [open]);
  assert.deepEqual(await found({ payment_method: "never-was" }), []);
  const { status } = await seller.client.call(listTrades, { query: { start_date: "1999-12-31" } });
  assert.equal(status, 422);
});
