/**
 * What breaks while a request is answered is told to the log and kept as a report, so often of one kind an hour and no
 * more: a visitor who finds a fault can repeat it, and would fill both.
 */
import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/refusals.ts";
import type { AppPorts } from "../app-ports.ts";
import type { Tx } from "../db.ts";
import { errorInALine } from "../told-error.ts";

export const FAULTS_PER_HOUR = 5;
const MOST_KINDS = 100;
const HOUR = 3_600_000;

export type FaultLimit = (kind: string) => {
  readonly isTold: boolean;
  /** Of this kind in the hour before, after its last one that was told. */
  readonly untold: number;
};

type LinesBound = { readonly perHour: number; readonly mostKinds: number };

/** Kinds beyond the most in an hour are one kind. */
export function makeFaultLimit(
  clockMs: () => number = Date.now,
  { perHour, mostKinds }: LinesBound = { perHour: FAULTS_PER_HOUR, mostKinds: MOST_KINDS },
): FaultLimit {
  let counts = new Map<string, number>();
  let before = counts;
  let endsMs = clockMs() + HOUR;
  return (named) => {
    if (clockMs() >= endsMs) {
      before = counts;
      counts = new Map();
      endsMs = clockMs() + HOUR;
    }
    const kind = counts.has(named) || counts.size < mostKinds ? named : "";
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const untold = count === 1 ? Math.max(0, (before.get(kind) ?? 0) - perHour) : 0;
    return { isTold: count <= perHour, untold };
  };
}

export type TellFault = (request: FastifyRequest, error: unknown) => Promise<void>;

/** Never fails: a report that cannot be kept, because the database is what broke, stands in the log. */
export function makeFaultTeller({ db, log }: Pick<AppPorts, "db" | "log">): TellFault {
  const limit = makeFaultLimit();
  return async (request, error) => {
    const route = request.routeOptions.url ?? "";
    const message = errorInALine(error).slice(0, 500);
    const { isTold, untold } = limit(kindOf(route, message));
    if (!isTold) return;
    const again = untold > 0 ? { untold } : {};
    const who = request.viewer ? { user: request.viewer.externalId } : {};
    const facts = { err: error, requestId: request.id, route, ...who, ...again };
    // Answered as "not now": the caller tries again, and whoever runs this learns why.
    if (error instanceof Refusal) return log.warn(facts, "a request was put off");
    log.error(facts, "a request failed");
    await db.tx((tx) => keepReport(tx, { requestId: request.id, route, message })).catch(() => undefined);
  };
}

/** One kind whatever numbers and names its message quotes. */
function kindOf(route: string, message: string): string {
  return `${route} ${message.replace(/"[^"]*"|\d+/g, "…").slice(0, 100)}`;
}

async function keepReport(
  tx: Tx,
  { requestId, route, message }: { requestId: string; route: string; message: string },
) {
  await tx.rows`
    insert into error_reports (at, request_id, route, message)
    values (${tx.now}, ${requestId}, ${route}, ${message})`;
}

const KEEP_REPORTS_DAYS = 30;

export async function forgetOldReports(tx: Tx): Promise<void> {
  await tx.rows`
    delete from error_reports
    where at < ${tx.now}::timestamptz - make_interval(days => ${KEEP_REPORTS_DAYS})`;
}
