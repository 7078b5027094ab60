// Guards: what is kept for a time is there until its last moment and gone after it, by the market's clock; what an open case or a
// running trade needs stays, and so do the ledger, the receipt and the chain of staff acts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listMessages, postMessage } from "#contract/market/trades/chat.ts";
import { saveSettings } from "#contract/people/accounts.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { MODULES } from "../../modules.ts";
import { aMarket, aTrade, aPerson, freshRates, signIn, type TestMarket, testApp } from "../../testing/index.ts";
import { openDisputeAndTake } from "../../testing/market/disputes.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";
import { eraseOld } from "./erase-old.ts";

const app = await testApp();
const { owner, db, moveClock, runJob } = app;
const DAY = 86_400_000;
const SECRET_WORDS = "the account is 12 34 56";
const erase = () => runJob("erase-by-age");
const keptFiles = () =>
  readdirSync(join(app.config.dataDir, "files"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;

/** A trade with words and a file of each side. */
async function aTalk(market: TestMarket, hash: string): Promise<void> {
  const params = { id: hash };
  for (const { client } of [market.buyer, market.seller]) {
    const { id, code } = await uploadAs(app, client, await aPicture());
    assert.equal(code, "");
    assert.equal((await client.call(postMessage, { params, body: { text: "seen?", upload_id: id } })).status, 200);
  }
}

/** Sessions end long before five years are over. */
async function backAgain(market: TestMarket): Promise<TestMarket> {
  await freshRates(app);
  const again = async ({ id }: TestMarket["buyer"]) => ({
    id,
    client: app.client(await db.tx((tx) => signIn(tx, id))),
  });
  return { ...market, buyer: await again(market.buyer), seller: await again(market.seller) };
}

const endedAt = async (hash: string, at: string) =>
  owner.query(`update trades set ended_at = market_now() - $2::interval where hash = $1`, [hash, at]);
const counted = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await owner.query(`select (${sql})::int as many`, values)).rows[0].many;
const messagesOf = (hash: string) =>
  counted(`select count(*) from chat_messages join trades on trades.id = trade_id where hash = $1`, hash);

test("a conversation is there for five years after its trade, and then it says that it was deleted", async () => {
  const market = await aMarket(app, {
    trade_details: SECRET_WORDS,
    payment_method: "other-bank-transfer",
    bank_reference_message: { type: "exact_message", message: "Invoice 7" },
    ...{ payment_country: "DE", payment_subdivision: "Sachsen", payment_city: "Leipzig" },
  });
  const hash = await aTrade(market, "released");
  await aTalk(market, hash);
  const referred = "select count(*) from trades where bank_reference = 'Invoice 7'";
  const placed = "select count(*) from trades where payment_city = 'Leipzig' or payment_subdivision = 'Sachsen'";
  assert.deepEqual([await counted(referred), await counted(placed)], [1, 1]);
  const files = keptFiles();
  await moveClock((5 * 365 - 1) * DAY);
  await erase();
  const before = await backAgain(market);
  const first = await before.buyer.client.call(listMessages, { params: { id: hash } });
  assert.equal(first.data.filter(({ attachment }) => attachment).length, 2);
  assert.equal(first.meta.blockReason, "ChatNotAvailableAfterTradeCompleted");

  // One leap day is between them, or two.
  await moveClock(4 * DAY);
  await erase();
  const { data, meta } = await before.buyer.client.call(listMessages, { params: { id: hash } });
  assert.deepEqual([...new Set(data.map(({ type }) => type))], ["system"], "the steps of the trade stay");
  assert.equal(meta.blockReason, "ChatErased");
  const late = await before.seller.client.call(postMessage, { params: { id: hash }, body: { text: "hello again" } });
  assert.equal(late.code, "chat.blocked");
  assert.deepEqual(late.body.context, { reason: "ChatErased" });
  const { data: trade } = await before.buyer.client.call(getTrade, { params: { id: hash } });
  assert.ok(!JSON.stringify(trade).includes(SECRET_WORDS));
  assert.deepEqual([await counted(referred), await counted(placed)], [0, 0]);
  assert.equal(await counted("select count(*) from uploads"), 0);
  assert.ok(keptFiles() < files, "its files are gone with it");
  assert.equal(await counted("select count(*) from retention_files"), 0);
  assert.ok((await counted("select count(*) from journals where kind like 'trade_%'")) > 0, "the ledger stays");
});

test("a case in progress, and a trade that runs, keep their words however old they are", async () => {
  const market = await aMarket(app);
  const [open, decided, running] = [
    await openDisputeAndTake(market),
    await openDisputeAndTake(market, { winner: "buyer" }),
    await aTrade(market, "paid"),
  ];
  for (const hash of [open, decided, running]) await aTalk(market, hash);
  await endedAt(decided, "5 years 1 second");
  // However it came about: a case that is open although its trade says that it is over.
  await owner.query("update trades set ended_at = market_now() - interval '6 years' where hash = $1", [open]);
  await owner.query("update retention_marks set up_to = '-infinity', last_id = 0");
  await erase();
  assert.deepEqual([await messagesOf(open), await messagesOf(decided), await messagesOf(running)].map(Boolean), [
    true,
    false,
    true,
  ]);
  const { rows } = await owner.query(
    "select body, note, outcome from disputes where trade_hash = any ($1) order by id",
    [[open, decided]],
  );
  assert.match(rows[0].body, /I paid/);
  assert.deepEqual(rows[1], { body: "", note: null, outcome: "buyer" });
});

test("a longer time that the operator sets is kept", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "released");
  await aTalk(market, hash);
  await endedAt(hash, "5 years 1 day");
  await owner.query(
    "insert into settings (name, value, changed_at) values ('retention.chat_years', '6', market_now())",
  );
  await owner.query("update retention_marks set up_to = '-infinity'");
  await erase();
  assert.ok((await messagesOf(hash)) > 0);
  await owner.query("delete from settings where name = 'retention.chat_years'");
  await erase();
  assert.equal(await messagesOf(hash), 0);
});

