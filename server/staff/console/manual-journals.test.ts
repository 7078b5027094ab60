// Guards: a balance is corrected by two administrators with their own proofs, for a case, once, within a sum a day, from and to
// the operator's accounts alone; the user can read it, and the ledger names the administrators.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unitsFromDisplay } from "#contract/money/money.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { getStaffLedger, LEDGER_PLACES, lookUpLedger } from "#contract/staff/ledger.ts";
import { listWalletTransactions } from "#contract/products/wallet/wallet.ts";
import { post } from "../../money/ledger/post.ts";
import { accountOf } from "../../money/ledger/index.ts";
import { playRecordedRates } from "../../money/rates/index.ts";
import { aPerson, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { checkBooks } from "./checks/check-books.ts";

const app = await testApp();
const { db, owner } = app;
await db.tx(playRecordedRates);
const REASON = "The refund of the failed transfer";

async function aNamedUser(role?: "admin") {
  const person = await aPerson(app);
  const { rows } = await owner.query("select username from users where id = $1", [person.id]);
  if (role)
    await owner.query("insert into user_roles values ($1, $2, market_now() - interval '1 day')", [person.id, role]);
  return { ...person, username: rows[0].username as string };
}
type Person = Awaited<ReturnType<typeof aNamedUser>>;

const [ada, ben, mia] = [await aNamedUser("admin"), await aNamedUser("admin"), await aNamedUser()];
let cases = 0;

type Journal = Extract<StaffChange, { kind: "post_journal" }>;
function journal(more: Partial<Journal> = {}): Journal {
  cases += 1;
  return {
    ...{ kind: "post_journal", id: mia.username, side: "credit", crypto_currency_code: "BTC", house: "loss" },
    ...{ amount: "0.001", case_number: `CASE-${cases}`, ...more },
  } as Journal;
}

const propose = ({ client }: Person, wanted: Journal, more: { proves?: false } = {}) =>
  client.call(changeByStaff, { body: { change: wanted, reason: REASON }, ...more });

async function confirm({ client }: Person, proved?: Journal) {
  const { data } = await client.call(getStaffDesk);
  const id = data.waiting.at(-1)?.id ?? "";
  if (proved) await app.prove(client.token, proved);
  return client.call(confirmStaffChange, { body: { id } });
}

async function settle(wanted: Journal) {
  const proposed = await propose(ada, wanted);
  assert.deepEqual([proposed.status, proposed.data?.isDone], [200, false], proposed.code);
  const confirmed = await confirm(ben, wanted);
  assert.equal(confirmed.status, 200, confirmed.code);
}

const balance = async (name: string) =>
  BigInt(
    (await owner.query("select balance_units from ledger_accounts where name = $1", [name])).rows[0]?.balance_units ??
      0,
  );
const ofMia = () => balance(accountOf.available(mia.id, "BTC"));
const dropWaiting = () => owner.query("delete from staff_changes where confirmed_at is null");

test("nothing moves until a second administrator has proved the same, and then it moves once and is notified", async () => {
  const wanted = journal({ amount: "0.0010" });
  const proposed = await propose(ada, wanted);
  assert.deepEqual([proposed.status, proposed.data?.isDone], [200, false], proposed.code);
  assert.equal(await ofMia(), 0n);
  assert.equal((await confirm(ada, wanted)).code, "staff.second_person");
  assert.equal((await confirm(ben)).code, "auth.password_proof");
  assert.equal((await confirm(ben, { ...wanted, amount: "0.002" })).code, "auth.password_proof", "of another amount");
  assert.equal(await ofMia(), 0n);
  assert.equal((await confirm(ben, wanted)).status, 200);
  assert.equal(await ofMia(), 100_000n);
  assert.equal(await balance(accountOf.house("BTC", "loss")), -100_000n);
  assert.equal((await app.prove(ada.client.token, wanted))?.outcome, "nothing", "a case is not paid twice");
  assert.equal((await propose(ada, wanted, { proves: false })).code, "staff.unchanged");

  const { data } = await mia.client.call(listWalletTransactions, { query: { type: "other" } });
  assert.deepEqual(
    data.map(({ type, amount, reference }) => ({ type, amount, reference })),
    [{ type: "manual", amount: "0.001", reference: wanted.case_number }],
  );
  await app.deliverEvents();
  const { rows } = await owner.query("select kind from notifications where user_id = $1", [mia.id]);
  assert.deepEqual(rows, [{ kind: "balance_added" }]);
  const acts = await owner.query(
    "select act, subject from staff_acts where act like 'journal.%' order by id desc limit 2",
  );
  const subject = `${mia.username}: credit:BTC:loss:100000:${wanted.case_number}`;
  assert.deepEqual(acts.rows, [
    { act: "journal.post", subject },
    { act: "journal.post.propose", subject },
  ]);
});

test("nobody corrects their own balance, by a password, or without being an administrator", async () => {
  assert.equal((await propose(ada, journal({ id: ada.username }))).code, "staff.own_account");
  const toBen = journal({ id: ben.username });
  assert.equal((await propose(ada, toBen)).status, 200);
  assert.equal((await confirm(ben, toBen)).code, "staff.own_account");
  await dropWaiting();
  assert.equal((await propose(mia, journal({ id: ada.username }), { proves: false })).status, 403);
  const shown = { password: TEST_PASSWORD };
  const credential = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  const eve = await aNamedUser("admin");
  await owner.query("update credentials set user_id = $2 where reference = $1", [credential, eve.id]);
  await owner.query("delete from passkeys where user_id = $1", [eve.id]);
  const [proved] = await app.ports.verifier.prove([{ userId: String(eve.id), for: journal(), shown }]);
  assert.equal(proved?.outcome, "factor");
});

test("what is taken from a balance is there, and nobody is left below nothing", async () => {
  const had = await ofMia();
  const all = journal({ side: "debit", house: "fees", amount: "0.0004" });
  await settle(all);
  assert.equal(await ofMia(), had - 40_000n);
  assert.equal(await balance(accountOf.house("BTC", "fees")), 40_000n);
  const over = await propose(ada, journal({ side: "debit", house: "fees", amount: "0.00060001" }));
  assert.equal(over.code, "ledger.insufficient_balance");
  assert.equal((await propose(ada, journal({ house: "dust" }))).code, "ledger.insufficient_balance");

  const later = journal({ side: "debit", house: "fees", amount: "0.0006" });
  assert.equal((await propose(ada, later)).status, 200);
  await settleFirst();
  assert.equal((await confirm(ben, later)).code, "ledger.insufficient_balance", "it was spent meanwhile");
  await dropWaiting();

  async function settleFirst() {
    await db.tx((tx) =>
      post(tx, [
        {
          kind: "test_gift",
          subject: "spent meanwhile",
          postings: [{ from: accountOf.available(mia.id, "BTC"), to: accountOf.available(ben.id, "BTC"), units: 1n }],
        },
      ]),
    );
  }
});

test("what is no amount of the coin, no case or an account of another kind is refused before anything is proved", async () => {
  for (const wrong of [
    { amount: "0" },
    { amount: "-1" },
    { amount: "1e3" },
    { amount: "0.000000001" },
    { amount: 1 as unknown as string },
    { case_number: "case 1" },
    { house: "chain" as "loss" },
    { house: "network" as "loss" },
    { side: "give" as "credit" },
  ]) {
    const { status } = await propose(ada, journal(wrong), { proves: false });
    assert.ok(status === 422 || status === 400, JSON.stringify(wrong));
  }
  assert.equal((await propose(ada, journal({ id: "nobody-there" }))).code, "account.not_found");
});

test("the database refuses another account than the operator's own, whatever process asks", async () => {
  const ask = (detail: string) =>
    db.tx(
      (tx) =>
        tx.rows`select change_by_staff('SomeHash1', 'post_journal', ${mia.id}, ${detail}, 'they said so', ${ada.id}, ${tx.now})`,
    );
  for (const detail of ["credit:BTC:chain:5:CASE-1", "credit:BTC:network:5:CASE-1", "credit:BTC:loss:-5:CASE-1", "BTC"])
    await assert.rejects(ask(detail), /staff do not change post_journal/, detail);
});

test("all administrators together make no more manual journals in a day than the setting allows", async () => {
  await settle(journal({ amount: "0.0003" }));
  const { data: before } = await ada.client.call(getStaffLedger);
  assert.ok(before.leftUsd < before.dayUsd);
  await owner.query(
    "insert into settings (name, value, changed_at) values ('ledger.manual_day_usd', $1, market_now())",
    [JSON.stringify(before.dayUsd - before.leftUsd)],
  );
  assert.equal((await propose(ada, journal({ amount: "0.01" }))).code, "staff.journal_limit");
  await owner.query("delete from settings where name = 'ledger.manual_day_usd'");
  const waits = journal({ amount: "0.0001" });
  assert.equal((await propose(ada, waits)).status, 200);
  await owner.query(
    "insert into settings (name, value, changed_at) values ('ledger.manual_day_usd', '0', market_now())",
  );
  assert.equal((await confirm(ben, waits)).code, "staff.journal_limit", "when it is confirmed it counts again");
  await owner.query("delete from settings where name = 'ledger.manual_day_usd'");
  await dropWaiting();
});

test("while the ledger or the coin is halted nothing is moved by hand, nor for an account that is closed or a coin without a price", async () => {
  await owner.query("insert into halts (name, reason, since) values ('coin_BTC', 'x', market_now())");
  assert.equal((await propose(ada, journal())).code, "ledger.halted");
  await owner.query("update halts set name = 'ledger'");
  assert.equal((await propose(ada, journal())).code, "LEDGER_ASYNC_MODE");
  await owner.query("delete from halts");
  const { rows } = await owner.query("delete from rates where crypto = 'ETH' and fiat = 'USD' returning *");
  assert.equal((await propose(ada, journal({ crypto_currency_code: "ETH" }))).code, "rates.unknown");
  await owner.query("insert into rates select * from jsonb_populate_recordset(null::rates, $1)", [
    JSON.stringify(rows),
  ]);
});

test("the ledger shows who moved what by hand, for whom and why, and no names beside", async () => {
  const wanted = journal({ amount: "0.0002" });
  await settle(wanted);
  const { data } = await ada.client.call(getStaffLedger, { query: { show: "manual" } });
  const [first] = data.journals;
  assert.deepEqual(first?.manual, {
    ...{ username: mia.username, caseNumber: wanted.case_number, reason: REASON },
    ...{ proposedBy: ada.username, confirmedBy: ben.username },
  });
  assert.deepEqual(first?.lines, [{ from: "loss", to: "available", amount: "0.0002", currencyCode: "BTC" }]);
  const btc = data.coins.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === "BTC");
  assert.ok(btc);
  const units = (text: string) => unitsFromDisplay(text.replace("-", ""), 8) * (text.startsWith("-") ? -1n : 1n);
  const { people } = btc;
  const { rows } = await owner.query(
    "select sum(balance_units)::text as units from ledger_accounts where currency = 'BTC' and kind in ('user', 'trade')",
  );
  assert.equal(units(people), BigInt(rows[0].units), "what is owed to people is what their accounts hold");
  assert.equal((await mia.client.call(getStaffLedger)).status, 403);
  const older = (await ada.client.call(getStaffLedger, { query: { before: first?.id ?? "" } })).data.journals;
  assert.ok(older.length > 0 && older.every(({ id }) => BigInt(id) < BigInt(first?.id ?? 0)));
});

