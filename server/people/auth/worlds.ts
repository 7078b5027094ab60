/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  writtenWhenRefused: ["failed_attempts", "email_codes"],
  // Wrong tries, which the list of sign-ins shows although the call is refused.
  writtenInPart: {
    account_activity:
      "kind not in ('wrong_password', 'wrong_confirmation', 'wrong_code', 'wrong_second_step', 'wrong_answers')",
  },
  ids: { session: { table: "sessions", column: "public_id", where: "ended_at is not null" } },
};
