/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  /** Cards of a user at once. */
  "cards.most_open": { value: 10, schema: whole(1, 100) },
  "cards.quote_sec": { value: 60, schema: whole(10, 600), onePerson: true },
  /** What a top-up costs above the price of the coin, in hundredths of a percent. */
  "cards.top_up_fee_bp": { value: 100, schema: whole(0, 1000) },
  /** The most that a user brings to the card account within a day, in dollars. */
  "cards.top_up_usd_day": { value: 5000, schema: whole(1, 1_000_000) },
  /** The most that a card pays within a day, in dollars, whatever its own limit. */
  "cards.day_usd": { value: 5000, schema: whole(1, 1_000_000) },
  /** Days after a payment was taken in which its user can dispute it. */
  "cards.dispute_days": { value: 110, schema: whole(1, 540) },
  /** A card that asks its user about online payments asks at a known merchant above so many dollars. */
  "cards.ask_above_usd": { value: 50, schema: whole(0, 100_000) },
  /** Above so many dollars an approval takes a second step. */
  "cards.prove_above_usd": { value: 100, schema: whole(0, 100_000) },
  /** So long its user has to answer. */
  "cards.approve_sec": { value: 180, schema: whole(30, 900) },
} as const satisfies Settings;
