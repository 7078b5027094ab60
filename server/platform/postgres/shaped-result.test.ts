// Guards: rows of prepared statements are what the driver makes of them, every type and time; another database's columns too.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { testDb } from "../../testing/index.ts";
import { queryRows, types } from "./shaped-result.ts";

const { url } = await testDb();

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const EVERYTHING = `
  select n, n::int8 as long, n / 3.0 as part, n::float8 as real, n % 2 = 0 as even, 'it''s ' || n as words,
    case when n = 2 then null else timestamptz '2026-11-22 10:11:12.345678+00' + n * interval '1 hour' end as at,
    timestamptz 'infinity' as never, array[n, n + 1]::int8[] as longs, array['a', null] as texts,
    jsonb_build_object('n', n) as object, '\\x00ff'::bytea as bytes, n as "__proto__x", date '2026-11-22' as day
  from generate_series(1, $1) as n
  order by n`;

test("a row of a prepared statement has what the driver would have made of it", async () => {
  await withClient(async (client) => {
    const plain = await client.query({ text: EVERYTHING, values: [3], types });
    for (let time = 0; time < 2; time++) {
      const shaped = await queryRows(client, { text: EVERYTHING, name: "everything", values: [3] });
      assert.deepEqual(
        shaped.map((row) => ({ ...row })),
        plain.rows.map((row) => ({ ...row })),
      );
      assert.deepEqual(Object.keys(shaped[0] ?? {}), Object.keys(plain.rows[0]));
    }
  });
});

test("instants of two rows that are the same are two dates: changing one changes no other", async () => {
  const rows = await withClient((client) =>
    queryRows<{ at: Date }>(client, {
      text: "select now() as at from generate_series(1, $1)",
      name: "instants",
      values: [2],
    }),
  );
  const [one, other] = rows.map(({ at }) => at);
  assert.deepEqual(one, other);
  one?.setFullYear(1999);
  assert.notDeepEqual(one, other);
});

test("a table that has a column of the same name and another type is read by its own type", async () => {
  const read = (type: string) =>
    withClient(async (client) => {
      await client.query(`create temporary table things (id ${type})`);
      await client.query("insert into things values (7)");
      return queryRows<{ id: unknown }>(client, { text: "select id from things", name: "things", values: [] });
    });
  assert.deepEqual((await read("int8"))[0]?.id, 7n);
  assert.deepEqual((await read("text"))[0]?.id, "7");
});

test("what fails says where it was asked, and the next statement is answered", async () => {
  await withClient(async (client) => {
    const wrong = queryRows(client, { text: "select 1 / $1::int as share", name: "share", values: [0] });
    await assert.rejects(wrong, (error: Error & { code?: string }) => {
      assert.equal(error.code, "22012");
      assert.match(error.stack ?? "", /shaped-result\.test\.ts/);
      return true;
    });
    const [row] = await queryRows<{ share: number }>(client, {
      text: "select 1 / $1::int as share",
      name: "share",
      values: [1],
    });
    assert.equal(row?.share, 1);
  });
});

test("columns beyond fifty are all there", async () => {
  const names = Array.from({ length: 70 }, (_, index) => `c${index}`);
  const text = `select ${names.map((name, index) => `${index} as ${name}`).join(", ")} where $1`;
  const [row] = await withClient((client) =>
    queryRows<Record<string, number>>(client, { text, name: "wide", values: [true] }),
  );
  assert.deepEqual(
    Object.values(row ?? {}),
    names.map((_, index) => index),
  );
});