test("a person's accounts are opened for a reason that is written down, so many a day", async () => {
  await settle(journal());
  const asked = { username: mia.username, reason: "They wrote to us about a missing refund" };
  const { data } = await ada.client.call(lookUpLedger, { body: asked });
  assert.equal(
    data.accounts.find(({ place, currencyCode }) => place === "available" && currencyCode === "BTC")?.amount,
    String(Number(await ofMia()) / 1e8),
  );
  assert.ok(data.journals.length >= 1);
  const { rows } = await owner.query("select act, reason from staff_acts order by id desc limit 1");
  assert.equal(rows[0].reason, asked.reason);
  assert.equal((await mia.client.call(lookUpLedger, { body: asked })).status, 403);
});

test("every purpose of an account has a name on the ledger's page", async () => {
  const { rows } = await owner.query<{ purpose: string }>("select distinct purpose from ledger_purposes");
  const unnamed = rows.filter(({ purpose }) => !LEDGER_PLACES.some((place) => place === purpose));
  assert.deepEqual(unnamed, []);
});

test("a journal by hand without the words of two administrators is found by the check of the books", async () => {
  await settle(journal({ amount: "0.0001" }));
  const found = () => checkBooks({ db: app.dbs.worker, log: app.ports.log });
  assert.deepEqual(await found(), []);
  await owner.query("delete from proofs where user_id = $1", [ada.id]);
  assert.equal((await found())[0]?.invariant, "I22");
});
