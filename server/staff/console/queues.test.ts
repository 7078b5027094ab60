// Guards: nothing of the staff's queues is out of reach: each is read on from where a page ends, whatever joins or leaves it
// meanwhile, and is narrowed by kind, country, reason and person. Histories are read to their beginning.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listAnnouncements } from "#contract/staff/announcements.ts";
import { listFlagChanges, listFlagPeople, listFlags, listSettingChanges } from "#contract/staff/console.ts";
import type { QueryOf } from "#contract/platform/endpoint.ts";
import { listErrors } from "#contract/platform/errors/error-reports.ts";
import { listRecoveries } from "#contract/compliance/recovery/recovery.ts";
import { listRestrictions } from "#contract/compliance/restrictions.ts";
import { listStaffVerifications } from "#contract/compliance/verification/verification.ts";
import { everySlice } from "../../testing/every-slice.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { aUser, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;
const ada = await aNamedUser(app, "admin");
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
    (await everySlice(list, ({ caseNumber }) => meanwhile(caseNumber))).map(({ caseNumber }) => caseNumber);
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
  isWhole((await everySlice(list)).map(({ reference }) => reference));
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
  isWhole((await everySlice(list)).map(({ reference }) => reference));
  for (const filter of [{ who }, { code: "00000007" }] as const)
    assert.deepEqual(
      (await list(filter)).rows.map(({ reference }) => reference),
      ["recovery007"],
    );
});

test("every kind of error is reached, by source and by what its place or message says, though one comes again meanwhile", async () => {
  await owner.query(
    `insert into error_kinds (source, place, mark, message, times, first_at, last_at)
     select case when n = 7 then 'job' else 'call' end, '/rest/v1/number' || n, lpad(n::text, 64, '0'),
       case when n = 7 then '100% Broken_here' else 'it failed' end, 1, market_now(), market_now() - (n / 3) * interval '1 minute'
     from generate_series(1, $1) as n`,
    [MANY],
  );
  const list = async (query: NonNullable<QueryOf<typeof listErrors>>) => {
    const { kinds, next } = (await ada.client.call(listErrors, { query })).data;
    return { rows: kinds, next };
  };
  const placesOf = (rows: readonly { readonly place: string }[]) => rows.map(({ place }) => place);
  const again = ({ id }: { readonly id: string }) =>
    owner.query("update error_kinds set last_at = market_now() + interval '1 minute' where id = $1", [id]);
  isWhole(placesOf(await everySlice(list, again)));
  for (const filter of [{ source: "job" }, { about: "NUMBER7" }, { about: "0% broken_h" }] as const)
    assert.ok(placesOf((await list(filter)).rows).includes("/rest/v1/number7"), JSON.stringify(filter));
  assert.deepEqual(
    placesOf((await list({ about: "% broken_" })).rows),
    ["/rest/v1/number7"],
    "no letter is a wildcard",
  );
  assert.deepEqual((await list({ state: "resolved" })).rows, []);
  const done = ({ id }: { readonly id: string }) =>
    owner.query("update error_kinds set resolved_at = market_now(), resolved_by = $2 where id = $1", [id, ada.id]);
  isWhole(placesOf(await everySlice(list, done)));
});

test("every announcement is reached, by its author, its kind, and whether it is current", async () => {
  const ben = await aNamedUser(app, "admin");
  await owner.query(
    `insert into announcements (kind, texts, starts_at, ends_at, made_by, made_at)
     select case when n = 7 then 'admin_alert' else 'maintenance' end, jsonb_build_object('en', n::text),
       market_now() + case when n = 7 then 1 else -2 end * interval '1 hour',
       market_now() + case when n = 7 then 2 else -1 end * interval '1 hour', case when n = 7 then $2::bigint else $3::bigint end,
       market_now()
     from generate_series(1, $1) as n`,
    [MANY, ben.id, ada.id],
  );
  const list = async (query: NonNullable<QueryOf<typeof listAnnouncements>>) =>
    (await ada.client.call(listAnnouncements, { query })).data;
  const another = () =>
    owner.query(
      `insert into announcements (kind, texts, starts_at, ends_at, made_by, made_at)
       select 'maintenance', '{"en": "new"}', market_now(), market_now() + interval '1 hour', $1, market_now()`,
      [ada.id],
    );
  isWhole((await everySlice(list, another)).map(({ text }) => text.en));
  for (const filter of [{ who: ben.username }, { kind: "admin_alert" }, { state: "planned" }] as const)
    assert.deepEqual(
      (await list(filter)).rows.map(({ text }) => text.en),
      ["7"],
    );
  assert.deepEqual(
    (await list({ state: "shown" })).rows.map(({ text }) => text.en),
    ["new"],
  );
});

test("the history of a setting, and of a feature, is read to its beginning", async () => {
  await owner.query(
    `insert into setting_changes (name, value, changed_at, changed_by, reason)
     select 'offers.max_active', to_jsonb(n), market_now(), $2, 'one of many' from generate_series(1, $1) as n`,
    [MANY, ada.id],
  );
  const settings = await everySlice(
    async (after) =>
      (await ada.client.call(listSettingChanges, { query: { name: "offers.max_active", ...after } })).data,
  );
  assert.deepEqual(
    settings.map(({ value }) => value).reverse(),
    Array.from({ length: MANY }, (_, n) => n + 1),
  );
  await owner.query(
    `insert into feature_flag_changes (name, value, reason, changed_by, changed_at)
     select 'isNewbieOffersEnabled', (n % 100)::text, 'one of many ' || n, $2, market_now() from generate_series(1, $1) as n`,
    [MANY, ada.id],
  );
  const flags = await everySlice(
    async (after) =>
      (await ada.client.call(listFlagChanges, { query: { name: "isNewbieOffersEnabled", ...after } })).data,
  );
  isWhole(flags.map(({ reason }) => reason));
});

test("all users for whom a feature is switched by name are listed, in the order of their names", async () => {
  await owner.query(
    `insert into feature_flag_users (name, user_id, is_on)
     select 'isNewbieOffersEnabled', id, n <> 7 from unnest($1::bigint[]) with ordinality as person (id, n)`,
    [people],
  );
  const list = async (after: { readonly after?: string }) =>
    (await ada.client.call(listFlagPeople, { query: { name: "isNewbieOffersEnabled", ...after } })).data;
  const flag = (await ada.client.call(listFlags)).data.find(({ name }) => name === "isNewbieOffersEnabled");
  assert.deepEqual([flag?.people.length, flag?.peopleTotal], [5, MANY]);
  const leave = ({ username }: { readonly username: string }) =>
    owner.query("delete from feature_flag_users where user_id = (select id from users where username = $1)", [
      username,
    ]);
  const found = await everySlice(list, leave);
  isWhole(found.map(({ username }) => username));
  assert.deepEqual(
    found.filter(({ isOn }) => !isOn),
    [{ username: who, isOn: false }],
  );
});
