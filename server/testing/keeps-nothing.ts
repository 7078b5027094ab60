/** For a process that keeps nothing, so that all it answers is read and drawn now: it never learns what changes. */
import type { Db } from "../platform/postgres/db.ts";

/** Give it to makeApp instead of the database. The second connection that it wants is the hub's, the others would look. */
export function withoutLooks(to: Db): Db {
  let asked = 0;
  const connect = () => {
    asked += 1;
    return asked === 2 ? to.connect() : Promise.reject(new Error("nobody looks"));
  };
  return { ...to, connect };
}
