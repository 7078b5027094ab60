/** Translation of what other users wrote, by a program on the operator's machine. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { hash, instant, rowNumber } from "../../platform/wire.ts";

const language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/));
const pair = z.strictObject({ from: language, to: language });

export const translationState = z.strictObject({
  /** The operator offers it, to this user too, and a pair of languages is installed. */
  isContentTransfer3rdPartyAutoTranslationEnabled: z.boolean(),
  pairs: z.array(pair),
  /** The user has accepted it. */
  isContentTransfer3rdPartyAutoTranslationAccepted: z.boolean(),
  acceptedAt: z.nullable(instant),
});
export type TranslationState = z.infer<typeof translationState>;

/** What of a trade is translated: a message of its chat, the terms of its offer, or the instructions for the payment. */
export const TRANSLATED_PARTS = ["message", "terms", "details"] as const;

const translation = z.strictObject({
  text: z.string(),
  /** As installed. */
  from: language,
  to: language,
});
export type Translation = z.infer<typeof translation>;

export const getTranslations = endpoint({
  name: "getTranslations",
  method: "GET",
  path: "/rest/v1/translations",
  summary:
    "Whether texts of others can be translated here, between which languages, and since when the caller accepts it",
  reply: translationState,
});

export const acceptTranslations = endpoint({
  name: "acceptTranslations",
  method: "POST",
  path: "/rest/v1/translations/acceptance",
  summary: "Accept the translation of texts of others by a program of the operator, or withdraw that",
  body: z.strictObject({ is_accepted: z.boolean() }),
  reply: translationState,
  refusals: ["translation.off"],
});

const REFUSED = [
  "translation.off",
  "translation.not_accepted",
  "translation.no_pair",
  "translation.changed",
  "translation.failed",
  "translation.busy",
] as const;

export const translateInTrade = endpoint({
  name: "translateInTrade",
  method: "GET",
  path: "/rest/v1/trade/:id/translation",
  summary: "A text of a trade in another language; it is stored nowhere, and figures and codes are as in the original",
  params: z.strictObject({ id: hash }),
  query: z.strictObject({
    part: z.enum(TRANSLATED_PARTS),
    /** Of `message`. */
    message_id: z.optional(rowNumber),
    from: language,
    to: language,
  }),
  reply: translation,
  refusals: ["trade.not_found", "trade.view_blocked", "translation.no_message", ...REFUSED],
});

export const translateOfferTerms = endpoint({
  name: "translateOfferTerms",
  method: "GET",
  path: "/rest/v1/offers/:id/translation",
  summary:
    "The terms of an offer in another language; they are stored nowhere, and figures and codes are as in the original",
  params: z.strictObject({ id: hash }),
  query: z.strictObject({ from: language, to: language }),
  reply: translation,
  refusals: ["offer.not_found", ...REFUSED],
});
