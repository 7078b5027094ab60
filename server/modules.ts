/**
 * THE MAP: every module, in the order of who may know whom. A module imports only modules that stand before it, and
 * only their front doors; tidy.test.ts reads this order.
 */
import type { Module } from "./platform/app-ports.ts";
import { forgetOldAnswers } from "./platform/http/idempotency.ts";
import { forgetOldMessages } from "./platform/live.ts";
import { jobs as rateJobs, routes as rateRoutes } from "./money/rates/index.ts";
import { routes as accountRoutes } from "./people/accounts/index.ts";
import { forgetOldFailures, routes as authRoutes } from "./people/auth/index.ts";
import { routes as contactRoutes } from "./people/contacts/index.ts";
import { routes as catalogRoutes } from "./reference/catalog/index.ts";
import { jobs as walletJobs, routes as walletRoutes, subscriptions as walletSubscriptions } from "./products/wallet/index.ts";

const HOUR = 3_600_000;

const platform: Module = {
  name: "platform",
  jobs: [
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
  { name: "market/chat" },
  { name: "market/offers" },
  { name: "market/trades" },
  { name: "market/disputes" },
  { name: "market/feedback" },
  { name: "products/wallet", routes: walletRoutes, subscriptions: walletSubscriptions, jobs: walletJobs },
  { name: "outward/notifications" },
  { name: "outward/profiles" },
  { name: "outward/staff" },
  { name: "outward/pages" },
  { name: "demo" },
];
