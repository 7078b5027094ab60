/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  /** Shares of the fee: each change makes a version (keep_reward_rates). */
  "partner.first_tier_bp": { value: 5000, schema: whole(0, 7000) },
  "partner.second_tier_bp": { value: 1000, schema: whole(0, 3000) },
  "partner.fee_cap_bp": { value: 100, schema: whole(0, 1000) },
  "partner.months": { value: 12, schema: whole(1, 60) },
  "partner.hold_days": { value: 7, schema: whole(0, 90) },
  "partner.hand_days": { value: 7, schema: whole(0, 30) },
  "partner.claim_usd": { value: 10, schema: whole(1, 1000) },
  /** What an ambassador gets for a newcomer, by level; each change makes a version. */
  "partner.peer_usdt": { value: 5, schema: whole(0, 200) },
  "partner.ambassador_usdt": { value: 10, schema: whole(0, 200) },
  "partner.associate_usdt": { value: 20, schema: whole(0, 200) },
  /** Within which a newcomer is verified and trades. */
  "partner.ambassador_days": { value: 90, schema: whole(1, 365) },
  "partner.apply_again_days": { value: 60, schema: whole(0, 365) },
  "partner.pair_trades": { value: 30, schema: whole(1, 1000) },
  /** For the lesson of the program, once a person; 0 pays nothing. */
  "partner.lesson_usdt": { value: 1, schema: whole(0, 20) },
  /** Of all these rewards in a month. */
  "partner.lesson_budget_usdt": { value: 500, schema: whole(0, 100_000) },
} as const satisfies Settings;
