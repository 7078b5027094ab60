/** Files with one's own trades. */
import { BRAND } from "#contract/platform/brand.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { findText, textOf } from "../../../platform/texts.ts";
import { findPaymentMethodById } from "../../../reference/catalog/index.ts";
import { countSomeHistory, exportedRows, filterOf, type HistoryFilter } from "../../../market/trades/index.ts";
import type { Row } from "../cells.ts";
import type { TradeExportRow } from "../rows.ts";
import { type Asker, type Document, PAGE, type Source } from "./source.ts";
import { HEADS, PLAIN_COLUMNS, type PlainColumn, rowOf } from "./trade-columns.ts";

export async function tradeSource(tx: ReadTx, asked: TradeExportRow, asker: Asker): Promise<Source> {
  const { locale, profile } = asked;
  const filter = await filterOf(tx, queryOf(asked));
  return {
    count: (most) => countSomeHistory(tx, filter, most),
    pages: () => pagesOf(tx, { asked, filter, asker }),
    head: HEADS[profile],
    titles: PLAIN_COLUMNS.map((name) => textOf(`exports.column.${name}`, locale)),
    inWords: (row) => inWords(row, asked),
    monthOf: (row) => cell(row, "started_utc").slice(0, 7),
    document: documentOf(asked, asker),
  };
}

function queryOf({ user_id: userId, filters }: TradeExportRow) {
  const { offerType, cryptoCurrencyCode, paymentMethodId, status, startDate, endDate, timezone } = filters;
  return {
    userId,
    status,
    role: offerType && (offerType === "buy" ? ("buyer" as const) : ("seller" as const)),
    crypto: cryptoCurrencyCode,
    methodSlug: paymentMethodId === undefined ? undefined : (findPaymentMethodById(paymentMethodId)?.slug ?? ""),
    days: { from: startDate, until: endDate, zone: timezone },
  };
}

type Reading = { readonly asked: TradeExportRow; readonly filter: HistoryFilter; readonly asker: Asker };

/** Where the profile leaves trades out, a page has fewer rows. */
async function* pagesOf(
  tx: ReadTx,
  { asked: { user_id: userId, profile, filters }, filter, asker: { origin } }: Reading,
): ReturnType<Source["pages"]> {
  const reader = { userId, zone: filters.timezone, origin };
  for (let after: Parameters<typeof exportedRows>[2]["after"]; ; ) {
    const trades = await exportedRows(tx, filter, { limit: PAGE, after });
    const rows = trades.flatMap((trade) => {
      const row = rowOf(profile, trade, reader);
      return row ? [row] : [];
    });
    yield { rows, read: trades.length };
    const last = trades.at(-1);
    if (!last || trades.length < PAGE) return;
    after = { id: last.id, started_at: last.started_at_text };
  }
}

const column = (name: PlainColumn) => PLAIN_COLUMNS.indexOf(name);
const cell = (row: Row, name: PlainColumn) => row[column(name)]?.text ?? "";

/** Statuses and sides as the screens have them. */
function inWords(row: Row, { locale }: TradeExportRow): Row {
  return row.map((one, place) => {
    if (place === column("status")) return { text: findText(`dashboard.status.${one.text}`, locale) ?? one.text };
    if (place === column("side"))
      return { text: textOf(one.text === "buy" ? "exports.bought" : "exports.sold", locale) };
    return one;
  });
}

const SHOWN: readonly (readonly [PlainColumn, share: number])[] = [
  ["started_utc", 10],
  ["trade", 9],
  ["side", 5.5],
  ["amount", 8.5],
  ["coin", 4.5],
  ["fee", 7],
  ["fiat_amount", 8],
  ["fiat", 5.5],
  ["price", 8.5],
  ["method", 13],
  ["partner", 10],
  ["status", 12],
];

function documentOf({ locale, filters }: TradeExportRow, { username }: Asker): Document {
  return {
    locale,
    title: textOf("exports.pdf.title", locale, { brand: BRAND }),
    date: new Date(`${filters.endDate}T00:00:00Z`),
    shown: SHOWN.map(([name, share]) => [column(name), share] as const),
    async summary(pages, digest) {
      const sums = new Map<CryptoCode, { change: bigint; fees: bigint }>();
      for await (const rows of pages) for (const row of rows) addTo(sums, row);
      return [
        textOf("exports.pdf.account", locale, { name: username }),
        textOf("exports.pdf.period", locale, {
          from: filters.startDate,
          until: filters.endDate,
          zone: filters.timezone,
        }),
        ...CRYPTO_CODES.flatMap((coin) => {
          const sum = sums.get(coin);
          if (!sum) return [];
          const shown = (units: bigint) => displayFromUnits(units, CRYPTO[coin].digits);
          return [textOf("exports.pdf.sum", locale, { coin, change: shown(sum.change), fee: shown(sum.fees) })];
        }),
        textOf("exports.pdf.digest", locale, { digest: digest() }),
      ];
    },
  };
}

function addTo(sums: Map<CryptoCode, { change: bigint; fees: bigint }>, row: Row): void {
  const coin = CRYPTO_CODES.find((code) => code === cell(row, "coin"));
  if (!coin) return;
  const { digits } = CRYPTO[coin];
  const change = cell(row, "balance_change");
  const moved = change.startsWith("-") ? -unitsFromDisplay(change.slice(1), digits) : unitsFromDisplay(change, digits);
  const before = sums.get(coin) ?? { change: 0n, fees: 0n };
  sums.set(coin, { change: before.change + moved, fees: before.fees + unitsFromDisplay(cell(row, "fee"), digits) });
}
