/** Runs the test files that its parent names, one after another: loading the sources takes longer than most of them. */
import { resolve } from "node:path";
import { after, describe } from "node:test";
import { loading } from "../server/testing/after-tests.ts";

/** The next file, and what else the environment says from then on; "" for no more. */
export type Order = { readonly file: string; readonly env?: Readonly<Record<string, string>> };
/** Something went wrong behind the back of the tests so far. */
export type Dirty = { readonly dirty: true };

const named: Order[] = [];
const ran = new Map<string, number>();
let wake = Promise.withResolvers<void>();
process.on("message", (order: Order) => {
  named.push(order);
  wake.resolve();
});
// Its parent process has ended.
process.once("disconnect", () => process.exit());

for (;;) {
  while (named.length === 0) {
    wake = Promise.withResolvers<void>();
    await wake.promise;
  }
  await sayIfDirty();
  const { file, env } = named.shift() ?? { file: "" };
  // No more: what a file has left open does not keep it.
  if (!file) process.exit(0);
  Object.assign(process.env, env);
  const times = ran.get(file) ?? 0;
  ran.set(file, times + 1);
  const ended = Promise.withResolvers<void>();
  // Its hooks are its suite's: what it opened is closed before the next one begins.
  describe(file, async () => {
    // One that runs again is another module.
    const { loaded, close } = loading(() => import(`${resolve(file)}${times > 0 ? `?${times}` : ""}`));
    after(() => close().finally(ended.resolve));
    await loaded;
  });
  await ended.promise;
}

/** A failure of leftover work sets the exit code of the process, and belongs to no test. */
async function sayIfDirty(): Promise<void> {
  if (!process.exitCode) return;
  process.exitCode = undefined;
  await new Promise<unknown>((done) => process.send?.({ dirty: true } satisfies Dirty, undefined, undefined, done));
}
