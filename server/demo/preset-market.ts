/**
 * Where a demo market differs: all use play money, an offer requires a confirmed email only, and badges ignore network
 * addresses, because all users of one machine share one. The operator aims at what it starts with.
 */
import type { Tx } from "../platform/postgres/db.ts";
import { presetSettings } from "../reference/settings/index.ts";

/** Safe at every start, also at the first one without the demo. */
export async function presetMarket(tx: Tx, { isDemo }: { isDemo: boolean }): Promise<void> {
  await presetSettings(tx, {
    "accounts.play_money": isDemo ? true : null,
    "offers.creation_level": isDemo ? 1 : null,
    // Within the limits of the demo's accounts.
    "offers.otc_usd": isDemo ? 1000 : null,
    "badges.partners": isDemo ? 0 : null,
    "exposure.target": isDemo ? { BTC: "5", ETH: "120", USDT: "400000" } : null,
    "exposure.band": isDemo ? { BTC: "0.5", ETH: "5", USDT: "20000" } : null,
    "exposure.loss_usd_day": isDemo ? 50_000 : null,
  });
}
