/** A trade as a row of a file: what each column says. Pure. */
import { CRYPTO, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { ExportProfile } from "#contract/market/trades/export/names.ts";
import { isFinal } from "#contract/market/trades/trade/statuses.ts";
import { amount, localTime, type Row, text } from "../cells.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import { divisionOf, type ExportedTradeRow, roleIn } from "../../../market/trades/index.ts";

export type Reader = { readonly userId: bigint; readonly zone: string; readonly origin: string };

/** The columns of our own files, in their order; each has a text in the catalog, and its key is its name in a csv file. */
export const PLAIN_COLUMNS = [
  "trade",
  "status",
  "side",
  "coin",
  "amount",
  "balance_change",
  "fee",
  "fee_coin",
  "fiat_amount",
  "fiat",
  "price",
  "method",
  "partner",
  "started_utc",
  "completed_utc",
  "completed_local",
  "receipt",
  "journals",
] as const;
export type PlainColumn = (typeof PLAIN_COLUMNS)[number];

/** The columns that each program reads, under its own names (Koinly: universal template; rotki: generic trades). */
export const HEADS: Readonly<Record<ExportProfile, readonly string[]>> = {
  plain: PLAIN_COLUMNS,
  koinly: [
    "Date",
    "Sent Amount",
    "Sent Currency",
    "Received Amount",
    "Received Currency",
    "Fee Amount",
    "Fee Currency",
    "Net Worth Amount",
    "Net Worth Currency",
    "Label",
    "Description",
    "TxHash",
  ],
  rotki: [
    "Location",
    "Spend Currency",
    "Spend Amount",
    "Receive Currency",
    "Receive Amount",
    "Fee",
    "Fee Currency",
    "Description",
    "Timestamp",
  ],
};

/** Undefined where the profile leaves the trade out: a tax program has no use for one that moved no coins. */
export function rowOf(profile: ExportProfile, trade: ExportedTradeRow, reader: Reader): Row | undefined {
  if (profile === "plain") return plainRow(trade, reader);
  const exchange = exchangeOf(trade, reader);
  return exchange && (profile === "koinly" ? koinlyRow(exchange) : rotkiRow(exchange));
}

/** A trade's figures for the reader: the fee is the seller's. */
function figuresOf(trade: ExportedTradeRow, { userId }: Reader) {
  const { digits } = CRYPTO[trade.crypto];
  const shown = (units: bigint) => displayFromUnits(units, digits);
  const isBuyer = roleIn(trade, userId) === "buyer";
  const division = divisionOf(trade, trade.buyer_share_units);
  const fee = isBuyer || !hasPaidFee(trade) ? "0" : (division?.fee ?? shown(trade.fee_units));
  return { isBuyer, division, fee, shown, moved: BigInt(trade.moved_units) };
}

/** A fee is taken when coins go to the buyer. */
function hasPaidFee({ status, released_at, buyer_share_units }: ExportedTradeRow): boolean {
  return released_at !== null || status === "dispute_won_buyer" || buyer_share_units !== null;
}

function plainRow(trade: ExportedTradeRow, reader: Reader): Row {
  const { isBuyer, division, fee, shown, moved } = figuresOf(trade, reader);
  const ended = trade.ended_at;
  return [
    text(trade.hash),
    text(trade.status),
    text(isBuyer ? "buy" : "sell"),
    text(trade.crypto),
    amount(division ? division.buyer : shown(trade.units)),
    amount(shown(moved)),
    amount(fee),
    text(trade.crypto),
    amount(displayFromUnits(trade.fiat_units, trade.fiat_digits, { pad: true })),
    text(trade.fiat_code),
    amount(trade.price),
    text(getPaymentMethod(trade.payment_method_id).name),
    text(isBuyer ? trade.seller_name : trade.buyer_name),
    text(trade.started_at.toISOString()),
    text(ended?.toISOString() ?? ""),
    text(ended ? localTime(ended, reader.zone) : ""),
    text(isFinal(trade.status) && hasPaidFee(trade) ? `${reader.origin}/trade/receipt/${trade.receipt_uuid}` : ""),
    text(trade.journal_ids.join(" ")),
  ];
}

type Exchange = {
  readonly at: Date;
  readonly sent: readonly [amount: string, currency: string];
  readonly received: readonly [amount: string, currency: string];
  readonly fee: readonly [amount: string, currency: string];
  readonly what: string;
  readonly hash: string;
};

/** What went out and came in; undefined while nothing has, and where all came back. */
function exchangeOf(trade: ExportedTradeRow, reader: Reader): Exchange | undefined {
  const { isBuyer, division, fee, shown, moved } = figuresOf(trade, reader);
  if (!trade.ended_at || moved === 0n || !hasPaidFee(trade)) return undefined;
  const units = (moved < 0n ? -moved : moved) - unitsFromDisplay(fee, CRYPTO[trade.crypto].digits);
  const coins: Exchange["sent"] = [shown(units), trade.crypto];
  const fiat: Exchange["sent"] = [
    division?.buyerFiat ?? displayFromUnits(trade.fiat_units, trade.fiat_digits, { pad: true }),
    trade.fiat_code,
  ];
  return {
    at: trade.ended_at,
    sent: isBuyer ? fiat : coins,
    received: isBuyer ? coins : fiat,
    fee: fee === "0" ? ["", ""] : [fee, trade.crypto],
    what: `${getPaymentMethod(trade.payment_method_id).name}, trade ${trade.hash}`,
    hash: trade.hash,
  };
}

function koinlyRow({ at, sent, received, fee, what, hash }: Exchange): Row {
  return [
    text(`${at.toISOString().slice(0, 19).replace("T", " ")} UTC`),
    ...[sent, received, fee].flatMap(([units, currency]) => [amount(units), text(currency)]),
    text(""),
    text(""),
    text(""),
    text(what),
    text(hash),
  ];
}

function rotkiRow({ at, sent, received, fee, what }: Exchange): Row {
  return [
    text("external"),
    text(sent[1]),
    amount(sent[0]),
    text(received[1]),
    amount(received[0]),
    amount(fee[0]),
    text(fee[1]),
    text(what),
    // Milliseconds since 1970, in UTC.
    amount(String(at.getTime())),
  ];
}
