/**
 * THE MAP: every module, in the order of who may know whom. A module imports only modules that stand before it, and
 * only their front doors; tidy.test.ts reads this order.
 */
import type { Module, Subscriber } from "./platform/app-ports.ts";
import { forgetOldAnswers } from "./platform/http/idempotency.ts";
import { forgetOldMessages } from "./platform/live.ts";
import { jobs as demoJobs, routes as demoRoutes } from "./demo/index.ts";
import { jobs as rateJobs, routes as rateRoutes } from "./money/rates/index.ts";
import { routes as accountRoutes } from "./people/accounts/index.ts";
import { forgetOldFailures, routes as authRoutes } from "./people/auth/index.ts";
import { routes as contactRoutes } from "./people/contacts/index.ts";
import { pushPosted, pushRead, routes as chatRoutes } from "./market/chat/index.ts";
import { closeSettled, routes as disputeRoutes } from "./market/disputes/index.ts";
import { routes as feedbackRoutes } from "./market/feedback/index.ts";
import { followSetting, jobs as offerJobs, routes as offerRoutes } from "./market/offers/index.ts";
import {
  jobs as tradeJobs,
  moveDeadlines,
  pushTrade,
  routes as tradeRoutes,
  tellOffers,
} from "./market/trades/index.ts";
import { notifyTrade, notifyWallet, pushAccount, routes as notificationRoutes } from "./outward/notifications/index.ts";
import { routes as profileRoutes } from "./outward/profiles/index.ts";
import { jobs as staffJobs } from "./outward/staff/index.ts";
import { mailJob } from "./platform/mail.ts";
import { routes as catalogRoutes } from "./reference/catalog/index.ts";
import {
  jobs as walletJobs,
  routes as walletRoutes,
  subscriptions as walletSubscriptions,
} from "./products/wallet/index.ts";

const HOUR = 3_600_000;

/** Every event of a trade that changes what its sides see. */
const TRADE_EVENTS = [
  "trade.open",
  "trade.fund",
  "trade.reveal_details",
  "trade.mark_paid",
  "trade.release",
  "trade.cancel",
  "trade.expire",
  "trade.extend",
  "trade.open_dispute",
  "trade.award_buyer",
  "trade.award_seller",
  "trade.ask_reopen",
  "trade.reopen",
  "trade.feedback",
  "dispute.taken",
];

/** The same subscriber for many types of events. */
function onEach(types: readonly string[], subscriber: Subscriber): Record<string, Subscriber> {
  return Object.fromEntries(types.map((type) => [type, subscriber]));
}

const platform: Module = {
  name: "platform",
  jobs: [
    mailJob,
    {
      name: "forget-old-platform-rows",
      everyMs: HOUR,
      run: ({ db }) =>
        db.tx(async (tx) => {
          await forgetOldAnswers(tx);
          await forgetOldMessages(tx);
        }),
    },
  ],
};

export const MODULES: readonly Module[] = [
  platform,
  { name: "reference/settings" },
  { name: "reference/flags" },
  { name: "reference/catalog", routes: catalogRoutes },
  { name: "money/rates", routes: rateRoutes, jobs: rateJobs },
  { name: "money/ledger" },
  { name: "people/accounts", routes: accountRoutes },
  { name: "people/reputation" },
  {
    name: "people/auth",
    routes: authRoutes,
    jobs: [{ name: "forget-old-failures", everyMs: HOUR, run: ({ db }) => forgetOldFailures(db) }],
  },
  { name: "people/contacts", routes: contactRoutes },
  { name: "market/chat", routes: chatRoutes, subscriptions: { "chat.posted": pushPosted, "chat.read": pushRead } },
  {
    name: "market/offers",
    routes: offerRoutes,
    jobs: offerJobs,
    subscriptions: { "setting.changed": followSetting },
  },
  {
    name: "market/trades",
    routes: tradeRoutes,
    jobs: tradeJobs,
    subscriptions: onEach(TRADE_EVENTS, async (tx, event) => {
      await pushTrade(tx, event);
      await tellOffers(tx, event);
    }),
    afterOutage: moveDeadlines,
  },
  {
    name: "market/disputes",
    routes: disputeRoutes,
    subscriptions: onEach(["trade.release", "trade.cancel"], closeSettled),
  },
  { name: "market/feedback", routes: feedbackRoutes },
  { name: "products/wallet", routes: walletRoutes, subscriptions: walletSubscriptions, jobs: walletJobs },
  {
    name: "outward/notifications",
    routes: notificationRoutes,
    subscriptions: {
      ...onEach(TRADE_EVENTS, notifyTrade),
      ...onEach(Object.keys(walletSubscriptions), notifyWallet),
      "account.email_confirmed": pushAccount,
    },
  },
  { name: "outward/profiles", routes: profileRoutes },
  { name: "outward/staff", jobs: staffJobs },
  { name: "outward/pages" },
  { name: "demo", routes: demoRoutes, jobs: demoJobs },
];

/** Every route of every module. */
export const ROUTED = MODULES.flatMap((module) => module.routes ?? []);
