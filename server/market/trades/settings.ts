/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { usdByLevel, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "trades.extensions": {
    value: 2,
    schema: whole(0, 10),
    says: "How often a seller may extend the time to pay; a trade keeps the number of its start.",
  },
  "limits.open_trades_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 10_000, "2.5": 25_000, "3": 50_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "What one level has in open trades at once, the new one included; a level that is not named has no limit.",
  },
  "limits.day_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 20_000, "2.5": 50_000, "3": 100_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "What one level trades in 24 hours.",
  },
  "limits.lifetime_usd": {
    value: { "0": 0, "1": 10_000, "1.5": 10_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "What one level trades ever.",
  },
  "limits.cash_without_address_usd": {
    value: 50,
    schema: whole(0, 1_000_000),
    says: "Most dollars of a trade by cash in person or by mail that is started without a verified identity and address.",
  },
  "limits.open_trades_without_id": {
    value: 2,
    schema: whole(1, 1000),
    says: "How many open trades somebody has whose identity is not verified.",
  },
} as const satisfies Settings;
