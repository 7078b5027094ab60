/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import { type Settings, whole } from "../../platform/setting-shapes.ts";

const coins = z.record(z.enum(["BTC", "ETH", "USDT"]), z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/)));

export const SETTINGS = {
  "exposure.target": { value: { BTC: "0", ETH: "0", USDT: "0" } as Record<string, string>, schema: coins },
  // How far from its target a coin may be; 0 is no band.
  "exposure.band": { value: { BTC: "0", ETH: "0", USDT: "0" } as Record<string, string>, schema: coins },
  "exposure.smallest_usd": { value: 100, schema: whole(1, 1_000_000) },
  // After staff ended an advice: what they bought or sold takes some time to be in the ledger.
  "exposure.wait_hours": { value: 6, schema: whole(1, 720) },
  "exposure.hedge_on_spot": { value: false, schema: z.boolean() },
  "exposure.hedge_outside": { value: false, schema: z.boolean() },
  // The account that places orders on the spot markets, by its username.
  "exposure.hedger": { value: "" as string, schema: z.string().check(z.regex(/^([A-Za-z0-9_-]{3,20})?$/)) },
  "exposure.hedge_usd": { value: 1000, schema: whole(10, 10_000_000) },
  "exposure.hedge_slip_bp": { value: 50, schema: whole(1, 500) },
  // 0 is no bound.
  "exposure.loss_usd_day": { value: 0, schema: whole(0, 1_000_000_000) },
} as const satisfies Settings;
