/** The bank account that an offer names for its trades. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { getPaymentMethod } from "../../../reference/catalog/index.ts";
import { refuseUnfitAccount } from "../../payment-accounts/index.ts";
import type { OfferTerms } from "#contract/market/offers/offer-fields.ts";

/** Refuses payment_account.unknown, payment_account.unfit and payment_account.not_own: it is the owner's, a bank's, and in the offer's currency. */
export async function refuseStrangeAccount(
  tx: ReadTx,
  { ownerId, terms: { paymentAccount, methodId, fiat, noThirdParties } }: { ownerId: bigint; terms: OfferTerms },
): Promise<void> {
  if (paymentAccount === null) return;
  const method = getPaymentMethod(methodId);
  try {
    await refuseUnfitAccount(tx, {
      userId: ownerId,
      accountId: paymentAccount,
      method,
      currency: fiat,
      noThirdParties,
    });
  } catch (error) {
    throw error instanceof Refusal ? fieldRefusal(error.code, "payment_account_id") : error;
  }
}
