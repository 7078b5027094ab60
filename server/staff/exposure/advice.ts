/** Advice to buy or sell so much of a coin: made beyond the band and back to the target, ended by administrators. */
import { type Decimal, decimal, decimalText, fixedText, times } from "#contract/platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AdvicePage, HouseAdvice } from "#contract/staff/exposure.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { readSlice } from "../../platform/cursors.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import * as rows from "./advice-rows.ts";

/** One turn: the result of the day first, so that a loss at its bound is known. */
export async function adviseHouse({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  await db.tx(async (tx) => rows.noteDay(tx, await tx.readClock()));
  for (const currency of CRYPTO_CODES) {
    const outcome = await db.tx(async (tx) =>
      rows.advise(tx, { currency, hash: ids.hash(), at: await tx.readClock() }),
    );
    log.debug({ currency, outcome }, "the exposure was compared with its band");
  }
}

/** Refuses auth.forbidden, and exposure.advice_over where it is not open. */
export async function endAdvice(tx: Tx, asked: rows.Ending): Promise<void> {
  const outcome = await rows.end(tx, asked);
  if (outcome === "over") throw new Refusal("exposure.advice_over");
  if (outcome !== "done") throw new Refusal("auth.forbidden");
}

/** The newest first. */
export async function viewAdvice(tx: ReadTx, { after }: { readonly after?: string | undefined }): Promise<AdvicePage> {
  const found = await readSlice(
    (limit) => rows.adviceRows(tx, { after: after === undefined ? null : BigInt(after), limit }),
    ({ id }) => String(id),
  );
  return { rows: found.rows.map(adviceOf), next: found.next };
}

export function adviceOf(row: rows.AdviceRow): HouseAdvice {
  const { digits } = CRYPTO[row.currency];
  const text = (units: bigint) => displayFromUnits(units, digits);
  const rate: Decimal = decimal(row.usd_rate);
  return {
    ...{ id: row.hash, currencyCode: row.currency, side: row.side, amount: text(row.units) },
    ...{ usd: fixedText(times({ units: row.units, digits }, rate), 2), rateUsd: decimalText(rate) },
    ...{ exposure: text(row.exposure_units), target: text(row.target_units) },
    ...{ low: text(row.target_units - row.band_units), high: text(row.target_units + row.band_units) },
    ...{ madeAt: row.made_at.toISOString(), state: row.status, endedAt: row.ended_at?.toISOString() ?? null },
    ...{ endedBy: row.ended_by, endedWhy: row.ended_why },
  };
}
