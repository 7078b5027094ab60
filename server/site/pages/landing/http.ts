/** The endpoint of the embedded app `landing`. */
import { DEFAULT_LOCALE } from "#contract/platform/locales.ts";
import { getLanding } from "#contract/site/landing.ts";
import { route } from "../../../platform/http/policy.ts";
import { KEPT_MS, viewLanding } from "./view-landing.ts";

export const routes = [
  route(
    getLanding,
    { auth: "public", rateLimit: "read" },
    {
      read: ({ tx, params, query }) =>
        viewLanding(tx, { module: params.module, locale: query?.locale ?? DEFAULT_LOCALE }),
      keeping: () => ({ topics: [], forMs: KEPT_MS }),
    },
  ),
];
