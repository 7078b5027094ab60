// Guards: other programs read what is written: a csv file, a workbook and the pages of a document have the same rows of a long history, in many pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { CRYPTO, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import * as calls from "#contract/products/wallet/files.ts";
import { accountOf, balanceOf, post } from "../../money/ledger/index.ts";
import { aPerson, giveCoins, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db, runJob } = app;
const ROWS = 3000;
const BATCH = 1500;

/** RFC 4180: quoted fields may have commas, line ends and doubled quotes. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.some((field) => field !== ""));
}

/** The entries of a zip archive, by its central directory. */
function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const entries = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    entries.set(name, inflateRawSync(bytes.subarray(from, from + packed)).toString("utf8"));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

const SIGNS: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** The rows of each sheet, found as a spreadsheet finds them: by the workbook and its relations. */
function readWorkbook(bytes: Buffer): Map<string, string[][]> {
  const parts = readZip(bytes);
  const targets = new Map(
    [...(parts.get("xl/_rels/workbook.xml.rels") ?? "").matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map((one) => [
      one[1],
      one[2],
    ]),
  );
  const sheets = [...(parts.get("xl/workbook.xml") ?? "").matchAll(/<sheet name="([^"]+)"[^>]*r:id="(\w+)"/g)];
  return new Map(
    sheets.map(([, name = "", id]) => {
      const xml = parts.get(`xl/${targets.get(id)}`) ?? "";
      const rows = [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, cells = ""]) =>
        [...cells.matchAll(/<(?:t|v)[^>]*>([^<]*)<\/(?:t|v)>/g)].map(([, text = ""]) =>
          text.replace(/&\w+;/g, (sign) => SIGNS[sign] ?? sign),
        ),
      );
      return [name, rows];
    }),
  );
}

async function readPages(bytes: Buffer): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const content = await (await pdf.getPage(number)).getTextContent();
    pages.push(content.items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  await pdf.loadingTask.destroy();
  return pages;
}

test("a csv file, a workbook and a statement of a long history say the same", { timeout: 300_000 }, async () => {
  const { id, client } = await aPerson(app);
  const [mine, bond] = [accountOf.available(id, "USDT"), accountOf.bond(id, "USDT")];
  await db.tx((tx) => giveCoins(tx, id, "USDT", 10_000_000_000n));
  for (let from = 1; from < ROWS; from += BATCH)
    await db.tx((tx) =>
      post(
        tx,
        Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, number) => ({
          kind: "bond_deposit",
          subject: `open again ${from + number}`,
          postings: [{ from: mine, to: bond, units: BigInt(from + number) }],
        })),
      ),
    );
  const day = db.marketNow().toISOString().slice(0, 10);
  const made = async (asked: { code: string; data: calls.WalletFile }): Promise<Buffer> => {
    assert.equal(asked.code, "");
    await runJob("make-record-exports");
    const { data } = await client.call(calls.getWalletFile, { params: { id: asked.data.id } });
    assert.deepEqual([data.status, data.rows], ["completed", ROWS]);
    const answer = await app.app.fastify.inject({
      url: data.file ?? "",
      headers: { cookie: `parley=${client.token}` },
    });
    return answer.rawPayload;
  };
  const period = { startDate: day, endDate: day };
  const csv = await made(await client.call(calls.askForWalletFile, { body: { ...period, format: "csv" } }));
  const [head = [], ...rows] = readCsv(csv.toString("utf8").replace("\ufeff", ""));
  assert.equal(rows.length, ROWS);
  const at = (row: readonly string[] | undefined, name: string) => row?.[head.indexOf(name)] ?? "";
  const { digits } = CRYPTO.USDT;
  const units = (text: string) => (text.startsWith("-") ? -1n : 1n) * unitsFromDisplay(text.replace("-", ""), digits);
  const closing = await db.read((tx) => balanceOf(tx, mine));
  assert.equal(
    rows.reduce((sum, row) => sum + units(at(row, "amount")), 0n),
    closing,
  );
  assert.equal(units(at(rows.at(-1), "balance_after")), closing);

  const book = await made(await client.call(calls.askForWalletFile, { body: { ...period, format: "xlsx" } }));
  const sheets = [...readWorkbook(book).values()];
  assert.equal(sheets.length, 1);
  const [titles, ...lines] = sheets[0] ?? [];
  assert.equal(titles?.length, head.length);
  assert.deepEqual(
    lines.map((line) => [at(line, "journal"), at(line, "amount"), at(line, "balance_after")]),
    rows.map((row) => [at(row, "journal"), at(row, "amount"), at(row, "balance_after")]),
  );

  const pages = await readPages(
    await made(await client.call(calls.askForStatement, { body: { month: day.slice(0, 7) } })),
  );
  assert.match(pages[0] ?? "", new RegExp(`closing ${displayFromUnits(closing, digits).replace(".", "\\.")}`));
  assert.match(pages[0] ?? "", new RegExp(`Page 1 of ${pages.length}`));
  const moved = pages.join(" ").match(/Moved to your bond/g) ?? [];
  assert.equal(moved.length, ROWS - 1);
});
