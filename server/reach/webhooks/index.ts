/** Webhooks: programs of users are notified of what happens in their trades, offers and wallet. */
export { viewWebhook } from "./manage.ts";
/** For the page of the staff. */
export { viewDeliveries, viewWorst } from "./view.ts";
export { module } from "./module.ts";
/** The key that signs, for everybody to read. */
export { mountKey } from "./mount-key.ts";
