// Guards: a response that was read before a live event never overwrites that event.
import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { mergeInto } from "./query-library.ts";

const KEY = ["balance"] as const;

/** A screen that shows a balance, and each question it asked, to be answered by the test. */
function aScreen(shown: number | undefined) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const asked: ((answer: number) => void)[] = [];
  const queryFn = () => new Promise<number>((answer) => asked.push(answer));
  const observer = new QueryObserver<number>(client, { queryKey: KEY, queryFn, initialData: shown });
  const leave = observer.subscribe(() => undefined);
  return { client, asked, observer, leave, shown: () => observer.getCurrentResult().data };
}

const settled = () => new Promise((done) => setImmediate(done));

test("an answer that left before a message does not overwrite it: it is asked for again", async () => {
  const screen = aScreen(5);
  void screen.observer.refetch();
  mergeInto<number>(screen.client, KEY, (known) => known + 2);
  assert.equal(screen.shown(), 7);
  assert.equal(screen.asked.length, 2);
  screen.asked[0]?.(5);
  await settled();
  assert.equal(screen.shown(), 7);
  screen.asked[1]?.(8);
  await settled();
  assert.equal(screen.shown(), 8);
  screen.leave();
});

test("a message alone asks for nothing, and an entry that is not there stays away", async () => {
  const screen = aScreen(5);
  mergeInto<number>(screen.client, KEY, (known) => known + 2);
  mergeInto<number>(screen.client, ["elsewhere"], () => 1);
  await settled();
  assert.equal(screen.shown(), 7);
  assert.equal(screen.asked.length, 0);
  assert.equal(screen.client.getQueryData(["elsewhere"]), undefined);
  screen.leave();
});
