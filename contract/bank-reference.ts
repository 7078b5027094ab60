/** What the reference of a bank transfer has to say, as the owner of an offer asks for it. */
import * as z from "zod/mini";
import { text } from "./wire.ts";

/** no_message: it stays empty. no_preference: the payer writes what they like. */
export const BANK_REFERENCES = ["no_preference", "no_message", "exact_message"] as const;
export const BANK_REFERENCE_MAX = 140;

export const bankReferenceBody = z.strictObject({
  type: z.enum(BANK_REFERENCES),
  /** Of exact_message, in one line. */
  message: z.optional(text({ max: BANK_REFERENCE_MAX })),
});

/** As a trade shows it; null where there is no preference, and where the payment details are not shown. */
export const bankReference = z.nullable(
  z.strictObject({ type: z.enum(["no_message", "exact_message"]), message: z.string() }),
);
