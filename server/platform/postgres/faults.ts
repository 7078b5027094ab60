/** What PostgreSQL's faults and lost connections mean to who called. */
import { Refusal } from "#contract/platform/errors/refusals.ts";

/**
 * It was committed or not, or it was and a standby that takes over may not have it. What others see of it may go away: the same request key says later
 * which it was.
 */
export class UnknownOutcome extends Error {}

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Refusal && error.cause instanceof UnknownOutcome;

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

export function isRetryable(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** The server of the connection is a standby now: another one is the primary, or will be. Of a transaction that may write. */
export const isOfStandby = (error: unknown): boolean => codeOf(error) === "25006";

const LOST =
  /Connection terminated|timeout (exceeded when trying to connect|expired)|Client has encountered|not currently accepting connections/;

export function isConnectionFault(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|57P)/.test(code) || ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "53300"].includes(code)) return true;
  return error instanceof Error && LOST.test(error.message);
}

/** A text, or JSON, that PostgreSQL cannot keep because there is a NUL in it: only a caller writes one. */
const UNSTORABLE = ["22021", "22P05"];

/**
 * A database that cannot answer now becomes LEDGER_ASYNC_MODE, on which a client repeats the call with the same key;
 * a NUL that came that far is still its sender's fault, `request.malformed`.
 */
export function translate(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof UnknownOutcome) return new Refusal("LEDGER_ASYNC_MODE", {}, {}, { cause: error });
  const code = codeOf(error);
  if (UNSTORABLE.includes(code)) return new Refusal("request.malformed", {}, {}, { cause: error });
  if (isConnectionFault(error) || code === "55P03" || code === "57014" || isRetryable(error)) {
    return new Refusal("LEDGER_ASYNC_MODE", {}, {}, { cause: error });
  }
  return error;
}
