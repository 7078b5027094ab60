/**
 * What drawing reads of the session. Drawing is a function of what it reads: what was drawn for one person is the same for
 * every user with the same values.
 */
import type { SessionUser } from "#contract/platform/page.ts";

export type NotedSession = {
  /** Given to what draws, in place of the session. */
  readonly session: SessionUser | null;
  /** Whether drawing for this one would have read the same. */
  isSameFor(other: SessionUser | null): boolean;
};

export function noteReads(session: SessionUser | null): NotedSession {
  if (session === null) return { session, isSameFor: (other) => other === null };
  const read = new Map<string | symbol, string>();
  const noted = new Proxy(session, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      read.set(name, textOf(value));
      return value;
    },
  });
  return {
    session: noted,
    isSameFor: (other) =>
      other !== null && [...read].every(([name, value]) => textOf(Reflect.get(other, name)) === value),
  };
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "undefined";
