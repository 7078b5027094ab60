/** Announcements of administrators above each page, and their end. */
import type { AnnouncementFilters, AnnouncementPage } from "#contract/staff/announcements.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Job } from "../../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { readSlice } from "../../../platform/cursors.ts";
import * as rows from "./announcement-rows.ts";

/** Refuses auth.forbidden, announcement.times where it would be over already or last longer than a month, announcement.parts of an alert. */
export async function announce(tx: Tx, asked: { staffId: bigint; wanted: rows.Wanted }): Promise<void> {
  const outcome = await rows.announce(tx, asked);
  if (outcome === "times") throw fieldRefusal("announcement.times", "ends_at");
  if (outcome === "parts") throw fieldRefusal("announcement.parts", "parts");
  if (outcome !== "done") throw new Refusal("auth.forbidden");
}

/** Refuses auth.forbidden, and announcement.over where none is current or planned. */
export async function endAnnouncement(tx: Tx, asked: { id: string; reason: string; staffId: bigint }): Promise<void> {
  const outcome = await rows.endAnnouncement(tx, asked);
  if (outcome === "over") throw new Refusal("announcement.over");
  if (outcome !== "done") throw new Refusal("auth.forbidden");
}

export async function viewAnnouncements(
  tx: ReadTx,
  { after, ...filters }: AnnouncementFilters & { readonly after?: string | undefined } = {},
): Promise<AnnouncementPage> {
  const found = await readSlice(
    (limit) => rows.announcementRows(tx, { ...filters, after: after === undefined ? null : BigInt(after), limit }),
    ({ id }) => id,
  );
  return {
    rows: found.rows.map(({ id, kind, parts, text, state, starts_at, ends_at, made_by, ended_by }) => ({
      ...{ id, kind, parts, state },
      text: rows.inAllLanguages(text),
      startsAt: starts_at.toISOString(),
      endsAt: ends_at.toISOString(),
      madeBy: made_by,
      endedBy: ended_by,
    })),
    next: found.next,
  };
}

export const announcementJobs: readonly Job[] = [
  { name: "note-announcements", everyMs: 1000, run: ({ db }) => db.tx(rows.noteAnnouncements) },
];
