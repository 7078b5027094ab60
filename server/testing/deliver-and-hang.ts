/** A process that takes a lane, delivers its events and never commits, so that a test can kill it over it. */
import { on } from "../platform/app-ports.ts";
import { openDb } from "../platform/postgres/db.ts";
import { makeDispatcher } from "../platform/events/dispatcher.ts";
import { openLog } from "../platform/log.ts";

const log = openLog({ level: "silent" });
const hang = on(["account.signed_in"], async (tx, events) => {
  await tx.rows`
    insert into inbox_mails (to_address, subject, body_text, at)
    select 'one', unnest(${events.map(({ subject, id }) => `${subject} ${id}`)}::text[]), '', now()`;
  process.send?.("telling");
  return new Promise(() => setInterval(() => undefined, 1000));
});
await makeDispatcher({ db: openDb({ url: process.argv[2] ?? "", log }), log, subscriptions: [hang] }).drain();
