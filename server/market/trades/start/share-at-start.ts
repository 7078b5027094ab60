/** In a flow that shares the seller's account from the start: which one, whether it fits, and giving it to the trade. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import type { Offer } from "../../offers/index.ts";
import { giveAccount, refuseUnfitAccount } from "../../payment-accounts/index.ts";
import { postSystemLines } from "../../chat/index.ts";
import type { NewTrade } from "../rows.ts";

export type Naming = {
  readonly offer: Offer | undefined;
  readonly starterId: bigint;
  readonly accountId: string | undefined;
};

/** A start names an account of the starter. */
export const isNamedByStarter = ({ flowType, side }: Pick<Offer, "flowType" | "side">) =>
  flowType === "bt-auto" && side === "buy";

/** Why the start may not name this account, or has to name one: payment_account.needed, unfit, not_own, unknown. Reads only where one is named. */
export async function namingRefusal(tx: ReadTx, { offer, starterId, accountId }: Naming): Promise<Refusal | undefined> {
  if (!offer) return undefined;
  if (!isNamedByStarter(offer))
    return accountId === undefined ? undefined : fieldRefusal("payment_account.unfit", "account_id");
  if (accountId === undefined) return fieldRefusal("payment_account.needed", "account_id");
  try {
    const { methodId, fiat: currency, noThirdParties } = offer;
    const method = getPaymentMethod(methodId);
    await refuseUnfitAccount(tx, { userId: starterId, accountId, method, currency, noThirdParties });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

type Begun = { readonly trade: NewTrade; readonly offer: Offer; readonly accountId: string | undefined };

/** Each new trade of such a flow gets its copy. */
export async function shareAtStart(tx: Tx, begun: readonly Begun[]): Promise<void> {
  for (const { trade, offer, accountId } of begun) {
    if (trade.flow_type !== "bt-auto") continue;
    const named = offer.paymentAccount ?? accountId;
    if (named === undefined) throw new Error(`the trade ${trade.hash} began without an account`);
    const method = getPaymentMethod(trade.payment_method_id);
    // Its owner was checked where it was named.
    await giveAccount(tx, {
      hash: trade.hash,
      userId: trade.seller_id,
      accountId: named,
      method,
      noThirdParties: false,
    });
    postSystemLines(tx, [{ ref: trade.hash, key: "account_shared" }]);
  }
}
