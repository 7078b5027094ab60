// Guards: stored answers are in daily parts that are dropped whole, and a key belongs to its caller across parts.
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { testApp, testLog } from "../testing/index.ts";
import { openDb, type Tx } from "./postgres/db.ts";
import { againIfTaken, findAnswer, keepAnswers, requestKey } from "./http/entry/idempotency.ts";
import { LOGINS, urlAs } from "./postgres/logins.ts";

const app = await testApp();
const { owner } = app;
const { web } = app.dbs;
// As another process has it.
const other = openDb({ url: urlAs(app.url, { login: LOGINS.web }), log: testLog, poolSize: 2 });
after(() => other.close());

let asked = 0;
const newKey = (principal = "user:1") =>
  requestKey({ principal, key: `part-key-${++asked}`, route: "POST /somewhere", body: null });
const ANSWER = { status: 200, body: '{"status":"success"}' };

/** What a call does under its key. True when it was the first. */
const once = (key: ReturnType<typeof newKey>, meanwhile?: () => Promise<unknown>) => async (tx: Tx) => {
  if (await findAnswer(tx, key)) return false;
  await meanwhile?.();
  keepAnswers(tx, [{ key, answer: ANSWER }]);
  return true;
};

const numbers = async (text: string) => (await owner.query<{ n: number }>(text)).rows.map(({ n }) => n);
const parts = () => numbers("select part as n from idempotency_key_parts order by part");
const partOf = async ({ key }: { key: string }) =>
  numbers(`select part as n from idempotency_keys where key = '${key}'`);
const passTime = (text: string) =>
  owner.query("update idempotency_key_parts set began_at = began_at - $1::interval", [text]);
const nextDay = async () => {
  await passTime("24 hours");
  await app.runJob("keep-parts");
};

/** A part that began today, and no other. */
beforeEach(async () => {
  await passTime("100 days");
  await app.runJob("keep-parts");
  await app.runJob("keep-parts");
  assert.equal((await parts()).length, 2, "the one that ended now is there for two days");
});

test("an answer is found again for two days at least, whatever parts have begun since, and dropped with its part", async () => {
  const key = newKey();
  await web.tx(once(key));
  const [written] = await partOf(key);
  for (let day = 0; day < 2; day++) {
    await nextDay();
    assert.deepEqual(await web.tx((tx) => findAnswer(tx, key)), ANSWER, `${day} days after its part has ended`);
    assert.equal(await web.tx(once(newKey())), true);
  }
  await nextDay();
  assert.equal(await web.tx((tx) => findAnswer(tx, key)), undefined);
  assert.ok(!(await parts()).includes(written ?? -1));
  assert.equal((await parts()).length, 3);
  assert.equal(
    (await owner.query("select to_regclass($1) as gone", [`idempotency_keys_${written}`])).rows[0].gone,
    null,
  );
});

test("no part is dropped before its last answer is two days old, also where a part was used for longer", async () => {
  await passTime("10 days");
  const key = newKey();
  await web.tx(once(key));
  await app.runJob("keep-parts");
  await passTime("47 hours");
  await app.runJob("keep-parts");
  assert.deepEqual(await web.tx((tx) => findAnswer(tx, key)), ANSWER);
});

test("a part begins between calls: who has looked for a key keeps it in the part where it looked", async () => {
  await passTime("24 hours");
  const key = newKey();
  const before = await parts();
  const first = await web.tx(
    once(key, async () => {
      const begun = performance.now();
      await app.runJob("keep-parts");
      assert.ok(performance.now() - begun < 3000, "nobody waits behind it for long");
      assert.deepEqual(await parts(), before, "the call is under way");
    }),
  );
  assert.equal(first, true);
  await app.runJob("keep-parts");
  assert.equal((await parts()).at(-1), (before.at(-1) ?? 0) + 1);
  assert.deepEqual(await partOf(key), [before.at(-1)]);
  assert.equal(await other.tx(once(key)), false, "another process finds it from the next part");
});

test("one key of two processes has one effect while parts begin all the time", async () => {
  const isOver = new AbortController();
  // A day at most passes in a round: an answer is there for two of them, however slow its round.
  let days = 0;
  let begun = 0;
  const turning = (async () => {
    while (!isOver.signal.aborted) {
      await pause(2);
      if (days >= begun) continue;
      days += 1;
      await passTime("24 hours");
      await app.runJob("keep-parts");
    }
  })();
  // Without the lock that a call of its own takes: as the calls of a commit group, which only the table keeps apart.
  const grouped = (key: ReturnType<typeof newKey>) => async (tx: Tx) => {
    const [found] = await tx.rows`select from idempotency_keys where key = ${key.key}`;
    if (found) return false;
    await pause(asked % 5);
    keepAnswers(tx, [{ key, answer: ANSWER }]);
    return true;
  };
  try {
    for (let round = 0; round < 60; round++) {
      const key = newKey();
      begun += 1;
      const did = await Promise.all(
        [web, other].map((db, place) =>
          pause((asked * (2 + place)) % 5).then(() => againIfTaken(() => db.tx(grouped(key)))),
        ),
      );
      assert.deepEqual(did.sort(), [false, true], `round ${round}`);
      assert.equal((await partOf(key)).length, 1);
    }
  } finally {
    isOver.abort();
    await turning;
  }
  assert.ok((await parts()).length >= 3, "parts have begun meanwhile");
});

test("the web's role chooses no part, stores one answer under a key, and deletes none; no other role sees them", async () => {
  const key = newKey();
  const keep = (tx: Tx) => tx.rows`
    insert into idempotency_keys (principal, key, route, body_hash, status, answer, created_at)
    values ('user:1', ${key.key}, 'POST /somewhere', 'h', 200, '{}', now())`;
  const choose = (tx: Tx) => tx.rows`
    insert into idempotency_keys (principal, key, route, body_hash, status, answer, created_at, part)
    values ('user:1', ${key.key}, 'POST /somewhere', 'h', 200, '{}', now(), 0)`;
  await assert.rejects(web.tx(choose), /permission denied/);
  await web.tx(keep);
  await assert.rejects(web.tx(keep), { code: "23505" });
  await assert.rejects(
    web.tx((tx) => tx.rows`delete from idempotency_keys`),
    /permission denied/,
  );
  await assert.rejects(
    web.tx((tx) => tx.rows`select keep_answer_parts()`),
    /permission denied/,
  );
  for (const db of [app.dbs.worker, app.dbs.chain])
    await assert.rejects(
      db.tx((tx) => tx.rows`select from idempotency_keys`),
      /permission denied/,
    );
});
