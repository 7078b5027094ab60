/** What this module brings to the market: see server/modules.ts. */
import { type Module, on } from "../../platform/app-ports.ts";
import { personRoutes } from "./http.ts";
import { countClocks, moveClocks } from "./job-rows.ts";
import { settleTickets } from "./jobs.ts";
import { writeToGuests } from "./letters.ts";
import { sealTicketsAnew } from "./seal-anew.ts";
import { openOwnLine } from "./sealed-ticket.ts";
import { staffRoutes } from "./staff-http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "staff/support",
  routes: [...personRoutes, ...staffRoutes],
  subscriptions: [on(["support.changed"], writeToGuests)],
  jobs: [{ name: "settle-tickets", everyMs: 600_000, run: settleTickets }],
  gauges: [
    {
      name: "parley_support_tickets",
      help: "Support tickets that staff have to act on: past their clock, or in time.",
      read: countClocks,
    },
  ],
  ownData: [
    { file: "support_tickets", lines: "support_tickets", open: openOwnLine },
    { file: "feature_requests", lines: "feature_requests" },
    { file: "feature_requests", lines: "feature_votes" },
  ],
  retention: [{ kind: "support_tickets" }, { kind: "support_files" }, { kind: "support_codes" }],
  closing: { erases: "erase_user_from_support" },
  data: DATA,
  sealAnew: sealTicketsAnew,
  afterOutage: moveClocks,
};
