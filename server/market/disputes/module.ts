/** The declaration of this module; server/modules.ts lists all modules. */
import { type Module, on } from "../../platform/app-ports.ts";
import { closeSettled } from "./close-settled.ts";
import { routes } from "./http.ts";
import { openChargebackLine, sealChargebacksAnew } from "./chargebacks/chargeback-words.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/disputes",
  routes,
  subscriptions: [on(["trade.release", "trade.cancel"], closeSettled, { isLast: true })],
  ownData: [
    { file: "evidence", lines: "evidence" },
    { file: "chargebacks", lines: "chargebacks", open: openChargebackLine },
    { file: "others", lines: "disputes" },
  ],
  retention: [{ kind: "conversations", hasMark: true }],
  closing: { obstacles: "disputes_closing_obstacles" },
  data: DATA,
  sealAnew: sealChargebacksAnew,
};
