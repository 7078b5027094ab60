// Guards: an account closes when its owner has proved just that and its days are over, not before and not while something
// is open; then who they were is erased, what others need is kept, and a crash leaves all of it or nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listActivity } from "#contract/people/activity.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/compliance/closing.ts";
import { changeRelation, getUser, giveName, saveSettings } from "#contract/people/accounts.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import { changePassword, forgotPassword } from "#contract/people/sign-in/passwords.ts";
import { listTrades } from "#contract/market/trades/trade/trades.ts";
import { makeDemoPeople } from "../../demo/seed/people.ts";
import { accountOf, post } from "../../money/ledger/index.ts";
import { ids } from "../../platform/ids.ts";
import {
  aMarket,
  anOffer,
  aTrade,
  aUser,
  freshRates,
  giveCoins,
  signIn,
  start,
  TEST_PASSWORD,
  testApp,
} from "../../testing/index.ts";
import { giveTestPhone } from "../../testing/people/phone.ts";

const app = await testApp();
const { db, dbs, owner, moveClock, runJob } = app;
const DAY_MS = 86_400_000;
const PROOF = { kind: "close_account", id: "account" } as const;
const NAME = { first_name: "Grace", last_name: "Hopper", birth_date: "1986-12-09", country_iso: "US" };
let network = 1;
const browser = () => app.client("", `198.51.${network >> 8}.${network++ & 255}`);

async function aMember() {
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const client = browser();
  assert.equal((await client.call(auth.register, { body: { email, password: TEST_PASSWORD } })).status, 200);
  assert.equal((await client.call(giveName, { body: NAME })).status, 200);
  const { rows } = await owner.query(
    `update users set email_confirmed_at = market_now() where id = (select max(id) from users) returning id, username`,
  );
  const [{ id, username }] = rows as [{ id: string; username: string }];
  return { id: BigInt(id), username, email, client };
}
type Member = Awaited<ReturnType<typeof aMember>>;

const prove = ({ client }: Pick<Member, "client">) =>
  client.call(auth.prove, { body: { for: PROOF, password: TEST_PASSWORD } });
const ask = ({ client }: Pick<Member, "client">) => client.call(calls.askToClose, { body: { reason: "privacy" } });
async function asked(): Promise<Member> {
  const ada = await aMember();
  assert.equal((await prove(ada)).status, 200);
  const { status, code } = await ask(ada);
  assert.equal(status, 200, code);
  return ada;
}
const rowOf = async ({ id }: Pick<Member, "id">) =>
  (await owner.query("select * from users where id = $1", [id])).rows[0] as Record<string, unknown>;
const isClosed = async (ada: Member) =>
  (await owner.query("select from account_closures where user_id = $1 and closed_at is not null", [ada.id]))
    .rowCount === 1;
const asLogin = (login: "web" | "worker", text: string) =>
  dbs[login].tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

test("an account closes fourteen days after it was asked for with a proof, and not an hour before", async () => {
  const ada = await aMember();
  assert.equal((await ask(ada)).code, "auth.password_proof", "a session alone closes nothing");
  assert.equal((await prove(ada)).status, 200);
  const answer = await ask(ada);
  const { asked: standing, obstacles, waitDays } = answer.data;
  assert.deepEqual([answer.status, standing?.reason, obstacles, waitDays], [200, "privacy", [], 14]);
  assert.equal(Date.parse(standing?.dueAt ?? "") - Date.parse(standing?.at ?? ""), 14 * DAY_MS);
  assert.equal((await ask(ada)).code, "account.closing_exists");
  await moveClock(14 * DAY_MS - 3_600_000);
  await runJob("close-due-accounts");
  assert.ok(!(await isClosed(ada)));
  await moveClock(3_600_000);
  await runJob("close-due-accounts");
  assert.ok(await isClosed(ada));
});

