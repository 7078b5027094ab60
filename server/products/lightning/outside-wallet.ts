/** Demo: somebody else's wallet on another node, which pays the user's invoices and makes some to pay. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { LightningNode } from "../../platform/outside/chains/lightning-node.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { unitsOf } from "./invoices.ts";
import { k1Of } from "./lnurl.ts";
import { readInvoice } from "./payments.ts";
import { findWithdrawal } from "./withdrawal-rows.ts";

const AN_HOUR_MS = 3_600_000;

let nodeOf: () => LightningNode | undefined = () => undefined;

/** At the start of a process. */
export function useOutsideWallet(node: (() => LightningNode | undefined) | undefined): void {
  nodeOf = node ?? (() => undefined);
}

function outside(): LightningNode {
  const node = nodeOf();
  if (!node) throw new Refusal("lightning.away");
  return node;
}

/** Refuses lightning.away, lightning.invoice_form, lightning.needs_amount, lightning.too_small, money.malformed, money.too_many_digits. */
export async function payFromOutside(asked: {
  invoice: string;
  amount?: string | undefined;
}): Promise<{ isSent: boolean }> {
  const { bolt11, msat } = readInvoice(asked.invoice);
  if (msat === 0n && asked.amount === undefined) throw new Refusal("lightning.needs_amount");
  const paid = msat > 0n ? msat : unitsOf(asked.amount ?? "") * 1000n;
  await outside().pay({ bolt11, msat: paid, isAmountless: msat === 0n, maxFeeMsat: 10_000n });
  return { isSent: true };
}

/** Refuses lightning.away, lightning.too_small, money.malformed, money.too_many_digits. */
export async function invoiceFromOutside(amount: string, now: Date): Promise<{ invoice: string }> {
  const { bolt11 } = await outside().createInvoice({
    msat: unitsOf(amount) * 1000n,
    memo: "Coffee and cake",
    descriptionHash: null,
    expiresAt: new Date(now.getTime() + AN_HOUR_MS),
  });
  return { invoice: bolt11 };
}

/** What such a wallet would bring for the code of a withdrawal. Refuses lightning.unknown, lightning.away. */
export async function invoiceToCollect(
  { db }: Pick<AppPorts, "db">,
  code: string,
): Promise<{ k1: string; invoice: string }> {
  const k1 = k1Of(code);
  if (k1 === undefined) throw new Refusal("lightning.unknown");
  const { given, now } = await db.read(async (tx) => ({ given: await findWithdrawal(tx, { k1 }), now: tx.now }));
  if (!given) throw new Refusal("lightning.unknown");
  const { bolt11 } = await outside().createInvoice({
    msat: given.got_units * 1000n,
    memo: "Withdrawal",
    descriptionHash: null,
    expiresAt: new Date(now.getTime() + AN_HOUR_MS),
  });
  return { k1, invoice: bolt11 };
}
