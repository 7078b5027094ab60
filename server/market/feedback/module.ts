/** What this module brings to the market: see server/modules.ts. */
import { type Module, on } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { pushFeedback } from "./push.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/feedback",
  routes,
  subscriptions: [on(["feedback.given", "feedback.replied"], pushFeedback)],
  ownData: [{ file: "feedback", lines: "feedback" }],
  data: DATA,
};
