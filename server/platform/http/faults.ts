/**
 * Logs a fault of a request and stores it as a report, at most so often of one kind an hour: a visitor who finds a fault can
 * repeat it, and would fill both.
 */
import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../app-ports.ts";
import { makeErrorCount } from "../errors/kinds.ts";
import { noteError } from "../errors/rows.ts";
import { framesOf, reportedLine } from "../errors/text.ts";

export type TellFault = (request: FastifyRequest, error: unknown) => Promise<void>;

/** Never fails: a report that cannot be stored, because the database is broken, is in the log only. */
export function makeFaultTeller({ db, log }: Pick<AppPorts, "db" | "log">): TellFault {
  const count = makeErrorCount();
  return async (request, error) => {
    const route = request.routeOptions.url ?? "";
    const message = reportedLine(error).slice(0, 500);
    const note = count({
      source: "call",
      place: route,
      message,
      stack: framesOf(error instanceof Error ? (error.stack ?? "") : ""),
      requestId: request.id,
    });
    if (!note) return;
    const again = note.times > 1 ? { suppressed: note.times - 1 } : {};
    const who = request.viewer ? { user: request.viewer.externalId } : {};
    const facts = { err: error, requestId: request.id, route, ...who, ...again };
    // Answered as "not now": the caller tries again, and the operator reads the reason.
    if (error instanceof Refusal) return log.warn(facts, "a request was put off");
    log.error(facts, "a request failed");
    await db.tx((tx) => noteError(tx, note)).catch(() => undefined);
  };
}
