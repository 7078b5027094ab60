/** The required reference of a bank transfer, as the owner of an offer sets it. */
import * as z from "zod/mini";
import { BANK_REFERENCE_MAX, BANK_REFERENCES } from "./bank-reference-names.ts";
import { text } from "../platform/wire.ts";

export const bankReferenceBody = z.strictObject({
  type: z.enum(BANK_REFERENCES),
  /** Of exact_message, in one line. */
  message: z.optional(text({ max: BANK_REFERENCE_MAX })),
});

/** As a trade shows it; null where there is no preference, and where the payment details are not shown. */
export const bankReference = z.nullable(
  z.strictObject({ type: z.enum(["no_message", "exact_message"]), message: z.string() }),
);
