/**
 * The cookie with the position of the database's log after the last write of a browser: what it reads from a replica has that write. A
 * browser that changes its own cookie sees older data, or is answered by the primary.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../postgres/db.ts";
import type { Position } from "../../postgres/replicas.ts";
import type { Cookies } from "./cookies.ts";

const COOKIE = "parley_wrote";
const FORM = /^[0-9a-z]{1,13}$/;
const BASE = 36;

/** Undefined where only the primary may answer: a program with an API key keeps no cookie, and a strange one says nothing. */
export function readsAfter(request: FastifyRequest, cookies: Pick<Cookies, "read">): Position | undefined {
  if (request.headers.authorization !== undefined) return undefined;
  const text = cookies.read(request, COOKIE);
  if (text === undefined) return 0n;
  return FORM.test(text) ? positionOf(text) : undefined;
}

/** After a call that may have written, for all of the browser's later reads. Does nothing without replicas, and never fails the call. */
export async function noteWrite(db: Db, reply: FastifyReply, cookies: Pick<Cookies, "write">): Promise<void> {
  const position = await db.position().catch(() => "unknown" as const);
  if (position !== undefined) cookies.write(reply, COOKIE, position === "unknown" ? UNKNOWN : position.toString(BASE));
}

/** Of another form than a position: from then on the primary answers. */
const UNKNOWN = "-";

const positionOf = (text: string): Position =>
  [...text].reduce((sum, digit) => sum * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE)), 0n);
