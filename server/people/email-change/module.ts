/** The declaration of this module; server/modules.ts lists all modules. */
import { type Module, on } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { sendUndoLinks, tellTakenAway } from "./undo-change.ts";
import { endChanges, openChangeLine } from "./rows.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "people/email-change",
  routes,
  subscriptions: [on(["account.email_changed"], sendUndoLinks), on(["account.email_restored"], tellTakenAway)],
  ownData: [{ file: "email_changes", lines: "email_changes", open: openChangeLine }],
  retention: [{ kind: "email_changes" }],
  closing: { erases: "erase_user_from_email_change" },
  data: DATA,
  sealAnew: (db, { sealing }) => endChanges(db, sealing.version),
};
