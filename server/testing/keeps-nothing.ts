/** For a process that keeps nothing, so that all it answers is read and drawn now: it never learns what changes. */
import type { Db } from "../platform/postgres/db.ts";

/** Give it to makeApp instead of the database. The hub listens by `listen`; only who looks for changes wants a connection. */
export function withoutLooks(to: Db): Db {
  return { ...to, connect: () => Promise.reject(new Error("nobody looks")) };
}
