/** Invoices of users: asked for here, made by the Lightning process a moment later. */
import { amountFault, CRYPTO, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/refusals.ts";
import type { LightningInvoice } from "#contract/products/lightning.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { askInvoice, findInvoice } from "./rows.ts";
import { viewInvoice } from "./view.ts";

const REFUSES: Readonly<Record<string, RefusalCode>> = { too_many: "lightning.too_many" };
const AN_HOUR = 3600;

type Asked = {
  readonly amount?: string | undefined;
  readonly memo?: string | undefined;
  readonly seconds?: number | undefined;
};

/** Refuses money.malformed, money.too_many_digits, lightning.too_small, lightning.too_many, ledger.halted. */
export async function createInvoice(tx: Tx, userId: bigint, asked: Asked): Promise<LightningInvoice> {
  const hash = ids.hash();
  const msat = asked.amount === undefined ? 0n : unitsOf(asked.amount) * 1000n;
  const outcome = await askInvoice(tx, {
    ...{ hash, userId, msat, memo: asked.memo?.trim() ?? "", seconds: asked.seconds ?? AN_HOUR },
  });
  if (outcome !== "asked") throw wordRefusal(outcome, REFUSES);
  return viewOwnInvoice(tx, hash);
}

/** Of a hash that is known. */
export async function viewOwnInvoice(tx: ReadTx, hash: string): Promise<LightningInvoice> {
  const row = await findInvoice(tx, hash);
  if (!row) throw new Error(`the invoice ${hash} is gone`);
  return viewInvoice(row);
}

/** Bitcoin in satoshi, above zero. */
export function unitsOf(amount: string): bigint {
  const fault = amountFault(amount, CRYPTO.BTC.digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount", { digits: CRYPTO.BTC.digits });
  const units = unitsFromDisplay(amount, CRYPTO.BTC.digits);
  if (units <= 0n) throw new Refusal("lightning.too_small");
  return units;
}
