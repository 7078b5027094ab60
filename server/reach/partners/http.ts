/** Endpoints of the partner program. */
import * as calls from "#contract/reach/partner/partner.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { checkCode, enterCode } from "./attribute.ts";
import { decideCase, viewCases, viewRates } from "./cases.ts";
import { claimRewards } from "./claim.ts";
import { refuseWithoutProgram } from "./refuse-without-program.ts";
import { listEarnings, listRewards, viewProgram } from "./view-program.ts";

const READ = { auth: "session", rateLimit: "read" } as const;

export const routes = [
  route(calls.getPartnerProgram, READ, async ({ tx, viewer }) => {
    await refuseWithoutProgram(tx, viewer);
    return viewProgram(tx, viewer.userId);
  }),
  route(calls.listPartnerRewards, READ, async ({ tx, viewer, query }) => {
    await refuseWithoutProgram(tx, viewer);
    return listRewards(tx, { userId: viewer.userId, ...query });
  }),
  route(calls.listPartnerEarnings, READ, async ({ tx, viewer }) => {
    await refuseWithoutProgram(tx, viewer);
    return listEarnings(tx, viewer.userId);
  }),
  // What was earned stays theirs where the program is off.
  route(
    calls.claimPartnerRewards,
    { auth: "session", rateLimit: "money", action: "partner_claim", level: 1 },
    ({ tx, viewer, body }) => claimRewards(tx, { userId: viewer.userId, currency: body.crypto_currency_code }),
  ),
  route(calls.checkReferralCode, { auth: "public", rateLimit: "auth" }, ({ tx, params }) => checkCode(tx, params.code)),
  route(
    calls.enterReferralCode,
    { auth: "session", rateLimit: "auth", action: "account" },
    async ({ tx, viewer, body }) => {
      await refuseWithoutProgram(tx, viewer);
      await enterCode(tx, { userId: viewer.userId, code: body.code });
      return viewProgram(tx, viewer.userId);
    },
  ),
  route(calls.listPartnerCases, staffMay("partners", "read"), ({ tx, query }) => viewCases(tx, query)),
  route(
    calls.decidePartnerCase,
    { ...staffMay("partners", "write"), objects: { number: { kind: "partner_case", relations: ["staff"] } } },
    ({ tx, viewer, params, body }) => decideCase(tx, { staffId: viewer.userId, number: params.number, ...body }),
  ),
  route(calls.viewPartnerRates, staffMay("partners", "read"), ({ tx, query }) => viewRates(tx, query)),
];