test("of a closed account who it was is erased, nobody signs in to it, and nobody takes its name", async () => {
  const ada = await asked();
  await ada.client.call(changeRelation, { params: { username: "nobody" }, body: { action: "trusted" } });
  await owner.query("update users set sign_in_country = 'NG', usual_country = 'NG' where id = $1", [ada.id]);
  const [before] = [await rowOf(ada)];
  await moveClock(15 * DAY_MS);
  await runJob("close-due-accounts");
  const after = await rowOf(ada);
  for (const column of ["email_sealed", "email_index", "first_name_sealed", "last_name_sealed", "birth_date_sealed"])
    assert.notDeepEqual(after[column], before?.[column], column);
  assert.match(String(after.username), /^closed-[a-z0-9]{12}$/);
  assert.deepEqual([after.email_confirmed_at, after.bio, after.full_name_visibility], [null, "", "hidden"]);
  assert.deepEqual([after.sign_in_country, after.usual_country], [null, null]);
  const left = await owner.query(
    `select (select count(*) from credentials where user_id = $1) + (select count(*) from passkeys where user_id = $1)
       + (select count(*) from account_activity where user_id = $1) + (select count(*) from known_devices where user_id = $1)
       + (select count(*) from sessions where user_id = $1 and (ended_at is null or ip <> '' or user_agent <> '')) as rows`,
    [ada.id],
  );
  assert.equal(Number(left.rows[0].rows), 0);
  assert.equal((await ada.client.call(auth.listSessions)).status, 401);
  const body = { email: ada.email, password: TEST_PASSWORD };
  assert.equal((await browser().call(auth.login, { body })).code, "auth.wrong_credentials");
  await browser().call(forgotPassword, { body: { email: ada.email } });
  await app.deliverEvents();
  const mails = await owner.query("select subject from mails where to_address = $1 order by id", [ada.email]);
  assert.equal(mails.rows.at(-1)?.subject, "Your account is closed");
  assert.ok(!mails.rows.some(({ subject }) => subject === "Set a new password"));
  const again = { ...body, username: ada.username };
  assert.equal((await browser().call(auth.register, { body: again })).code, "auth.username_taken");
  assert.equal((await browser().call(auth.register, { body: { ...body } })).status, 200, "the email is free");
  assert.equal((await browser().call(getUser, { params: { username: ada.username } })).code, "account.not_found");
});

test("the city of an offer is erased with its other words, and its country stays", async () => {
  const ada = await aMember();
  await owner.query("update users set granted_level = 2 where id = $1", [ada.id]);
  await freshRates(app);
  const place = { payment_country: "DE", payment_subdivision: "Sachsen", payment_city: "Leipzig" };
  const offer = await db.tx((tx) => anOffer(tx, ada.id, { offer_type: "buy", offer_terms: "Be quick.", ...place }));
  await owner.query("select erase_user_from_offers($1)", [ada.id]);
  const { rows } = await owner.query(
    "select terms, payment_country, payment_subdivision, payment_city from offers where hash = $1",
    [offer],
  );
  assert.deepEqual(rows, [{ terms: "", payment_country: "DE", payment_subdivision: null, payment_city: null }]);
});

test("the telephone number of a closed account is erased with what was sent there, and is free for others", async () => {
  const ada = await asked();
  await giveTestPhone(app, ada.client, "+4915123456789");
  await owner.query("insert into factor_options values ($1, true, true, true, market_now(), true)", [ada.id]);
  await moveClock(15 * DAY_MS);
  await runJob("close-due-accounts");
  const { rows } = await owner.query(
    "select (select count(*) from phones where user_id = $1) + (select count(*) from phone_messages where user_id = $1) as rows",
    [ada.id],
  );
  assert.equal(Number(rows[0].rows), 0);
  const allowed = "select from events where type = 'account.texts_allowed' and subject = $1::text";
  assert.equal((await owner.query(allowed, [ada.id])).rowCount, 0, "no choice of a closed account is announced");
  await giveTestPhone(app, (await aMember()).client, "+4915123456789");
});

