/** One call that is made several times with one key, at once and once more. */
import assert from "node:assert/strict";
import { ids } from "../platform/ids.ts";

type Answer = { readonly status: number; readonly code: string; readonly data: unknown };

/** All requests that are answered get the same answer; the caller checks the effects. */
export async function withOneKey<T extends Answer>(ask: (key: string) => Promise<T>): Promise<T> {
  const key = ids.hash();
  const atOnce = await Promise.all([ask(key), ask(key)]);
  const again = await ask(key);
  for (const { status, code, data } of atOnce.filter((one) => one.code !== "idempotency.in_flight"))
    assert.deepEqual({ status, code, data }, { status: again.status, code: again.code, data: again.data });
  return again;
}
