/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "wallet.send_out_quote_sec": {
    value: 60,
    schema: whole(10, 600),
    onePerson: true,
  },
  "wallet.conversion_quote_sec": {
    value: 15,
    schema: whole(5, 120),
    onePerson: true,
  },
  "wallet.conversion_spread_bp": {
    value: 100,
    schema: whole(0, 1000),
  },
} as const satisfies Settings;
