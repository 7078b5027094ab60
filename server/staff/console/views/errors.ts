/** Error reports: from browsers, and for administrators. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { ErrorFilters, ErrorList, reportError } from "#contract/platform/errors/error-reports.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { makeErrorCount, pagePlace, plainStack } from "../../../platform/errors/kinds.ts";
import * as rows from "../../../platform/errors/rows.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { makeFaultLimit } from "../../../platform/errors/fault-limit.ts";
import { networkOf } from "../../../platform/words/networks.ts";
import { withoutQuotes } from "../../../platform/postgres/without-quotes.ts";

const countError = makeErrorCount();
/** Bounds for one caller, whose invented reports must not displace those of others. */
const CALLER = { perHour: 20, mostKinds: 10_000 } as const;
const countCaller = makeFaultLimit(Date.now, CALLER);

/** Keeps so many of a kind an hour; what is no fault of ours is not kept. */
export async function noteFromBrowser(
  tx: Tx,
  { ip, body }: { ip: string; body: BodyOf<typeof reportError> },
): Promise<void> {
  const { level, ...report } = body;
  if (level === "info" || !countCaller(networkOf(ip)).isLogged) return;
  const where = [report.app, report.host, report.hash].filter(Boolean).join(" ");
  const message = withoutQuotes(report.message);
  const note = countError({
    source: "browser",
    place: pagePlace(report.url),
    message: where ? `${message} (${where})` : message,
    stack: report.stack === undefined ? undefined : plainStack(report.stack),
    release: report.release,
  });
  if (note) await rows.noteError(tx, note);
}

type Asked = ErrorFilters & {
  readonly state?: "open" | "resolved" | undefined;
  readonly after?: string | undefined;
};

export async function viewErrors(tx: ReadTx, { state, after, ...filters }: Asked): Promise<ErrorList> {
  const [found, counts] = await Promise.all([
    readSlice(
      (limit) => rows.errorRows(tx, { ...filters, isOpen: state !== "resolved", after, limit }),
      ({ queued_at }) => queued_at,
    ),
    rows.errorCounts(tx),
  ]);
  return {
    kinds: found.rows.map(
      ({ queued_at: _, request_id, times, first_at, last_at, resolved_by, resolved_at, ...kind }) => ({
        ...kind,
        requestId: request_id,
        times: Number(times),
        firstAt: first_at.toISOString(),
        lastAt: last_at.toISOString(),
        resolvedBy: resolved_by,
        resolvedAt: resolved_at?.toISOString() ?? null,
      }),
    ),
    counts,
    next: found.next,
  };
}

/** Refuses auth.forbidden, and staff.unchanged where it is done already. */
export async function resolveError(tx: Tx, asked: { id: string; staffId: bigint }): Promise<void> {
  const outcome = await rows.resolveError(tx, asked);
  if (outcome === "not_admin") throw new Refusal("auth.forbidden");
  if (outcome !== "done") throw new Refusal("staff.unchanged");
}
