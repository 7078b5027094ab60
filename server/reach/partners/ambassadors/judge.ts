/** Staff look at applications and at the ambassadors of now. A level is a change by two administrators. */
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { APPLICATION_LISTS, APPLICATION_STEPS } from "#contract/reach/ambassador-names.ts";
import type { StaffAmbassador, StaffApplication } from "#contract/reach/ambassadors.ts";
import { outcomeRefusal } from "../../../money/ledger/index.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import * as rows from "./rows.ts";
import { shownApplication, usdt } from "./view-ambassador.ts";

const PER_PAGE = 50;
const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "ambassador.no_application",
  own: "ambassador.own_application",
  not_judge: "auth.forbidden",
  closed: "ambassador.closed",
};

export async function viewApplications(
  tx: ReadTx,
  { show = "open", after }: { show?: (typeof APPLICATION_LISTS)[number] | undefined; after?: string | undefined },
): Promise<{ data: StaffApplication[]; meta: { next: string | null } }> {
  const found = await rows.applicationRows(tx, { show, after, limit: PER_PAGE + 1 });
  const shown = found.slice(0, PER_PAGE);
  return {
    data: shown.map(view),
    meta: { next: found.length > PER_PAGE ? (shown.at(-1)?.id.toString() ?? null) : null },
  };
}

type Judging = {
  readonly staffId: bigint;
  readonly number: string;
  readonly step: (typeof APPLICATION_STEPS)[number];
  readonly note: string;
};

/** Refuses auth.forbidden, ambassador.no_application, ambassador.own_application, ambassador.closed. */
export async function judgeApplication(tx: Tx, { staffId, number, step, note }: Judging): Promise<StaffApplication> {
  const outcome = await rows.judge(tx, { number, step, note, staffId, at: await tx.readClock() });
  if (outcome !== "done") throw outcomeRefusal(outcome, REFUSES);
  const row = await rows.findApplication(tx, number);
  if (!row) throw new Refusal("ambassador.no_application");
  return view(row);
}

function view(row: rows.StaffApplicationRow): StaffApplication {
  return {
    ...shownApplication(row),
    username: row.username,
    country: row.country,
    trades: row.trades,
    notes: row.notes.map(({ by, at, text }) => ({ by, text, at: new Date(at).toISOString() })),
    decidedBy: row.decided_by,
  };
}

export async function viewAmbassadors(
  tx: ReadTx,
  { after }: { after?: string | undefined },
): Promise<{ data: StaffAmbassador[]; meta: { next: string | null } }> {
  const found = await rows.ambassadorRows(tx, { after, limit: PER_PAGE + 1 });
  const shown = found.slice(0, PER_PAGE);
  return {
    data: shown.map(({ units, since, ...row }) => ({ ...row, since: since.toISOString(), amount: usdt(units) })),
    meta: { next: found.length > PER_PAGE ? (shown.at(-1)?.username ?? null) : null },
  };
}
