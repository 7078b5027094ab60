/** The pages of reach: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../define-page.ts";
import type { ReplyOf } from "../platform/endpoint.ts";
import type { listWebhookDeliveries, Webhook } from "./webhooks.ts";
import type { Area } from "./notification-channels.ts";

/** Null for a link that we did not write. */
export type StopEmailsProps = { token: string; area: Area | null };

export type WebhookPageProps = {
  webhook: Webhook;
  /** The latest tries. */
  log: ReplyOf<typeof listWebhookDeliveries>;
};

export const REACH_PAGES = {
  "account-webhooks": definePage<WebhookPageProps>()({
    accountWebhooks: "/account/webhooks",
    webhookManual: "/account/webhooks#how-to",
  }),
  "stop-emails": definePage<StopEmailsProps>()({ stopEmails: "/unsubscribe" }),
};
