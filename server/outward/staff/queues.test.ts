// Guards: nothing of the staff's queues is out of reach: each is read on from where a page ends, whatever joins or leaves it
// meanwhile, and is narrowed by kind, country, reason and person.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueryOf } from "#contract/endpoint.ts";
import { listRecoveries } from "#contract/recovery.ts";
import { listRestrictions } from "#contract/restrictions.ts";
import { listStaffVerifications } from "#contract/verification.ts";
import { everyPage } from "../../testing/every-page.ts";
import { somebody } from "../../testing/restrictions.ts";
import { aUser, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;
const ada = await somebody(app, "admin");
const MANY = 120;
const people = await app.db.tx(async (tx) => {
  const made: bigint[] = [];
  for (let n = 0; n < MANY; n++) made.push(await aUser(tx));
  return made;
});
const SEVENTH = 7;
const { rows: named } = await owner.query("select username from users where id = $1", [people[SEVENTH - 1]]);
const who: string = named[0].username;

await owner.query(
  `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
   select id, case when n = 7 then 'frozen' else 'suspended' end, case when n = 7 then 'chargeback' else 'terms_breach' end,
     'case' || n, market_now() + (n / 3) * interval '1 day', market_now()
   from unnest($1::bigint[]) with ordinality as person (id, n)`,
  [people],
);
await owner.query(
  `insert into verifications
     (user_id, reference, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at)
   select id, 'reference' || lpad(n::text, 3, '0'), case when n = 7 then 'address' else 'id' end, 'pending',
     case when n = 7 then 'PRT' else 'DEU' end, case when n = 7 then 'bank_statement' else 'passport' end, '\\x00',
     market_now(), market_now() - (n / 3) * interval '1 day'
   from unnest($1::bigint[]) with ordinality as person (id, n)`,
  [people],
);

const isWhole = (keys: readonly string[]) => assert.deepEqual([keys.length, new Set(keys).size], [MANY, MANY]);

test("every restriction is reached, page by page, and no one twice", async () => {
  const list = async (query: NonNullable<QueryOf<typeof listRestrictions>>) =>
    (await ada.client.call(listRestrictions, { query: { queue: "standing", ...query } })).data;
  const numbers = async (meanwhile: (last: string) => Promise<unknown>) =>
    (await everyPage(list, ({ caseNumber }) => meanwhile(caseNumber))).map(({ caseNumber }) => caseNumber);
  // What moves to the end of the queue, or leaves it, takes nothing with it: it alone is met again.
  const kept = await numbers((last) =>
    owner.query("update user_restrictions set review_at = review_at + interval '1 year' where case_number = $1", [
      last,
    ]),
  );
  assert.deepEqual([kept.length, new Set(kept).size, kept.at(-1)], [MANY + 1, MANY, kept[49]]);
  isWhole(
    await numbers((last) =>
      owner.query("update user_restrictions set lifted_at = market_now() where case_number = $1", [last]),
    ),
  );
  for (const filter of [{ who }, { state: "frozen" }, { reason: "chargeback" }] as const) {
    const { rows, next } = await list(filter);
    assert.deepEqual([rows.map(({ caseNumber }) => caseNumber), next], [["case7"], null]);
  }
});

test("every document is reached, page by page, by kind, country and person", async () => {
  const list = async (query: NonNullable<QueryOf<typeof listStaffVerifications>>) =>
    (await ada.client.call(listStaffVerifications, { query })).data;
  isWhole((await everyPage(list)).map(({ reference }) => reference));
  for (const filter of [{ who }, { kind: "address" }, { country: "PRT" }] as const) {
    const { rows, next } = await list(filter);
    assert.deepEqual([rows.map(({ reference }) => reference), next], [["reference007"], null]);
  }
});

test("every recovery is reached, page by page, by account and by the code of its case", async () => {
  await owner.query(
    `insert into account_recoveries
       (reference, code, status, user_id, details_sealed, email_sealed, email_index, account_mark, account_name, lang, started_at,
        submitted_at, confirmed_at, secret_hash)
     select 'recovery' || lpad(n::text, 3, '0'), lpad(n::text, 8, '0'), 'pending', id, '\\x00', '\\x00', sha256(n::text::bytea),
       sha256('a'), 'somebody', 'en', market_now(), market_now(), market_now(), 'secret' || n
     from unnest($1::bigint[]) with ordinality as person (id, n)`,
    [people],
  );
  const list = async (query: NonNullable<QueryOf<typeof listRecoveries>>) =>
    (await ada.client.call(listRecoveries, { query })).data;
  isWhole((await everyPage(list)).map(({ reference }) => reference));
  for (const filter of [{ who }, { code: "00000007" }] as const)
    assert.deepEqual(
      (await list(filter)).rows.map(({ reference }) => reference),
      ["recovery007"],
    );
});
