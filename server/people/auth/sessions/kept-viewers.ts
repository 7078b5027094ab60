/**
 * Callers by their token, cached in the process, because every call and page asks. A change of the session or the user arrives
 * within a tenth of a second; a process that has not looked for nearly a second asks the tables each time, so what it
 * believes is never older than that.
 */
import type { Changes } from "../../../platform/events/changes.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import type { Viewer, Viewers } from "../../../platform/http/policy.ts";
import { keepUntilChanged } from "../../../platform/events/kept.ts";
import { identifyFor, identifyUnseen } from "./sessions.ts";

/** A look takes a few milliseconds of the second that a revoked session may still be taken for a good one. */
const BELIEVED_FOR_MS = 900;
const BYTES_EACH = 1000;
const MOST_BYTES = 100_000 * BYTES_EACH;

/** A token that nobody holds is asked for each time: nothing is kept of it. */
export function keepViewers(db: Db, changes: Pick<Changes, "subscribe" | "isFresh">): Viewers {
  const kept = keepUntilChanged<Viewer | undefined>(changes, {
    isFresh: () => changes.isFresh(BELIEVED_FOR_MS),
    mostBytes: MOST_BYTES,
  });
  return {
    kept: (token) => kept.find(token),
    find: (token) =>
      kept.get(token, async () => {
        const found = await identifyFor(db, token);
        return {
          value: found?.viewer,
          bytes: BYTES_EACH,
          keeping: found && { topics: [`viewer:${found.viewer.userId}`], forMs: found.goodForMs },
        };
      }),
    findAnew: async (token) => (await identifyFor(db, token))?.viewer,
    findUnseen: (token) => identifyUnseen(db, token),
  };
}
