/** The public receipt of a finished trade: no names in full, no bank details, a digest over what it says. */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { DEFAULT_LOCALE, type Locale } from "#contract/platform/locales.ts";
import type { Receipt } from "#contract/market/trades/receipts.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { getPaymentMethod, methodName } from "../../../reference/catalog/index.ts";
import { amountsOf, hasReceipt } from "./view-trade.ts";
import { findByReceipt } from "./history-rows.ts";

/** Refuses trade.not_found for every uuid that is not of a trade by which a buyer got coins. */
export async function getReceipt(tx: ReadTx, uuid: string, locale: Locale = DEFAULT_LOCALE): Promise<Receipt> {
  const trade = await findByReceipt(tx, uuid);
  if (!trade || !hasReceipt(trade) || !trade.ended_at) throw new Refusal("trade.not_found");
  const amounts = amountsOf(trade);
  const fields = {
    uuid,
    tradeHash: trade.hash,
    status: trade.status,
    buyer: masked(trade.buyer_name),
    seller: masked(trade.seller_name),
    paymentMethod: amounts.paymentMethod.name.original,
    fiatAmount: amounts.fiatAmount,
    fiatCurrencyCode: trade.fiat_code,
    cryptoAmount: amounts.cryptoAmount.amount,
    fee: amounts.division?.fee ?? amounts.cryptoAmount.fee,
    cryptoCurrencyCode: trade.crypto,
    fiatPricePerCrypto: trade.price,
    startedAt: trade.started_at.toISOString(),
    paidAt: trade.paid_at?.toISOString() ?? null,
    completedAt: trade.ended_at.toISOString(),
  };
  const { division } = amounts;
  // Without a division the text is the same as before divisions existed, so the digest of a printed receipt stays valid.
  const said = division ? { ...fields, division } : fields;
  return {
    ...{ ...fields, division },
    digest: createHash("sha256").update(JSON.stringify(said)).digest("hex"),
    methodName: methodName(getPaymentMethod(trade.payment_method_id), locale),
  };
}

/** "BraveOtter123" is "Br•••••••23". */
export function masked(name: string): string {
  return name.length <= 4
    ? `${name[0] ?? ""}•••`
    : `${name.slice(0, 2)}${"•".repeat(name.length - 4)}${name.slice(-2)}`;
}
