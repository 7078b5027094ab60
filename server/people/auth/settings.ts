/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.password_letters": {
    value: 10,
    schema: whole(10, 64),
  },
  "auth.session_days": { value: 30, schema: whole(1, 365) },
  "auth.session_idle_hours": { value: 168, schema: whole(1, 8760) },
  "auth.puzzle_after": {
    value: 50,
    schema: whole(1, 100_000),
  },
  "auth.puzzle_hashes": {
    value: 100_000,
    schema: whole(1000, 10_000_000),
  },
  "auth.new_password_hold_hours": {
    value: 24,
    schema: whole(1, 720),
  },
  "auth.new_factor_hold_hours": {
    value: 24,
    schema: whole(1, 720),
  },
  "auth.new_device_hold_hours": {
    value: 24,
    schema: whole(1, 720),
  },
  "auth.lost_factor_hold_hours": {
    value: 72,
    schema: whole(1, 720),
  },
} as const satisfies Settings;