test("what a user wrote in an appeal is erased with their account, and what staff decided stays", async () => {
  const ada = await asked();
  const { rows } = await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'restricted', 'chargeback', 'case-of-appeal', market_now(), market_now()) returning id`,
    [ada.id],
  );
  await owner.query(
    "insert into restriction_appeals values ($1, 'I am Ada and I live here', market_now(), 'kept', null, market_now(), 'No.')",
    [rows[0].id],
  );
  await owner.query("update user_restrictions set lifted_at = market_now() where id = $1", [rows[0].id]);
  await moveClock(15 * DAY_MS);
  await runJob("close-due-accounts");
  const appeal = await owner.query("select words, answer from restriction_appeals where restriction_id = $1", [
    rows[0].id,
  ]);
  assert.deepEqual(appeal.rows, [{ words: "(erased with the account)", answer: "No." }]);
});

test("nobody is notified after their account is closed, and the addresses of their notifications are erased", async () => {
  const ada = await asked();
  await app.deliverEvents();
  await owner.query("insert into telegram_chats values ($1, $1, 'Ada', market_now())", [ada.id]);
  await owner.query("insert into telegram_codes values ($1::text, $1::text::bigint, market_now())", [String(ada.id)]);
  await owner.query("insert into notification_choices values ($1, 'trade_paid', '{web}', market_now())", [ada.id]);
  await owner.query("insert into email_stops values ($1, 'wallet', market_now())", [ada.id]);
  await owner.query(
    `with device as (
       insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
       select $1, max(id), $2, 'https://push.example/', '', '', market_now() from sessions where user_id = $1
       returning id)
     insert into notification_sends (notification_id, channel, device_id, next_at)
     select notifications.id, 'app', device.id, market_now()
     from notifications, device
     where user_id = $1`,
    [ada.id, `of ${ada.id}`],
  );
  assert.equal((await ada.client.call(saveSettings, { body: { mail_phrase: "blue heron" } })).status, 200);
  const { rows: sent } = await owner.query("select count(*)::int as sends from notification_sends");
  assert.ok(sent[0].sends > 0);
  await moveClock(15 * DAY_MS);
  await runJob("close-due-accounts");
  const { rows } = await owner.query(
    `select (select count(*) from notifications where user_id = $1) + (select count(*) from telegram_chats where user_id = $1)
       + (select count(*) from telegram_codes where user_id = $1) + (select count(*) from push_devices where user_id = $1)
       + (select count(*) from notification_choices where user_id = $1) + (select count(*) from email_stops where user_id = $1)
       + (select count(*) from users where id = $1 and mail_phrase_sealed is not null) as rows`,
    [ada.id],
  );
  assert.equal(Number(rows[0].rows), 0);
});

test("trades, lines of the ledger and feedback of a closed account stay, under a name that says nothing", async () => {
  const market = await aMarket(app);
  const { seller, buyer } = market;
  await aTrade(market, "released");
  const units = await balance(buyer.id);
  await db.tx((tx) =>
    post(tx, [
      {
        kind: "test_deposit",
        subject: ids.hash(),
        postings: [{ from: accountOf.available(buyer.id, "BTC"), to: accountOf.chain("BTC"), units }],
      },
    ]),
  );
  const kept = async () => {
    const { rows } = await owner.query(
      `select (select count(*) from trades where buyer_id = $1) as trades,
         (select count(*) from postings join ledger_accounts a on a.id in (from_account, to_account) where a.name like $2) as lines`,
      [buyer.id, `user:${buyer.id}:%`],
    );
    return rows[0];
  };
  const before = await kept();
  assert.ok(Number(before.trades) > 0 && Number(before.lines) > 0);
  await app.prove(buyer.client.token, PROOF);
  assert.equal((await ask(buyer)).status, 200);
  await moveClock(15 * DAY_MS);
  await runJob("close-due-accounts");
  assert.deepEqual(await kept(), before);
  const client = app.client(await db.tx((tx) => signIn(tx, seller.id)));
  const { data } = await client.call(listTrades);
  assert.match(JSON.stringify(data), /closed-[a-z0-9]{12}/, "the other side still reads the trade");
});

const balance = async (id: bigint) =>
  BigInt(
    (await owner.query("select balance_units from ledger_accounts where name = $1", [`user:${id}:BTC:available`]))
      .rows[0]?.balance_units ?? 0,
  );

test("what keeps an account open is shown, and until it ends nothing is asked for and nothing is closed", async () => {
  const ada = await aMember();
  await db.tx((tx) => giveCoins(tx, ada.id, "ETH", 5n));
  await prove(ada);
  const refused = await ask(ada);
  assert.equal(refused.code, "account.closing_obstacles");
  assert.deepEqual((await ada.client.call(calls.getClosing)).data.obstacles, [{ code: "balance", detail: "ETH" }]);
  const late = await asked();
  await db.tx((tx) => giveCoins(tx, late.id, "BTC", 5n));
  const behind = await asked();
  await moveClock(15 * DAY_MS);
  await runJob("close-due-accounts");
  assert.deepEqual([await isClosed(late), await isClosed(behind)], [false, true], "it keeps nobody behind it waiting");
  await db.tx((tx) =>
    post(tx, [
      {
        kind: "test_deposit",
        subject: ids.hash(),
        postings: [{ from: accountOf.available(late.id, "BTC"), to: accountOf.chain("BTC"), units: 5n }],
      },
    ]),
  );
  await runJob("close-due-accounts");
  assert.ok(await isClosed(late));
});

test("trades, cases, payments, holds, restrictions and roles are each listed by name", async () => {
  const ada = await aMember();
  const obstacles = async () => (await ada.client.call(calls.getClosing)).data.obstacles;
  const other = await db.tx((tx) => aUser(tx));
  const seller = { id: ada.id, client: ada.client };
  const buyer = { id: other, client: app.client(await db.tx((tx) => signIn(tx, other))) };
  await owner.query("update users set granted_level = 4 where id = any($1)", [[ada.id, other]]);
  await db.tx((tx) => giveCoins(tx, ada.id, "BTC", 100_000_000n));
  await freshRates(app);
  const offer = await db.tx((tx) => anOffer(tx, ada.id));
  const { data } = await start({ app, seller, buyer, offer });
  assert.deepEqual(await obstacles(), [
    { code: "balance", detail: "BTC" },
    { code: "trades", detail: "1" },
  ]);
  await owner.query(
    `insert into disputes (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at,
       first_look_due_at, evidence_due_at)
     values ($1, 1, 'buyer', $2, 1, '', 1, market_now(), market_now(), market_now(), market_now())`,
    [data.tradeHash, other],
  );
  await owner.query(
    `with quote as (
       insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
       values ($2, $1, 'BTC', 'there', 1, 1, 1, market_now(), market_now()) returning *
     )
     insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     select 'sent' || hash, id, user_id, currency, destination, units, fee_units, usd_value, 'pending', market_now(), market_now()
     from quote`,
    [ada.id, ids.hash()],
  );
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'frozen', 'x', $2, market_now(), market_now())`,
    [ada.id, ids.hash()],
  );
  await owner.query("insert into user_roles (user_id, role, granted_at) values ($1, 'moderator', '2020-01-01')", [
    ada.id,
  ]);
  const codes = (await obstacles()).map(({ code }) => code);
  assert.deepEqual(codes, ["balance", "send_outs", "restricted", "staff", "trades", "cases"]);
});

