// Guards: the history of a wallet after a live message equals a newly loaded one.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WalletTransaction } from "./wallet.ts";
import { withLines } from "./lines.ts";

const line = (id: string, minute: number, status = "completed") =>
  ({ id, status, at: new Date(Date.UTC(2026, 9, 1, 12, minute)).toISOString() }) as WalletTransaction;

test("a new line comes first, a known line is replaced, and each appears once", () => {
  const known = [line("s2", 5, "pending"), line("d1", 3)];
  const next = withLines(known, [line("j9BTC", 7), line("s2", 5)]);
  assert.deepEqual(next, [line("j9BTC", 7), line("s2", 5), line("d1", 3)]);
  assert.deepEqual(withLines(next, [line("j9BTC", 7)]), next);
});

test("a page stays a page, and of one moment the higher id comes first, as the server lists them", () => {
  const known = Array.from({ length: 20 }, (_, index) => line(`d${10 + index}`, 30 - index));
  const next = withLines(known, [line("x", 40)]);
  assert.equal(next.length, 20);
  assert.equal(next[0]?.id, "x");
  assert.deepEqual(
    withLines([], [line("a", 1), line("b", 1)]).map(({ id }) => id),
    ["b", "a"],
  );
});
