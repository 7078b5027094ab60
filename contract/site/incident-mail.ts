/** Emails about incidents: ask, confirm by the link in the first one, and stop by the link in each. */
import * as z from "zod/mini";
import { email } from "../people/email-address.ts";
import { endpoint } from "../platform/endpoint.ts";
import { count, textLocale } from "../platform/wire.ts";

/** An address that has not confirmed is erased then. */
export const CONFIRM_DAYS = 2;

const token = z.string().check(z.regex(/^[\w.-]+$/), z.maxLength(200));

export const subscribeToIncidents = endpoint({
  name: "subscribeToIncidents",
  method: "POST",
  path: "/rest/v1/status/subscribers",
  summary:
    "Ask for emails about incidents: a link to confirm goes to the address. The response is the same for every address",
  body: z.strictObject({ email, locale: textLocale }),
  reply: z.strictObject({ days: count }),
  refusals: ["auth.throttled"],
});

export const confirmIncidentMail = endpoint({
  name: "confirmIncidentMail",
  method: "POST",
  path: "/rest/v1/status/subscribers/confirm",
  summary: "Confirm an address by the link that came to it",
  body: z.strictObject({ token }),
  reply: z.strictObject({ isConfirmed: z.literal(true) }),
  refusals: ["notification.link_unknown"],
});

export const stopIncidentMail = endpoint({
  name: "stopIncidentMail",
  method: "POST",
  path: "/rest/v1/status/subscribers/stop",
  summary: "No more emails about incidents to the address of a link from such an email; the address is erased",
  body: z.strictObject({ token }),
  reply: z.strictObject({ isStopped: z.literal(true) }),
  refusals: ["notification.link_unknown"],
});