test("while it waits offers are paused, other sessions have ended, the owner is notified, and it can be taken back", async () => {
  const ada = await aMember();
  await owner.query("update users set granted_level = 2 where id = $1", [ada.id]);
  await freshRates(app);
  const offer = await db.tx((tx) => anOffer(tx, ada.id, { offer_type: "buy" }));
  const other = browser();
  await other.call(auth.login, { body: { email: ada.email, password: TEST_PASSWORD } });
  assert.equal((await prove(ada)).status, 200);
  assert.equal((await ask(ada)).status, 200);
  const { rows } = await owner.query("select is_on from offers where hash = $1", [offer]);
  assert.deepEqual(rows, [{ is_on: false }]);
  assert.equal((await other.call(auth.listSessions)).status, 401);
  assert.equal((await ada.client.call(auth.listSessions)).status, 200);
  await app.deliverEvents();
  const mails = await owner.query("select body_text from mails where to_address = $1 order by id desc", [ada.email]);
  assert.match(mails.rows[0].body_text, /asked to close your account[\s\S]*Closes on: \d{4}-/);
  const back = await ada.client.call(calls.takeBackClosing);
  assert.deepEqual([back.status, back.data.asked], [200, null]);
  assert.equal((await ada.client.call(calls.takeBackClosing)).code, "account.closing_none");
  const kinds = (await ada.client.call(listActivity)).data.map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(0, 3), ["closing_withdrawn", "closing_asked", "session_ended"]);
  await moveClock(15 * DAY_MS);
  await runJob("close-due-accounts");
  assert.ok(!(await isClosed(ada)));
  assert.equal((await rowOf(ada)).username, ada.username);
});

