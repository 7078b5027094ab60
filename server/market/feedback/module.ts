/** The declaration of this module; server/modules.ts lists all modules. */
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
