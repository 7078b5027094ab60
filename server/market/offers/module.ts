/** The declaration of this module; server/modules.ts lists all modules. */
import { LEVEL_CHANGES } from "#contract/platform/events.ts";
import { type Module, on } from "../../platform/app-ports.ts";
import { followFlag, followLevel, followRestriction, followSetting, jobs } from "./jobs.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "market/offers",
  jobs,
  subscriptions: [
    on(["setting.changed"], followSetting, { isLast: true }),
    on(["flag.changed"], followFlag),
    on(
      ["account.restricted", "account.restriction_lifted", "account.role_granted", "account.role_revoked"],
      followRestriction,
    ),
    on(LEVEL_CHANGES, followLevel),
  ],
  ownData: [{ file: "offers", lines: "offers" }],
  closing: { erases: "erase_user_from_offers" },
  data: DATA,
};
