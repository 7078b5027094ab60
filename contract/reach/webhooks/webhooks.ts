/**
 * Webhooks: a user's program is notified of what happens in their trades, offers and wallet. Every request is signed; what
 * could not be delivered is tried again, and can be read for thirty days.
 */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { count, hash, instant, queuePlace, rowNumber, text } from "../../platform/wire.ts";
import {
  DELIVERY_CAUSES,
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_OFF_REASONS,
  WEBHOOK_STATUSES,
  WEBHOOK_URL_MAX,
} from "./names.ts";

const url = text({ min: 1, max: WEBHOOK_URL_MAX });
const event = z.strictObject({ name: z.enum(WEBHOOK_EVENTS), checked: z.boolean() });

const webhook = z.strictObject({
  /** Empty before there is one. */
  url: z.string(),
  enabled: z.boolean(),
  status: z.enum(WEBHOOK_STATUSES),
  events: z.array(event),
  /** Why it is disabled. */
  why: z.nullable(z.enum(WEBHOOK_OFF_REASONS)),
  /** What the check of the address met. */
  checkFault: z.nullable(z.enum(DELIVERY_FAULTS)),
  verifiedAt: z.nullable(instant),
  lastSuccessAt: z.nullable(instant),
  /** Failures in a row; the endpoint is off after the second number. */
  failures: count,
  failuresMost: count,
  failingSince: z.nullable(instant),
  /** Until then the previous secret signs as well. */
  previousSecretUntil: z.nullable(instant),
});
export type Webhook = z.infer<typeof webhook>;

/** Where the manual of webhooks is. */
const meta = z.strictObject({ link: z.string() });

export const getWebhook = endpoint({
  name: "getWebhook",
  method: "GET",
  path: "/rest/v1/webhooks",
  summary: "The caller's webhook with its events; its status is initial where there is none",
  reply: webhook,
  meta,
});

export const verifyWebhook = endpoint({
  name: "verifyWebhook",
  method: "POST",
  path: "/rest/v1/webhooks/verify",
  summary:
    "Check an address, with a proof of kind set_webhook: an empty POST with a challenge goes to it, which it returns in the same header. It is enabled when it did; until then the status is verification",
  body: z.strictObject({ url }),
  reply: webhook,
  refusals: ["webhook.url", "webhook.private_url", "auth.password_proof", "auth.shared_account"],
});

export const saveWebhook = endpoint({
  name: "saveWebhook",
  method: "POST",
  path: "/rest/v1/webhooks",
  summary: "Enable an address that was verified, for instance after it was turned off",
  body: z.strictObject({ url }),
  reply: webhook,
  refusals: ["webhook.unverified"],
});

export const deleteWebhook = endpoint({
  name: "deleteWebhook",
  method: "DELETE",
  path: "/rest/v1/webhooks",
  summary: "Remove the webhook with its messages; nothing more is sent",
  reply: webhook,
});

export const chooseWebhookEvents = endpoint({
  name: "chooseWebhookEvents",
  method: "POST",
  path: "/rest/v1/webhooks/events",
  summary: "Choose what the webhook is notified of; events that are not named stay as they are",
  body: z.strictObject({ events: z.array(event).check(z.maxLength(WEBHOOK_EVENTS.length)) }),
  reply: webhook,
  refusals: ["webhook.none"],
});

export const testWebhook = endpoint({
  name: "testWebhook",
  method: "POST",
  path: "/rest/v1/webhooks/test",
  summary: "Send a message of type webhook.test now",
  reply: webhook,
  refusals: ["webhook.none", "webhook.unverified", "webhook.waiting"],
});

export const changeWebhookSecret = endpoint({
  name: "changeWebhookSecret",
  method: "POST",
  path: "/rest/v1/webhooks/secret",
  summary:
    "Make a new secret of the Standard Webhooks signature, with a proof of kind set_webhook; it is in this answer and nowhere else, and the previous one signs for another day",
  reply: z.strictObject({ secret: z.string() }),
  refusals: ["webhook.none", "auth.password_proof", "auth.shared_account"],
});

const message = z.strictObject({
  id: hash,
  type: z.string(),
  subject: z.string(),
  /** Of its subject: from one on, without gaps. */
  seq: count,
  at: instant,
  /** The text that was sent, byte for byte. */
  body: z.string(),
});

export const listWebhookMessages = endpoint({
  name: "listWebhookMessages",
  method: "GET",
  path: "/rest/v1/webhooks/messages",
  summary:
    "The messages of the last thirty days in their order, fifty at a time, delivered or not: for a program that was away",
  query: z.strictObject({ after: z.optional(rowNumber) }),
  reply: z.strictObject({ rows: z.array(message), next: z.nullable(z.string()) }),
});

const delivery = z.strictObject({
  id: hash,
  messageId: z.nullable(hash),
  /** Null for the check of an address. */
  type: z.nullable(z.string()),
  cause: z.enum(DELIVERY_CAUSES),
  state: z.enum(DELIVERY_STATES),
  /** Which try of its message it is. */
  attempt: count,
  plannedAt: instant,
  endedAt: z.nullable(instant),
  httpStatus: z.nullable(count),
  ms: z.nullable(count),
  fault: z.nullable(z.enum(DELIVERY_FAULTS)),
  /** The text that was sent, and the first two kilobytes of the answer. */
  body: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  /** Another try is planned for then. */
  retryAt: z.nullable(instant),
});
export type WebhookDelivery = z.infer<typeof delivery>;

export const listWebhookDeliveries = endpoint({
  name: "listWebhookDeliveries",
  method: "GET",
  path: "/rest/v1/webhooks/deliveries",
  summary: "What was sent, with its answer, the latest first; fifty at a time",
  query: z.strictObject({ state: z.optional(z.enum(DELIVERY_STATES)), after: z.optional(rowNumber) }),
  reply: z.strictObject({ rows: z.array(delivery), next: z.nullable(z.string()) }),
});

export const replayWebhook = endpoint({
  name: "replayWebhook",
  method: "POST",
  path: "/rest/v1/webhooks/deliveries/:id/replay",
  summary: "Send the message of a delivery again, with the same id and body; refused while another try is planned",
  params: z.strictObject({ id: hash }),
  reply: z.strictObject({ sent: count }),
  refusals: ["webhook.none", "webhook.unverified", "webhook.no_delivery", "webhook.planned"],
});

export const replayFailedWebhooks = endpoint({
  name: "replayFailedWebhooks",
  method: "POST",
  path: "/rest/v1/webhooks/replay-failed",
  summary: "Send every message since then again that was never accepted and has no try planned; a thousand at most",
  body: z.strictObject({ since: instant }),
  reply: z.strictObject({ sent: count }),
  refusals: ["webhook.none", "webhook.unverified", "webhook.full"],
});

const staffRow = z.strictObject({
  username: z.string(),
  /** Without its path, which may hold a secret. */
  host: z.string(),
  status: z.enum(WEBHOOK_STATUSES),
  why: z.nullable(z.enum(WEBHOOK_OFF_REASONS)),
  failures: count,
  failingSince: z.nullable(instant),
  lastSuccessAt: z.nullable(instant),
  waiting: count,
  /** In the last day. */
  delivered: count,
  failed: count,
});

export const listStaffWebhooks = endpoint({
  name: "listStaffWebhooks",
  method: "GET",
  path: "/rest/v1/staff/webhooks",
  summary: "The endpoints of users that fail most, fifty at a time",
  query: z.strictObject({ after: z.optional(queuePlace) }),
  reply: z.strictObject({ rows: z.array(staffRow), next: z.nullable(z.string()) }),
  refusals: ["auth.forbidden"],
});
