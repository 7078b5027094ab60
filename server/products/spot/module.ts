/** The declaration of this module; server/modules.ts lists all modules. */
import { type Module, on } from "../../platform/app-ports.ts";
import { cancelRestricted } from "./cancel-restricted.ts";
import { routes } from "./http.ts";
import { matchMarkets } from "./matching/match-market.ts";
import { verifySnapshots } from "./matching/replay-log.ts";
import { DATA } from "./tables.ts";
import { liveSpot } from "./views/live-spot.ts";

export const module: Module = {
  name: "products/spot",
  routes,
  jobs: [
    { name: "match-spot-markets", everyMs: 1, role: "market", run: matchMarkets },
    { name: "verify-spot-snapshots", everyMs: 600_000, run: verifySnapshots },
  ],
  retention: [{ kind: "spot_commands" }, { kind: "spot_streams" }],
  subscriptions: [on(["account.restricted"], cancelRestricted)],
  liveStates: liveSpot,
  ownData: [
    { file: "spot", lines: "spot_orders" },
    { file: "spot", lines: "spot_fills" },
  ],
  fees: { kinds: ["spot_fill"], by: "fees_of_spot_fills" },
  closing: { obstacles: "spot_closing_obstacles" },
  data: DATA,
};
