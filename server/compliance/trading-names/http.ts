/** Endpoints of trading names: of companies, and of staff. */
import * as calls from "#contract/compliance/trading-names.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { askForName, viewOwnNames, withdrawName } from "./own-names.ts";
import { approveName, endName, openName, viewTradingNames } from "./review.ts";

/** As settings are changed; staff accounts do not trade. */
const ASKS = { auth: "session", rateLimit: "write", level: 1, action: "account", closedToStaff: true } as const;
const STAFF = staffMay("companies", "write");
const STAFF_READS = staffMay("documents", "read");

export const routes = [
  route(calls.getTradingName, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) =>
    viewOwnNames(tx, viewer.userId),
  ),
  route(calls.askForTradingName, ASKS, async ({ tx, viewer, body }) => {
    await askForName(tx, { userId: viewer.userId, typed: body.name });
    return viewOwnNames(tx, viewer.userId);
  }),
  route(
    calls.withdrawTradingName,
    { auth: "session", rateLimit: "write", action: "own_account" },
    async ({ tx, viewer, body }) => {
      await withdrawName(tx, { userId: viewer.userId, which: body.which });
      return viewOwnNames(tx, viewer.userId);
    },
  ),
  route(calls.listTradingNames, STAFF_READS, ({ tx, viewer, query }) =>
    viewTradingNames(tx, { staffId: viewer.userId, ...query }),
  ),
  route(calls.openTradingName, STAFF_READS, ({ tx, viewer, query }) =>
    openName(tx, { staffId: viewer.userId, reference: query.reference }),
  ),
  route(calls.approveTradingName, STAFF, ({ tx, viewer, body }) => approveName(tx, { staffId: viewer.userId, body })),
  route(calls.refuseTradingName, STAFF, ({ tx, viewer, body }) =>
    endName(tx, { staffId: viewer.userId, status: "refused", why: "", ...body }),
  ),
  route(calls.removeTradingName, STAFF, ({ tx, viewer, body }) =>
    endName(tx, { staffId: viewer.userId, status: "removed", ...body }),
  ),
];
