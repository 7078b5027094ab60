/** Runs the test files that its parent names, one after another: loading the sources takes longer than most of them. */
import { resolve } from "node:path";
import { after, describe } from "node:test";

/** Something went wrong behind the back of the tests so far. */
export type Dirty = { readonly dirty: true };

const named: string[] = [];
let wake = Promise.withResolvers<void>();
process.on("message", (file: string) => {
  named.push(file);
  wake.resolve();
});
// Whoever started it is gone.
process.once("disconnect", () => process.exit());

for (;;) {
  while (named.length === 0) {
    wake = Promise.withResolvers<void>();
    await wake.promise;
  }
  await sayIfDirty();
  const file = named.shift();
  // No more: what a file has left open does not keep it.
  if (!file) process.exit(0);
  const ended = Promise.withResolvers<void>();
  // Its hooks are its suite's: what it opened is closed before the next one begins.
  describe(file, async () => {
    after(() => ended.resolve());
    await import(resolve(file));
  });
  await ended.promise;
}

/** What a test left running and failed afterwards sets the code of the process, and belongs to no test any more. */
async function sayIfDirty(): Promise<void> {
  if (!process.exitCode) return;
  process.exitCode = undefined;
  await new Promise<unknown>((done) => process.send?.({ dirty: true } satisfies Dirty, undefined, undefined, done));
}
