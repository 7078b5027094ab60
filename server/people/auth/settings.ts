/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.password_letters": {
    value: 10,
    schema: whole(10, 64),
    says: "Minimum letters of a new password; the list of common passwords has none shorter than ten.",
  },
  "auth.session_days": { value: 30, schema: whole(1, 365), says: "A session ends after this, used or not." },
  "auth.session_idle_hours": { value: 168, schema: whole(1, 8760), says: "An unused session ends after this." },
  "auth.proof_of_work_after": {
    value: 50,
    schema: whole(1, 100_000),
    says: "Number of tries, from one network in an hour or at one account in a day, after which a browser must solve a puzzle.",
  },
  "auth.proof_of_work_hashes": {
    value: 100_000,
    schema: whole(1000, 10_000_000),
    says: "Size of the puzzle in digests; up to sixteen times as many as tries increase.",
  },
  "auth.new_password_hold_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "Hold of withdrawals after a password change.",
  },
  "auth.new_factor_hold_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "The same after a new second factor or email.",
  },
  "auth.new_device_hold_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "The same after a sign-in with a new device.",
  },
  "auth.lost_factor_hold_hours": {
    value: 72,
    schema: whole(1, 720),
    says: "The same after a lost factor was removed or an account recovered, and the wait of a password reset without the factor.",
  },
} as const satisfies Settings;
