/** The names and limits of webhooks, as screens and the sender need them. */

/** What a program of a user can be notified of. The names are those that clients of such markets know; the last four are ours. */
export const WEBHOOK_EVENTS = [
  "trade.started",
  "trade.paid",
  "trade.cancelled_or_expired",
  "trade.released",
  "trade.dispute_started",
  "trade.dispute_finished",
  "trade.chat_message_received",
  "trade.attachment_uploaded",
  "trade.bank_account_shared",
  "trade.online_wallet_shared",
  "trade.proof_added",
  "feedback.received",
  "feedback.reply_received",
  "crypto.deposit_pending",
  "crypto.deposit_confirmed",
  "trade.dispute_message",
  "offer.paused",
  "offer.removed",
  "wallet.sent",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A message of this type is sent by the test button, whatever events are chosen. */
export const WEBHOOK_TEST = "webhook.test";

export const WEBHOOK_STATUSES = ["initial", "enabled", "disabled", "verification"] as const;

/** Why an endpoint is disabled: its address was not confirmed yet, or the check failed; it failed for too long; it answered 410. */
export const WEBHOOK_OFF_REASONS = ["unverified", "check_failed", "failures", "gone"] as const;

/** Why a delivery was made: the check of an address, an event, another try, at the owner's request, and a test. */
export const DELIVERY_CAUSES = ["check", "event", "retry", "replay", "test"] as const;

/** Of a delivery: it waits for its time, is under way, was accepted, or was not. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

/** Why the other side did not accept: an HTTP status is given beside it, where there was one. */
export const DELIVERY_FAULTS = [
  "private_address",
  "unreachable",
  "tls",
  "timeout",
  "status",
  "no_echo",
  "too_long",
  "redirect",
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

export const WEBHOOK_URL_MAX = 2000;
/** Headers of a request; the address is checked with the last one, which the other side returns. */
export const SIGNATURE_HEADER = "x-parley-signature";
export const TIMESTAMP_HEADER = "x-parley-timestamp";
export const CHALLENGE_HEADER = "x-parley-request-challenge";
/** Where the public key is. */
export const PUBLIC_KEY_PATH = "/public/.well-known/public.key";
/** A secret of the Standard Webhooks begins with this. */
export const SECRET_MARK = "whsec_";

/** After so many seconds a delivery that failed is tried again. */
export const RETRIES_SEC = [60, 300, 1800, 7200, 43_200] as const;
export const ANSWER_WITHIN_MS = 5000;
export const KEPT_DAYS = 30;
/** So many failures in a row, or so many days of nothing else, turn an endpoint off; its owner is warned at half. */
export const MOST_FAILURES = 50;
export const MOST_FAILING_DAYS = 5;
/** So many deliveries wait for one endpoint at most; later messages are in the catch-up list alone. */
export const MOST_WAITING = 1000;
