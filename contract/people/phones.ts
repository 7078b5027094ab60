/** One's own telephone number: a code that comes as a text or a call shows that it is theirs. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { PHONE_ERROR_CODES } from "../platform/errors/failure-envelope.ts";
import { count, instant, iso2, text } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

/** The browser waits so long before it sends a code that is complete. */
export const PHONE_CONFIRM_DELAY_MS = 100;

export const phoneView = z.strictObject({
  /** Whether this market can send codes right now. */
  isOffered: z.boolean(),
  /** Chosen with the second factors: no code comes by text, and so this one in a call. */
  noTexts: z.boolean(),
  state: z.enum(["unset", "code_sent", "confirmed"]),
  /** In E.164; null while it is unset. */
  number: z.nullable(z.string()),
  /** The country's, without the sign before it. */
  code: z.nullable(z.string()),
  /** Of the newest code. */
  channel: z.nullable(z.enum(["sms", "call"])),
  delivery: z.nullable(z.enum(["waiting", "sent", "failed"])),
  /** Of one that the carrier did not take: 1 to 5. */
  errorCode: z.nullable(z.int()),
  triesLeft: count,
  /** Of a code that is out; null of none. */
  codeExpiresAt: z.nullable(instant),
  /** After too many wrong codes, until the countdown is over. */
  isAttemptsExceeded: z.boolean(),
  /** Seconds until the next code may be asked for. */
  countdown: count,
});
export type PhoneView = z.infer<typeof phoneView>;

export const getPhone = endpoint({
  name: "getPhone",
  method: "GET",
  path: "/rest/v1/users/me/phone",
  summary: "The caller's telephone number, and how far its confirmation is",
  reply: phoneView,
});

export const sendPhoneCode = endpoint({
  name: "sendPhoneCode",
  method: "POST",
  path: "/rest/v1/users/send-phone-code",
  summary:
    "Send a code to a number, as a text or a call; a number without a country code gets that of the given country, or of the account",
  body: z.strictObject({
    phone: text({ min: 1, max: 40 }),
    /** Of a number that is written without its code; without it the country of the account. */
    country_iso: z.optional(iso2),
    call: z.optional(z.boolean()),
    isCitizenshipConsentAccepted: z.optional(z.boolean()),
  }),
  reply: phoneView,
  refusals: [
    ...(Object.keys(PHONE_ERROR_CODES) as (keyof typeof PHONE_ERROR_CODES)[]),
    "phone.consent",
    "phone.exists",
    "phone.off",
    "phone.attempts",
    "account.country_closed",
    "auth.shared_account",
  ],
});

export const confirmPhone = endpoint({
  name: "confirmPhone",
  method: "POST",
  path: "/rest/v1/users/confirm-phone",
  summary: "Show the code that came",
  body: z.strictObject({ phoneCode: z.string().check(z.regex(/^[0-9]{6}$/, form("six_digits"))) }),
  reply: phoneView,
  refusals: ["phone.code_wrong", "phone.code_expired", "phone.attempts", "phone.taken"],
});

export const resetPhone = endpoint({
  name: "resetPhone",
  method: "POST",
  path: "/rest/v1/users/reset-phone",
  summary: "Take the number away, confirmed or not",
  reply: phoneView,
  refusals: ["phone.none", "phone.factor", "auth.shared_account"],
});
