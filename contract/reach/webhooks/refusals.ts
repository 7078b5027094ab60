/** Refusals of webhooks. */
export const WEBHOOK_REFUSALS = {
  "webhook.none": 404,
  "webhook.url": 422,
  "webhook.private_url": 422,
  "webhook.unverified": 409,
  "webhook.no_delivery": 404,
  "webhook.planned": 409,
  "webhook.full": 409,
  "webhook.waiting": 409,
} as const;
