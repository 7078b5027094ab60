/** The declaration of this module; server/modules.ts lists all modules. */
import { WALLET_EVENTS } from "#contract/platform/events.ts";
import { type Module, on } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { copyLines } from "./history/copy-lines.ts";
import { COINS_MOVED, pushWallet } from "./push-wallet.ts";
import { tellWaiting } from "./send-outs/links.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "products/wallet",
  routes,
  jobs: [
    { name: "tell-waiting-send-outs", everyMs: 2000, run: tellWaiting },
    { name: "copy-wallet-lines", everyMs: 2000, run: copyLines },
  ],
  subscriptions: [on([...WALLET_EVENTS, ...COINS_MOVED], pushWallet)],
  ownData: [{ file: "conversions", lines: "conversions" }],
  retention: [
    { kind: "send_out_quotes", hasMark: true },
    { kind: "conversion_quotes", hasMark: true },
  ],
  data: DATA,
};
