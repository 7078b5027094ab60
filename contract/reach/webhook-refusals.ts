/** Refusals of webhooks. */
export const WEBHOOK_REFUSALS = {
  "webhook.none": { status: 404, text: "Add the address of your webhook first." },
  "webhook.url": { status: 422, text: "Enter an address that begins with https:// or http://, without a port." },
  "webhook.private_url": { status: 422, text: "This address belongs to a private network. Enter a public one." },
  "webhook.unverified": { status: 409, text: "Verify this address first." },
  "webhook.no_delivery": { status: 404, text: "There is no such delivery." },
  "webhook.planned": { status: 409, text: "This message will be sent again by itself at {at}." },
  "webhook.waiting": { status: 409, text: "The last test has not been sent yet. Please wait a moment." },
} as const;
