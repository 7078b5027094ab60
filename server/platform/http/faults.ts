/**
 * What breaks while a request is answered is told to the log and kept as a report, so often of one kind an hour and no
 * more: a visitor who finds a fault can repeat it, and would fill both.
 */
import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/platform/refusals.ts";
import type { AppPorts } from "../app-ports.ts";
import { makeErrorCount } from "../errors/error-kinds.ts";
import { noteError } from "../errors/error-rows.ts";
import { framesOf, reportedLine } from "../errors/told-error.ts";

export type TellFault = (request: FastifyRequest, error: unknown) => Promise<void>;

/** Never fails: a report that cannot be kept, because the database is what broke, stands in the log. */
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
    const again = note.times > 1 ? { untold: note.times - 1 } : {};
    const who = request.viewer ? { user: request.viewer.externalId } : {};
    const facts = { err: error, requestId: request.id, route, ...who, ...again };
    // Answered as "not now": the caller tries again, and whoever runs this learns why.
    if (error instanceof Refusal) return log.warn(facts, "a request was put off");
    log.error(facts, "a request failed");
    await db.tx((tx) => noteError(tx, note)).catch(() => undefined);
  };
}
