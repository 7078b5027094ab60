/** A caller that repeats a call with the same key until it gets a response, whichever process dies meanwhile, and records everything. */
import { createHmac } from "node:crypto";
import type { ProofFor, ShownQuote } from "#contract/people/sign-in/proofs.ts";
import { ids } from "../../server/platform/ids.ts";
import { testAssertion } from "../../server/testing/index.ts";

export type Actor = { readonly userId: bigint; readonly token: string };
/** Without data where something was refused, which the code tells. */
export type Answer = { readonly status: number; readonly code: string; readonly data: Record<string, unknown> };
/** The envelope of an answer. */
export type AnswerBody = { readonly data?: Record<string, unknown>; readonly errors?: { readonly code: string } };

/** One call, however often it was made; without an answer it may have happened or not. */
export type Call = {
  readonly key: string;
  readonly by: bigint;
  readonly path: string;
  readonly body: Record<string, unknown>;
  answer: Answer | undefined;
};
export type Callers = {
  readonly url: () => string;
  /** Of the site's pages, from the server's settings. */
  readonly origin: string;
  readonly secret: string;
  readonly stopped: () => boolean;
  readonly history: Call[];
};

export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

export const isAcknowledged = ({ answer }: Call): boolean => answer !== undefined && answer.status < 400;

async function askOnce(callers: Callers, token: string, { path, body, key }: Call): Promise<Answer> {
  const csrf = createHmac("sha256", Buffer.from(callers.secret, "hex"))
    .update(`csrf:${token.split(".", 1)[0]}`)
    .digest("base64url");
  const answer = await fetch(callers.url() + path, {
    method: "POST",
    headers: {
      cookie: `parley=${token}`,
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": csrf,
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  const { data, errors } = (await answer.json()) as AnswerBody;
  const code = errors?.code ?? "";
  if (answer.status >= 500 || code === "idempotency.in_flight") throw new Error("not now");
  return { status: answer.status, code, data: data ?? {} };
}

/** With the passkey, again and again until the signer says something. */
export function prove(
  callers: Callers,
  actor: Actor,
  { wanted, ...shown }: { wanted: ProofFor } & ShownQuote,
): Promise<Answer | undefined> {
  const at = { origin: callers.origin, now: new Date(), ...shown };
  return insist(callers, actor, "/rest/v1/auth/prove", {
    for: wanted,
    passkey: testAssertion(actor.userId, wanted, at),
  });
}

/** Repeats the request until a server responds: a dead server, a dead database and "not now" are asked again with the same key. */
export async function insist(
  callers: Callers,
  { userId, token }: Actor,
  path: string,
  body: Record<string, unknown> = {},
): Promise<Answer | undefined> {
  const call: Call = { key: ids.hash(), by: userId, path, body, answer: undefined };
  callers.history.push(call);
  while (!callers.stopped()) {
    try {
      call.answer = await askOnce(callers, token, call);
      return call.answer;
    } catch {
      await pause(25); // Nobody there: the next one will know whether it happened.
    }
  }
  return undefined;
}
