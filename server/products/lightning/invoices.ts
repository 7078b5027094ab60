/** Invoices of users: asked for here, made by the Lightning process a moment later. */
import { amountFault, CRYPTO, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal, Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { LightningInvoice } from "#contract/products/lightning/lightning.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
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
  if (outcome !== "asked") throw outcomeRefusal(outcome, REFUSES);
  return viewOwnInvoice(tx, userId, hash);
}

/** Refuses lightning.unknown, also for another user's. */
export async function viewOwnInvoice(tx: ReadTx, userId: bigint, hash: string): Promise<LightningInvoice> {
  const row = await findInvoice(tx, userId, hash);
  if (!row) throw new Refusal("lightning.unknown");
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
