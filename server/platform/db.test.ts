// Guards: connections that the database ends at any moment cost their own call only, never the process.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDb } from "../testing/database.ts";
import { openDb } from "./db.ts";
import { openLog } from "./log.ts";

const { owner, url } = await testDb();
const db = openDb({ url, role: "parley_app", log: openLog({ level: "silent" }), poolSize: 8 });
after(() => db.close());

const END_ALL = `select pg_terminate_backend(pid)
  from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

test("calls survive that every connection is ended again and again under them", async () => {
  let answered = 0;
  for (let round = 0; round < 60; round++) {
    const calls = Promise.allSettled(
      Array.from({ length: 16 }, (_, at) =>
        at % 2 === 0
          ? db.read((tx) => tx.rows`select pg_sleep(0.001)`)
          : db.tx(async (tx) => {
              await tx.rows`select 1`;
              await new Promise((done) => setTimeout(done, round % 5));
              await tx.rows`select 2`;
            }),
      ),
    );
    await new Promise((done) => setTimeout(done, round % 7));
    await owner.query(END_ALL);
    for (const call of await calls) if (call.status === "fulfilled") answered += 1;
  }
  assert.ok(answered > 0);
  // The pool may still hold connections that are dead and do not know it: each costs one call.
  const last = await Promise.allSettled(Array.from({ length: 12 }, () => db.read((tx) => tx.rows`select 1`)));
  assert.ok(last.some(({ status }) => status === "fulfilled"));
});
