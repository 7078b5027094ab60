/** What this module brings to the market: see server/modules.ts. */
import { type Module, on } from "../../platform/app-ports.ts";
import { accrueRewards, FEE_EVENTS, noteFees, noteReviews, REVIEW_EVENTS, settleRewards } from "./accrue.ts";
import { attributeRegistered } from "./attribute.ts";
import { ambassadorRoutes } from "./ambassadors/http.ts";
import { rewardNewcomers } from "./ambassadors/reward-newcomers.ts";
import { routes } from "./http.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "reach/partners",
  routes: [...routes, ...ambassadorRoutes],
  jobs: [
    { name: "accrue-rewards", everyMs: 2_000, run: accrueRewards },
    { name: "settle-rewards", everyMs: 5_000, run: settleRewards },
    { name: "reward-newcomers", everyMs: 60_000, run: rewardNewcomers },
  ],
  subscriptions: [
    on(["account.registered"], attributeRegistered),
    on(FEE_EVENTS, noteFees),
    on(REVIEW_EVENTS, noteReviews),
  ],
  ownData: [
    { file: "partners", lines: "referrals" },
    { file: "partners", lines: "rewards" },
    { file: "partners", lines: "ambassador" },
    { file: "partners", lines: "assigned" },
    { file: "partners", lines: "lesson_reward" },
  ],
  retention: [{ kind: "partner_clicks" }],
  closing: { obstacles: "partners_closing_obstacles", erases: "erase_user_from_partners" },
  data: DATA,
};
