/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  /** Of what is sent, in hundredths of a percent: ours, and the most that the way to the payee may cost. */
  "lightning.fee_bp": { value: 100, schema: whole(0, 500) },
  "lightning.network_bp": { value: 50, schema: whole(1, 500) },
  "lightning.quote_sec": { value: 60, schema: whole(15, 600) },
  /** A withdrawal that nobody collects ends after so long. */
  "lightning.withdraw_sec": { value: 300, schema: whole(60, 900) },
  "lightning.payment_usd": { value: 750, schema: whole(1, 100_000) },
  /** In thirty days, of a user. */
  "lightning.month_usd": { value: 10_000, schema: whole(1, 1_000_000) },
  /** Of all users together, in bitcoin: what comes above it waits. */
  "lightning.in_btc_day": { value: 1, schema: whole(1, 1000) },
  /** Of a user at once. */
  "lightning.open_invoices": { value: 20, schema: whole(1, 200) },
} as const satisfies Settings;