test("no process closes an account without its owner's proof and days, and one proof asks once", async () => {
  const ada = await aMember();
  const nobody = "'closed-000000000000', 'r', '\\x00', '\\x00', '\\x00', '\\x00', '\\x00'";
  for (const login of ["web", "worker"] as const)
    for (const statement of [
      `insert into account_closures (user_id, reason, asked_at, due_at) values (${ada.id}, 'other', '2020-01-01', '2020-01-02')`,
      "update account_closures set due_at = market_now()",
      `select erase_user_from_signer(${ada.id})`,
    ])
      await assert.rejects(asLogin(login, statement), /permission denied/, `${login}: ${statement}`);
  await assert.rejects(asLogin("web", `select close_account(1, ${nobody})`), /permission denied/);
  const asWeb = async () =>
    (await asLogin("web", `select ask_to_close(${ada.id}, 'other', null) as outcome`))[0]?.outcome;
  assert.equal(await asWeb(), "unproved");
  await prove(ada);
  assert.deepEqual([await asWeb(), await asWeb()], ["asked", "exists"]);
  await asLogin("web", `select take_back_closing(${ada.id})`);
  assert.equal(await asWeb(), "unproved", "a proof is spent once");
  const early = await asked();
  const { rows } = await owner.query("select id from account_closures where user_id = $1", [early.id]);
  const [answer] = await asLogin("worker", `select close_account(${rows[0].id}, ${nobody}) as outcome`);
  assert.equal(answer?.outcome, "early");
});

test("asked for many times at once it is asked for once", async () => {
  const ada = await aMember();
  await prove(ada);
  const answers = await Promise.all([ask(ada), ask(ada), ask(ada)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
});

test("a closing that dies in the middle has changed nothing, and is made by the next turn, once", async () => {
  const ada = await asked();
  await moveClock(15 * DAY_MS);
  await owner.query(
    "create function fall_over() returns trigger language plpgsql as $$ begin raise exception 'dead'; end $$",
  );
  await owner.query("create trigger dead before delete on credentials for each row execute function fall_over()");
  const before = await rowOf(ada);
  await runJob("close-due-accounts");
  assert.deepEqual(await rowOf(ada), before);
  assert.ok(!(await isClosed(ada)));
  await owner.query("drop trigger dead on credentials; drop function fall_over()");
  await runJob("close-due-accounts");
  assert.ok(await isClosed(ada));
  const closed = await rowOf(ada);
  await runJob("close-due-accounts");
  assert.deepEqual(await rowOf(ada), closed);
  const { rows } = await owner.query(
    "select count(*)::int as mails from mails where to_address = $1 and subject ~ 'closed$'",
    [ada.email],
  );
  assert.equal(rows[0].mails, 1);
});

test("the people that every visitor of a demo market plays are neither closed nor given another password", async () => {
  const credentials = await Promise.all(DEMO_PEOPLE.map(() => app.ports.verifier.prepareCredential(DEMO_PASSWORD)));
  await db.tx((tx) => makeDemoPeople(tx, credentials));
  const client = browser();
  const email = DEMO_PEOPLE[0]?.email ?? "";
  assert.equal((await client.call(auth.login, { body: { email, password: DEMO_PASSWORD } })).status, 200);
  const body = { password: DEMO_PASSWORD, new_password: "slate harbor nine lanterns" };
  assert.equal((await client.call(changePassword, { body })).code, "auth.shared_account");
  assert.equal((await ask({ client })).code, "auth.shared_account");
});