test("a file that nobody posted goes after a month, and takes nothing of the same bytes with it", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market);
  const picture = await aPicture({ background: "#123456" });
  const loose = await uploadAs(app, market.buyer.client, picture);
  const posted = await uploadAs(app, market.buyer.client, picture);
  const params = { id: hash };
  await market.buyer.client.call(postMessage, { params, body: { text: "", upload_id: posted.id } });
  await owner.query("update retention_marks set last_id = 0");
  const age = (days: string) =>
    owner.query("update uploads set created_at = market_now() - $2::interval where hash = any ($1)", [
      [loose.id, posted.id],
      days,
    ]);
  const get = async (url: string) =>
    (await app.app.fastify.inject({ url, headers: { cookie: `parley=${market.buyer.client.token}` } })).statusCode;
  await age("29 days 23:59:00");
  await erase();
  assert.deepEqual([await get(loose.url), await get(posted.url)], [200, 200]);
  await age("30 days 00:01:00");
  await erase();
  assert.deepEqual([await get(loose.url), await get(posted.url)], [404, 200]);
});

test("records of a year go after it: notifications with their sends, emails, sessions, refusals of the signer", async () => {
  const { id } = await aPerson(app);
  const AGES = ["364 days 23:59:00", "365 days 00:01:00"];
  await owner.query("delete from notification_sends; delete from notifications; delete from mails");
  for (const age of AGES.toReversed()) {
    await owner.query(
      `with notice as (
         insert into notifications (user_id, kind, subject, link, at) values ($1, 'trade_paid', $2::text, '/', market_now() - $2::text::interval)
         returning id)
       insert into notification_sends (notification_id, channel, next_at) select id, 'app', market_now() from notice`,
      [id, age],
    );
    await owner.query(
      `insert into mails (dedupe_key, to_address, subject, body_text, created_at, next_at)
       values ($1::text, '', '', '', market_now() - $1::text::interval, market_now())`,
      [age],
    );
    await owner.query(
      `insert into signer_refusals (code, purpose, payment, hour, last_at, times)
       values ($1::text, 'send_out', '', date_trunc('hour', market_now() - $1::text::interval), market_now() - $1::text::interval, 1)`,
      [age],
    );
    await owner.query(
      `insert into sessions (user_id, public_id, token_hash, token_at, created_at, seen_at, expires_at, ended_at, ip, user_agent, idle_hours)
       select $1, $2::text, convert_to($2::text, 'utf8'), at, at, at, at, at, '', '', 24 from (select market_now() - $2::text::interval as at) as made`,
      [id, age],
    );
  }
  await erase();
  const left = async (sql: string) => (await owner.query(sql)).rows.map(({ age }) => age);
  for (const sql of [
    "select subject as age from notifications",
    "select notice.subject as age from notification_sends sent join notifications notice on notice.id = notification_id",
    "select dedupe_key as age from mails",
    "select code as age from signer_refusals where code like '% days %'",
    "select public_id as age from sessions where public_id like '% days %'",
  ])
    assert.deepEqual(await left(sql), [AGES[0]], sql);
});

