/** The declaration of this module; server/modules.ts lists all modules. */
import { type Module, on } from "../../platform/app-ports.ts";
import { sendWebhooksJob } from "./deliver.ts";
import { routes } from "./http.ts";
import { sealSecretsAnew } from "./seal-anew.ts";
import { ofChat, ofFeedback, ofOffers, ofTrades, ofWallets, TRADE_SOURCES, WALLET_SOURCES } from "./sources.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "reach/webhooks",
  routes,
  jobs: [sendWebhooksJob],
  subscriptions: [
    on(TRADE_SOURCES, ofTrades),
    on(["chat.posted"], ofChat),
    on(["feedback.given", "feedback.replied"], ofFeedback),
    on(WALLET_SOURCES, ofWallets),
    on(["offer.switched", "offer.deleted", "account.offer_rejected"], ofOffers),
  ],
  ownData: [
    { file: "webhooks", lines: "webhooks" },
    { file: "webhooks", lines: "webhook_messages" },
  ],
  retention: [{ kind: "webhook_messages" }, { kind: "webhook_deliveries" }, { kind: "webhook_subjects" }],
  closing: { erases: "erase_user_from_webhooks" },
  data: DATA,
  sealAnew: sealSecretsAnew,
};
