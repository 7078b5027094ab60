/** What this module brings to the market: see server/modules.ts. */
import { TRADE_STEPS } from "#contract/platform/events.ts";
import { type Module, on } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { pushPosted, pushRead, pushStepsToModerators } from "./push.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/chat",
  routes,
  subscriptions: [on(["chat.posted"], pushPosted), on(TRADE_STEPS, pushStepsToModerators), on(["chat.read"], pushRead)],
  ownData: [{ file: "messages", lines: "messages" }],
  retention: [{ kind: "uploads", hasMark: true }],
  data: DATA,
};
