/** How a trade is paid: the details from the seller, and the paying account. */
import * as z from "zod/mini";
import { bankReference } from "../../../reference/bank-reference.ts";
import { hash, instant, iso2, lineText } from "../../../platform/wire.ts";
import { HOLDER_NAME_MAX } from "../../../platform/lengths.ts";
import { form } from "../../../platform/errors/shape-faults.ts";

const paymentDetail = z.strictObject({
  id: hash,
  kind: z.enum(["bank-account", "online-wallet"]),
  sharedAt: instant,
  holderName: z.string(),
  /** A person's, or a company's; null of a wallet, as the next two. */
  isPersonal: z.nullable(z.boolean()),
  countryIso: z.nullable(iso2),
  currencyCode: z.nullable(z.string()),
  /** Of the bank, where it is known, or of the payment method. */
  name: z.nullable(z.string()),
  /** As ACCOUNT_FIELDS names them; `phone` of a wallet. */
  fields: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

const payer = z.strictObject({
  holderName: z.string(),
  declaredAt: instant,
  /** The holder has the name that the buyer's account has. */
  isOwnName: z.boolean(),
});
export type Payer = z.infer<typeof payer>;

/** As the view of a trade has them. */
export const givenFields = {
  /** The accounts that the seller gave to it, newest first; for the buyer once the payment details are revealed. */
  paymentDetails: z.array(paymentDetail),
  /** The owner of the paying account, as the buyer states it. */
  payer: z.nullable(payer),
  bankReference,
  /** The offer excludes payments from accounts of others. */
  isThirdPartyTreatmentEnabled: z.boolean(),
};

/** Additional refusals of marking a trade as paid. */
export const PAYS = ["payment_account.payer_missing"] as const;

/** The calls that attach an account to a trade: the act, and the additional refusals. */
export const GIVES = {
  summary:
    "Without a body the buyer requests the payment details. With account_id the seller adds one of their payment accounts to the trade, or the buyer chooses one of theirs; with payer_name the buyer names the owner of the paying account",
  refusals: [
    "payment_account.unknown",
    "payment_account.unfit",
    "payment_account.many_given",
    "payment_account.third_party",
    "payment_account.not_own",
  ],
} as const;

export const givenAccount = z
  .strictObject({ account_id: z.optional(hash), payer_name: z.optional(lineText({ min: 2, max: HOLDER_NAME_MAX })) })
  .check(
    z.refine((body) => !(body.account_id && body.payer_name), { error: form("one_of_two"), path: ["payer_name"] }),
  );
