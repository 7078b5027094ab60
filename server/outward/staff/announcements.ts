/** Administrators tell everybody something above each page, and take it off again. */
import type { Announcement } from "#contract/announcements.ts";
import { fieldRefusal, Refusal } from "#contract/refusals.ts";
import type { Job } from "../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import * as rows from "./announcement-rows.ts";

/** Refuses auth.forbidden, and announcement.times where it would be over already or stand longer than a month. */
export async function announce(tx: Tx, asked: { staffId: bigint; wanted: rows.Wanted }): Promise<void> {
  const outcome = await rows.announce(tx, asked);
  if (outcome === "times") throw fieldRefusal("announcement.times", "ends_at");
  if (outcome !== "done") throw new Refusal("auth.forbidden");
}

/** Refuses auth.forbidden, and announcement.over where none stands or will. */
export async function endAnnouncement(tx: Tx, asked: { id: string; reason: string; staffId: bigint }): Promise<void> {
  const outcome = await rows.endAnnouncement(tx, asked);
  if (outcome === "over") throw new Refusal("announcement.over");
  if (outcome !== "done") throw new Refusal("auth.forbidden");
}

export async function viewAnnouncements(tx: ReadTx): Promise<Announcement[]> {
  const found = await rows.announcementRows(tx);
  return found.map(({ id, kind, text, starts_at, ends_at, ended_at, made_by, ended_by }) => ({
    ...{ id, kind, text },
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
    state: ended_at || ends_at <= tx.now ? "over" : starts_at <= tx.now ? "shown" : "planned",
    madeBy: made_by,
    endedBy: ended_by,
  }));
}

export const announcementJobs: readonly Job[] = [
  { name: "note-announcements", everyMs: 1000, run: ({ db }) => db.tx(rows.noteAnnouncements) },
];
