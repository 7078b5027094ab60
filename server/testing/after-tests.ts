/**
 * Closes what a test file has opened when its tests are over. node:test finds the suite of a hook by the promise that was awaited last:
 * after one that an earlier file of the process has made (a program that was searched for once, a browser that both use) that is the
 * suite of the earlier file, which has ended, and what the hook should close outlived the run.
 */
import { after } from "node:test";

type Close = () => unknown;

let opened: Close[] | undefined;

/** What was opened first is closed first. Inside a test it is closed after that test. */
export function afterTests(close: Close): void {
  if (opened) opened.push(close);
  else after(close);
}

/** Loads something, and answers what closes all that it opened meanwhile. One that cannot be closed keeps no other open. */
export function loading<T>(load: () => Promise<T>): { readonly loaded: Promise<T>; close(): Promise<void> } {
  const own: Close[] = [];
  const outer = opened;
  opened = own;
  return {
    loaded: load().finally(() => {
      opened = outer;
    }),
    async close() {
      const faults: unknown[] = [];
      for (const close of own) {
        try {
          await close();
        } catch (fault) {
          faults.push(fault);
        }
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
