/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { liveRates } from "./live-rates.ts";
import { playRecordedRates } from "./play-recorded-rates.ts";
import { refreshLiveRates } from "./refresh-live-rates.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "money/rates",
  routes,
  jobs: [
    {
      // Keeps the rates young: live ones when the configuration says so, else the recording, which is for play only.
      name: "refresh-rates",
      everyMs: 20_000,
      run: async ({ db, config, log }) => {
        if (config.liveRates) await refreshLiveRates(db, { log });
        else if (config.demo) await db.tx(playRecordedRates);
      },
    },
  ],
  liveStates: liveRates,
  data: DATA,
};
