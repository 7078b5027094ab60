/** A caller as the documentation requires: without an answer it makes the same call again, with the same key. */
import assert from "node:assert/strict";

export type Reply = { readonly status: number; readonly code: string; readonly body: unknown };

export const FAILED: Reply = { status: 500, code: "", body: {} };

const MOST_TRIES = 100;
const PAUSE_MS = 10;

const isAnswer = ({ status, code }: Reply): boolean => status < 500 && code !== "idempotency.in_flight";

export async function insist(call: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await call();
    if (isAnswer(reply)) return reply;
    assert.ok(tries < MOST_TRIES, `nobody answers: ${JSON.stringify(reply)}`);
    // A server whose client is gone needs a moment to see it.
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}
