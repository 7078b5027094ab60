/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "wallet.send_out_quote_sec": {
    value: 60,
    schema: whole(10, 600),
    says: "How long the fee of a withdrawal is guaranteed.",
    onePerson: true,
  },
  "wallet.conversion_quote_sec": {
    value: 15,
    schema: whole(5, 120),
    says: "How long the rate of a conversion is guaranteed.",
    onePerson: true,
  },
  "wallet.conversion_spread_bp": {
    value: 100,
    schema: whole(0, 1000),
    says: "The operator's fee of a conversion.",
  },
} as const satisfies Settings;
