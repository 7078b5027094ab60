/** What the platform itself does by timers: it is the first module of server/modules.ts. */
import type { Module } from "./app-ports.ts";
import { forgetChanges } from "./events/changes.ts";
import { forgetOldErrors } from "./errors/rows.ts";
import { emptySentMails, mailJob } from "./mail/mail.ts";
import { partsJob } from "./postgres/time-parts.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "platform",
  jobs: [
    mailJob,
    partsJob,
    { name: "forget-page-changes", everyMs: 60_000, run: ({ db }) => db.tx(forgetChanges) },
    {
      name: "forget-old-platform-rows",
      everyMs: 3_600_000,
      run: ({ db }) =>
        db.tx(async (tx) => {
          await forgetOldErrors(tx);
          await emptySentMails(tx);
        }),
    },
  ],
  retention: [{ kind: "mails" }],
  data: DATA,
};
