/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { usdByLevel, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "trades.extensions": {
    value: 2,
    schema: whole(0, 10),
  },
  "limits.open_trades_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 10_000, "2.5": 25_000, "3": 50_000 } as Record<string, number>,
    schema: usdByLevel,
  },
  "limits.day_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 20_000, "2.5": 50_000, "3": 100_000 } as Record<string, number>,
    schema: usdByLevel,
  },
  "limits.lifetime_usd": {
    value: { "0": 0, "1": 10_000, "1.5": 10_000 } as Record<string, number>,
    schema: usdByLevel,
  },
  "limits.cash_without_address_usd": {
    value: 50,
    schema: whole(0, 1_000_000),
  },
  "limits.open_trades_without_id": {
    value: 2,
    schema: whole(1, 1000),
  },
} as const satisfies Settings;