test("codes, links and quotes that nobody used go after a month, and a browser whose session is over after a day", async () => {
  const { id, client } = await aPerson(app);
  assert.equal((await client.call(saveSettings, { body: { bio: "here" } })).status, 200);
  const AGES = ["31 days", "29 days"];
  for (const age of AGES) {
    await owner.query(
      `insert into sent_codes (user_id, channel, subject, code_mark, made_at, expires_at, tries_left)
       select $1, 'sms', $2, '\\x00', at, at, 1 from (select market_now() - $2::text::interval as at) as made`,
      [id, age],
    );
    await owner.query(
      `insert into password_resets (token_hash, user_id, changes, made_at, expires_at)
       select $2, $1, 0, at - interval '1 hour', at from (select market_now() - $2::text::interval as at) as made`,
      [id, age],
    );
    await owner.query(
      `insert into send_out_quotes (hash, user_id, currency, units, fee_units, usd_value, destination, created_at, expires_at)
       select $2, $1, 'BTC', 1000, 10, 1, 'nowhere', at, at from (select market_now() - $2::text::interval as at) as made`,
      [id, age],
    );
  }
  const device = async (hash: string, ended: string) =>
    owner.query(
      `with session as (
         insert into sessions (user_id, public_id, token_hash, token_at, created_at, seen_at, expires_at, ip, user_agent, idle_hours)
         select $1, $2::text, convert_to($2::text, 'utf8'), at, at, at, at, '', '', 24 from (select market_now() - $3::text::interval as at) as made
         returning id)
       insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
       select $1, id, $2, '', '', '', market_now() from session`,
      [id, hash, ended],
    );
  await device("gone", "1 day 00:01:00");
  await device("still notified", "23:59:00");
  await erase();
  for (const [table, column] of [
    ["sent_codes", "subject"],
    ["password_resets", "token_hash"],
    ["send_out_quotes", "hash"],
  ] as const)
    assert.deepEqual(
      (await owner.query(`select ${column} as age from ${table} where ${column} = any ($1)`, [AGES])).rows,
      [{ age: "29 days" }],
      table,
    );
  const { rows } = await owner.query("select endpoint_hash from push_devices where user_id = $1", [id]);
  assert.deepEqual(rows, [{ endpoint_hash: "still notified" }]);
});

test("words of staff acts go after five years, and the chain still verifies", async () => {
  const { id } = await aPerson(app);
  const act = (reason: string, age: string) =>
    owner.query("select add_staff_act($1, 'user.note', 'ada: warned', $2, market_now() - $3::interval)", [
      id,
      reason,
      age,
    ]);
  await act("said by Ada Byron", "5 years 00:01:00");
  await act("of this year", "4 years");
  await erase();
  const { rows } = await owner.query("select subject, reason, salt is null as is_erased from staff_acts order by id");
  const [old, young, noted] = rows.slice(-3);
  assert.deepEqual(old, { subject: "", reason: "", is_erased: true });
  assert.equal(young.reason, "of this year");
  assert.match(noted.subject, /^\d+-\d+$/, "that it was done is an act");
  const { rows: links } = await owner.query(
    `select count(*)::int as broken from (
       select act.*, lag(digest) over (order by id) as last from staff_acts act) as act
     where digest <> staff_act_link(staff_id, act, subject_commitment, reason_commitment, at, previous)
       or (last is not null and last <> previous)`,
  );
  assert.equal(links[0].broken, 0);
});

test("a run is bounded, and the next one goes on where it ended", async () => {
  await owner.query("delete from notification_sends; delete from notifications");
  const { id } = await aPerson(app);
  await owner.query(
    `insert into notifications (user_id, kind, subject, link, at)
     select $1, 'trade_paid', 'x', '/', market_now() - interval '2 years' from generate_series(1, 20600)`,
    [id],
  );
  await eraseOld({ ...app.ports, db: app.dbs.worker }, MODULES, 0);
  assert.equal(await counted("select count(*) from notifications"), 600);
  await erase();
  assert.equal(await counted("select count(*) from notifications"), 0);
});

test("the web cannot erase: it has no function that does", async () => {
  await assert.rejects(
    db.tx((tx) => tx.rows`select 1`).then(() => app.dbs.web.tx((tx) => tx.rows`select erase_by_age('uploads', 1)`)),
    /permission denied/,
  );
});
