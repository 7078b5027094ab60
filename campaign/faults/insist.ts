/** A caller as the documentation asks for one: who gets no answer makes the same call again, with the same key. */
import assert from "node:assert/strict";

export type Told = { readonly status: number; readonly code: string; readonly body: unknown };

export const FAILED: Told = { status: 500, code: "", body: {} };

const MOST_TRIES = 100;
const PAUSE_MS = 10;

const isAnswer = ({ status, code }: Told): boolean => status < 500 && code !== "idempotency.in_flight";

export async function insist(call: () => Promise<Told>): Promise<Told> {
  for (let tries = 1; ; tries++) {
    const told = await call();
    if (isAnswer(told)) return told;
    assert.ok(tries < MOST_TRIES, `nobody answers: ${JSON.stringify(told)}`);
    // A server whose client is gone needs a moment to see it.
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}
