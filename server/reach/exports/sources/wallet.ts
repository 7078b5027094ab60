/** Files of the filtered history of a wallet, and the statement of a month. */
import { BRAND } from "#contract/platform/brand.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { findText, textOf } from "../../../platform/texts.ts";
import {
  countLines,
  type LineQuery,
  type LineRow,
  lineRows,
  periodOf,
  standingsOf,
} from "../../../products/wallet/index.ts";
import { amount, localTime, type Row, text } from "../cells.ts";
import type { WalletExportRow } from "../rows.ts";
import { type Asker, type Document, PAGE, type Source } from "./source.ts";

/** The columns in their order; each has a text in the catalog, and its key is its name in a csv file. */
const COLUMNS = [
  "journal",
  "at_utc",
  "at_local",
  "kind",
  "type",
  "coin",
  "amount",
  "fee",
  "balance_after",
  "trade",
  "partner",
  "address",
  "transaction",
  "converted",
  "case",
] as const;
type Column = (typeof COLUMNS)[number];

export async function walletSource(tx: ReadTx, asked: WalletExportRow, asker: Asker): Promise<Source> {
  const { user_id: userId, filters, locale, source } = asked;
  const { startDate: from, endDate: until, timezone: zone, ...others } = filters;
  const query: LineQuery = { userId, ...others, period: await periodOf(tx, { from, until, zone }) };
  return {
    count: (most) => countLines(tx, query, most),
    pages: () => pagesOf(tx, query, zone),
    head: COLUMNS,
    titles: COLUMNS.map((name) => textOf(`movements.file.${name}`, locale)),
    inWords: (row) => inWords(row, asked),
    monthOf: (row) => cell(row, "at_local").slice(0, 7),
    ...(source === "statement" && { isMadeEmpty: true, document: await statementOf(tx, { asked, asker, query }) }),
  };
}

async function* pagesOf(tx: ReadTx, query: LineQuery, zone: string): ReturnType<Source["pages"]> {
  for (let after: string | undefined; ; ) {
    const lines = await lineRows(tx, query, { limit: PAGE, after, oldestFirst: true });
    yield { rows: lines.map((line) => rowOf(line, zone)), read: lines.length };
    after = lines.at(-1)?.place;
    if (lines.length < PAGE) return;
  }
}

function rowOf(line: LineRow, zone: string): Row {
  const shown = (units: bigint, coin: CryptoCode = line.currency) => displayFromUnits(units, CRYPTO[coin].digits);
  const { from_currency: from, to_currency: to, from_units, to_units } = line;
  const isConversion = from !== null && to !== null && from_units !== null && to_units !== null;
  return [
    text(String(line.journal_id)),
    text(line.at.toISOString()),
    text(localTime(line.at, zone)),
    text(line.family),
    text(line.kind),
    text(line.currency),
    amount(shown(line.units)),
    amount(shown(line.fee_units)),
    amount(shown(line.balance_units)),
    text(line.trade ?? ""),
    text(line.partner ?? ""),
    text(line.address ?? ""),
    text(line.txid ?? ""),
    text(isConversion ? `${shown(from_units, from)} ${from} > ${shown(to_units, to)} ${to}` : ""),
    text(line.reference ?? ""),
  ];
}

const column = (name: Column) => COLUMNS.indexOf(name);
const cell = (row: Row, name: Column) => row[column(name)]?.text ?? "";

function inWords(row: Row, { locale, source }: WalletExportRow): Row {
  return row.map((one, place) => {
    if (place === column("kind")) return { text: findText(`movements.kind.${one.text}`, locale) ?? one.text };
    if (place === column("type")) return { text: typeText(row, one.text, { locale, source }) };
    return one;
  });
}

/** In a statement, which has no room for a column of each, with the other side of the trade or the coins of a conversion. */
function typeText(row: Row, type: string, { locale, source }: Pick<WalletExportRow, "locale" | "source">): string {
  const said = findText(`movements.type.${type}`, locale) ?? textOf("movements.type.other", locale);
  return source === "statement" && cell(row, "converted") ? `${said} ${cell(row, "converted")}` : said;
}

const SHOWN: readonly (readonly [Column, share: number])[] = [
  ["at_local", 13],
  ["type", 22],
  ["trade", 11],
  ["partner", 12],
  ["coin", 5],
  ["amount", 12],
  ["fee", 9],
  ["balance_after", 13],
];

type Asked = { readonly asked: WalletExportRow; readonly asker: Asker; readonly query: LineQuery };

/** Opening balance, movements and closing balance of each coin, which must agree with one another and with the ledger. */
async function statementOf(tx: ReadTx, { asked, asker, query }: Asked): Promise<Document> {
  const { locale, filters } = asked;
  const standings = await standingsOf(tx, query);
  for (const { currency, closing, now } of await standingsOf(tx, { ...query, period: { from: null, before: null } }))
    if (closing !== now) throw new Error(`the lines of a wallet end at ${closing} ${currency}, its account at ${now}`);
  return {
    locale,
    title: textOf("movements.statement.title", locale, { brand: BRAND, month: filters.startDate.slice(0, 7) }),
    date: new Date(`${filters.endDate}T00:00:00Z`),
    shown: SHOWN.map(([name, share]) => [column(name), share] as const),
    async summary(pages, digest) {
      const sums = new Map<string, Sums>(CRYPTO_CODES.map((coin) => [coin, { in: 0n, out: 0n, fees: 0n }]));
      for await (const rows of pages) for (const row of rows) addTo(sums, row);
      const ofCoins = standings.flatMap(({ currency: coin, opening, closing }) => {
        const sum = sums.get(coin) ?? { in: 0n, out: 0n, fees: 0n };
        if (opening + sum.in - sum.out !== closing)
          throw new Error(
            `a statement of ${coin} opens at ${opening} and closes at ${closing}, but ${sum.in} came, ${sum.out} left`,
          );
        const shown = (units: bigint) => displayFromUnits(units, CRYPTO[coin].digits);
        const figures = { opening: shown(opening), in: shown(sum.in), out: shown(sum.out), fee: shown(sum.fees) };
        return [textOf("movements.statement.sum", locale, { coin, ...figures, closing: shown(closing) })];
      });
      return [
        textOf("exports.pdf.account", locale, { name: asker.username }),
        textOf("movements.statement.period", locale, {
          from: filters.startDate,
          until: filters.endDate,
          zone: filters.timezone,
        }),
        ...(ofCoins.length > 0 ? ofCoins : [textOf("movements.statement.none", locale)]),
        textOf("exports.pdf.digest", locale, { digest: digest() }),
      ];
    },
  };
}

type Sums = { in: bigint; out: bigint; fees: bigint };

function addTo(sums: Map<string, Sums>, row: Row): void {
  const sum = sums.get(cell(row, "coin"));
  const coin = CRYPTO_CODES.find((code) => code === cell(row, "coin"));
  if (!sum || !coin) return;
  const unitsOf = (said: string) => {
    const units = unitsFromDisplay(said.replace("-", ""), CRYPTO[coin].digits);
    return said.startsWith("-") ? -units : units;
  };
  const moved = unitsOf(cell(row, "amount"));
  if (moved > 0n) sum.in += moved;
  else sum.out -= moved;
  sum.fees += unitsOf(cell(row, "fee"));
}
