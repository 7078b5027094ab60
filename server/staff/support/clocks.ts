/**
 * The clocks of a ticket: until when staff have answered, and until when it is solved. The time to solve stands still while staff
 * wait for the person, and all of it while the platform is down.
 */
import type { SupportPriority, TicketStatus } from "#contract/reach/support/names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";

/** What a step changes. */
export type Clocks = {
  readonly status: TicketStatus;
  readonly answered_at: Date | null;
  readonly reply_due: Date | null;
  readonly solve_due: Date;
  readonly paused_at: Date | null;
  readonly solved_at: Date | null;
};

export type Limits = { readonly replyMinutes: number; readonly solveHours: number };

const SETTINGS = {
  normal: ["support.normal_reply_minutes", "support.normal_solve_hours"],
  high: ["support.high_reply_minutes", "support.high_solve_hours"],
  urgent: ["support.urgent_reply_minutes", "support.urgent_solve_hours"],
} as const satisfies Record<SupportPriority, unknown>;

export async function limitsOf(tx: ReadTx, priority: SupportPriority): Promise<Limits> {
  const [reply, solve] = SETTINGS[priority];
  const settings = await readSettings(tx, [reply, solve]);
  return { replyMinutes: settings[reply], solveHours: settings[solve] };
}

const afterMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
const afterHours = (at: Date, hours: number) => afterMinutes(at, hours * 60);

type At = { readonly now: Date; readonly limits: Limits };

export function begun({ now, limits }: At): Clocks & { readonly reply_due: Date } {
  return {
    status: "new",
    answered_at: null,
    reply_due: afterMinutes(now, limits.replyMinutes),
    solve_due: afterHours(now, limits.solveHours),
    paused_at: null,
    solved_at: null,
  };
}

/** The person wrote. What staff owe since an earlier message they owe by that time; a solved ticket begins again. */
export function afterPerson(ticket: Clocks, { now, limits }: At): Clocks {
  const solveDue = ticket.status === "solved" ? afterHours(now, limits.solveHours) : resumed(ticket, now);
  return {
    ...ticket,
    status: ticket.status === "new" ? "new" : "open",
    reply_due: ticket.reply_due ?? afterMinutes(now, limits.replyMinutes),
    solve_due: solveDue,
    paused_at: null,
    solved_at: null,
  };
}

export function afterAnswer(ticket: Clocks, { now, limits }: At): Clocks {
  return {
    ...ticket,
    status: "waiting",
    answered_at: ticket.answered_at ?? now,
    reply_due: null,
    solve_due: ticket.status === "solved" ? afterHours(now, limits.solveHours) : ticket.solve_due,
    paused_at: ticket.paused_at ?? now,
    solved_at: null,
  };
}

export function afterSolution(ticket: Clocks, now: Date): Clocks {
  return { ...ticket, status: "solved", reply_due: null, paused_at: null, solved_at: now };
}

function resumed({ solve_due: due, paused_at: pausedAt }: Clocks, now: Date): Date {
  return pausedAt ? new Date(due.getTime() + now.getTime() - pausedAt.getTime()) : due;
}
