/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { usdByLevel, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "trades.extensions": {
    value: 2,
    schema: whole(0, 10),
    says: "How often a seller can extend the payment window; a trade keeps the number from its start.",
  },
  "limits.open_trades_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 10_000, "2.5": 25_000, "3": 50_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "Limit of a level for open trades, including the new one; a level that is not listed has no limit.",
  },
  "limits.day_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 20_000, "2.5": 50_000, "3": 100_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "Limit of a level for trades in 24 hours.",
  },
  "limits.lifetime_usd": {
    value: { "0": 0, "1": 10_000, "1.5": 10_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "Lifetime limit of a level for trades.",
  },
  "limits.cash_without_address_usd": {
    value: 50,
    schema: whole(0, 1_000_000),
    says: "Maximum, in dollars, of a trade by cash in person or by mail without a verified identity and address.",
  },
  "limits.open_trades_without_id": {
    value: 2,
    schema: whole(1, 1000),
    says: "Open trades of a user without a verified identity.",
  },
} as const satisfies Settings;
