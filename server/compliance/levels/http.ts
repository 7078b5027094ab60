/** Endpoints of levels and limits. */
import * as calls from "#contract/compliance/levels.ts";
import { route } from "../../platform/http/policy.ts";
import { findUserById } from "../../people/accounts/index.ts";
import { tradeLimits } from "./trade-limits.ts";
import { kycCheck, viewLevelLimits, viewLevels } from "./view-levels.ts";

const READS = { auth: "session", rateLimit: "read", keyScope: "account" } as const;

export const routes = [
  route(calls.getLevelsInfo, READS, ({ tx, viewer }) => viewLevels(tx, viewer.userId)),
  route(calls.getLevelLimits, READS, ({ tx, viewer, params }) =>
    viewLevelLimits(tx, { userId: viewer.userId, level: params.level }),
  ),
  route(
    calls.getTradeLimits,
    { ...READS, objects: { id: { kind: "offer", relations: ["anybody"] } } } as const,
    ({ tx, viewer, params }) => tradeLimits(tx, { viewer, offerHash: params.id }),
  ),
  route(calls.kycCheck, READS, async ({ tx, viewer, query }) => {
    const user = await findUserById(tx, viewer.userId);
    return kycCheck(tx, { userId: viewer.userId, fiat: query?.fiatCurrencyCode ?? user?.currency_code ?? "USD" });
  }),
];
