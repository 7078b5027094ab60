/** An offer of one's own, as its owner sees it. */
import * as z from "zod/mini";
import { paymentMethodShort } from "../../../reference/catalog.ts";
import { MODERATION_STATES, OFFER_HOLDS } from "../offer-fields.ts";
import { offerAmountType, offerCashback, offerCategory, offerFlowType, offerType, specialOffer } from "../offers.ts";
import { amount, cryptoCode, fiatCode, hash, instant, signedDecimal } from "../../../platform/wire.ts";

export const offerHold = z.enum(OFFER_HOLDS);

const offerCap = z.strictObject({
  initialValue: amount,
  remainingValue: amount,
  active: z.boolean(),
  rate: z.nullable(z.string()),
});

export const myOffer = z.strictObject({
  idHashed: hash,
  type: offerType,
  /** Percent that the seller pays. */
  offerFee: z.string(),
  /** The fees that the owner may choose, in percent; null if they may not. */
  manualEscrowFee: z.nullable(z.strictObject({ base: z.string(), least: z.string(), chosen: z.nullable(z.string()) })),
  cryptoCurrencyCode: cryptoCode,
  fiatCurrencyCode: fiatCode,
  paymentMethod: paymentMethodShort,
  flowType: offerFlowType,
  category: z.nullable(offerCategory),
  isInSilentPool: z.boolean(),
  /** On the market now; a special or silent one where it may be taken. */
  isEnabled: z.boolean(),
  /** The owner's own setting. */
  isActive: z.boolean(),
  hold: z.nullable(offerHold),
  /** Why staff keep it off the market, and the owner's appeal; null if the offer is not rejected. */
  rejection: z.nullable(
    z.strictObject({
      state: z.enum(MODERATION_STATES),
      reason: z.string(),
      at: instant,
      /** Once. */
      appeal: z.nullable(z.string()),
      /** To the appeal. */
      answer: z.nullable(z.string()),
    }),
  ),
  /** It is listed before others until then. */
  promotedUntil: z.nullable(instant),
  /** Staff feature it until then: it is marked, and keeps its place. */
  featuredUntil: z.nullable(instant),
  cashback: offerCashback,
  special: z.nullable(
    z.strictObject({
      ...specialOffer.shape,
      /** Where it was made: a trade, a conversation, or a request to the OTC desk. */
      chatId: hash,
      isOfTrade: z.boolean(),
      isOfDesk: z.boolean(),
      isOver: z.boolean(),
    }),
  ),
  /** The owner keeps gift cards that its trades can be paid with. */
  hasGiftCards: z.boolean(),
  depositInfo: z.strictObject({ isBondInsufficient: z.boolean() }),
  /** To which its trades are paid, where the offer names one: the last four of its number. */
  bankAccounts: z.array(z.strictObject({ id: hash, bankName: z.nullable(z.string()), masked: z.string() })),
  messages: z.array(z.strictObject({ name: z.string() })),
  /** When its trading hours begin; null while they run. */
  termUntilOnlineMessage: z.nullable(instant),
  /** Why it is paused: the trades that its owner did not answer in time, oldest first. */
  penalty: z.nullable(
    z.strictObject({
      reason: z.string(),
      canReset: z.boolean(),
      trades: z.array(z.strictObject({ tradeHash: hash, at: instant })),
    }),
  ),
  isFixedPrice: z.boolean(),
  margin: signedDecimal,
  fiatPricePerCrypto: amount,
  amountType: offerAmountType,
  rangeMin: amount,
  rangeMax: amount,
  predefinedAmounts: z.array(amount),
  /** The visitors' view, limited by the balance. */
  fiatLimitMin: amount,
  fiatLimitMax: amount,
  offerCap: z.nullable(offerCap),
  tags: z.array(z.string()),
  paymentWindowMinutes: z.int(),
});
export type MyOffer = z.infer<typeof myOffer>;
