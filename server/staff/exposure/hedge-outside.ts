/**
 * Follows open advice by orders at a venue outside, where the operator has an account there and turned that on. An order is committed as sent
 * before it is; what is not known of it is asked for until it is, and meanwhile its coin gets no other.
 */
import { type Decimal, decimal, rounded, times } from "#contract/platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { ids } from "../../platform/ids.ts";
import { type Okx, OkxError, type OkxOrder, openOkx } from "../../platform/outside/providers/okx.ts";
import * as rows from "./house-order-rows.ts";

type Ports = Pick<AppPorts, "db" | "log" | "config">;

const VENUE = "okx";
const HEDGED = ["BTC", "ETH"] as const;
const OVER = ["filled", "canceled", "mmp_canceled"];

export async function hedgeOutside({ db, log, config }: Ports): Promise<void> {
  if (!config.okx) return;
  const okx = openOkx(config.okx);
  for (const order of await db.read((tx) => rows.sentOrders(tx, VENUE))) await askAbout({ db, log }, okx, order);
  if (!(await readBalances({ db, log }, okx))) return;
  for (const currency of HEDGED)
    await db.tx(async (tx) =>
      rows.plan(tx, { currency, externalRef: ids.hash(), venue: VENUE, at: await tx.readClock() }),
    );
  for (const order of await db.read((tx) => rows.planned(tx, VENUE))) await send({ db, log }, okx, order);
}

type Kit = Pick<Ports, "db" | "log">;

/** False where the venue does not say: then nothing is ordered. */
async function readBalances({ db, log }: Kit, okx: Okx): Promise<boolean> {
  try {
    const found = await okx.balances(CRYPTO_CODES);
    const units = CRYPTO_CODES.map((code) => unitsOf(found.get(code) ?? "0", code, "down"));
    await db.tx(async (tx) =>
      rows.noteBalances(tx, { venue: VENUE, codes: CRYPTO_CODES, units, at: await tx.readClock() }),
    );
    return true;
  } catch (error) {
    if (!isUnclear(error)) throw error;
    log.warn({ message: error.message }, "the venue does not say what the operator has there");
    return false;
  }
}

async function send({ db, log }: Kit, okx: Okx, order: rows.SentRow): Promise<void> {
  const { external_ref: externalRef } = order;
  const begun = await db.tx(async (tx) => rows.begin(tx, { externalRef, at: await tx.readClock() }));
  if (begun !== "begun") return;
  const answer = await okx.place(wishOf(order)).catch((error: unknown) => {
    if (error instanceof OkxError) return "unknown" as const;
    throw error;
  });
  log.info({ externalRef, answer }, "an order of the operator was sent to its venue");
  if (answer === "unknown") await note(db, externalRef, { status: "unknown" });
  else if (answer !== "sent") await note(db, externalRef, { status: "refused", why: "venue" });
}

async function askAbout({ db, log }: Kit, okx: Okx, order: rows.SentRow): Promise<void> {
  const { external_ref: externalRef, market } = order;
  try {
    const found = await okx.find({ instId: market, clOrdId: externalRef });
    if (!found) await note(db, externalRef, { status: "refused", why: "not_arrived" });
    else if (OVER.includes(found.state)) {
      const outcome = await note(db, externalRef, { status: "ended", ...filledOf(order, found) });
      if (outcome !== "noted") log.error({ externalRef, outcome }, "the venue filled another amount than was ordered");
    }
  } catch (error) {
    if (!isUnclear(error)) throw error;
    log.warn({ externalRef, message: error.message }, "the venue does not say how an order ended");
  }
}

const NOTHING = { filled: 0n, quote: 0n, baseFee: 0n, quoteFee: 0n };

const note = (db: Kit["db"], externalRef: string, said: { status: string; why?: string } & Partial<typeof NOTHING>) =>
  db.tx(async (tx) => rows.note(tx, { externalRef, why: null, ...NOTHING, ...said, at: await tx.readClock() }));

function wishOf(row: rows.SentRow) {
  return {
    ...{ instId: row.market, clOrdId: row.external_ref, side: row.side },
    px: displayFromUnits(row.price_ticks * row.tick_units, CRYPTO[row.quote].digits),
    sz: displayFromUnits(row.lots * row.lot_units, CRYPTO[row.base].digits),
  };
}

/** The venue says the average price, so the value is that to the unit. */
function filledOf({ base, quote }: rows.SentRow, { accFillSz, avgPx, fee, feeCcy }: OkxOrder): typeof NOTHING {
  const paid = fee.startsWith("-") ? fee.slice(1) : "0";
  const feeIn = (code: CryptoCode) => (feeCcy === code ? unitsOf(paid, code, "up") : 0n);
  const value = times(decimal(accFillSz), decimal(avgPx === "" ? "0" : avgPx));
  return {
    filled: unitsOf(accFillSz, base, "up"),
    quote: unitsOfDecimal(value, quote, "nearest"),
    baseFee: feeIn(base),
    quoteFee: feeIn(quote),
  };
}

type Rounding = Parameters<typeof rounded>[2];

const unitsOf = (text: string, code: CryptoCode, rounding: Rounding) => unitsOfDecimal(decimal(text), code, rounding);

const unitsOfDecimal = (value: Decimal, code: CryptoCode, rounding: Rounding) =>
  rounded(value, CRYPTO[code].digits, rounding).units;

/** An answer that says nothing, or no number. */
const isUnclear = (error: unknown): error is OkxError | RangeError =>
  error instanceof OkxError || error instanceof RangeError;
