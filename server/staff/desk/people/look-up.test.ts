// Guards: staff find a person by username, email or the number of a case, and are shown the facts for a decision, and no
// number, address or document; each look counts for the daily limit and is in the staff log with its reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { listFlags } from "#contract/staff/console.ts";
import { lookUpLedger } from "#contract/staff/ledger.ts";
import { appealDispute } from "#contract/market/disputes/appeals.ts";
import { getDispute } from "#contract/market/disputes/disputes.ts";
import { lookAtSendOut } from "#contract/staff/held-send-outs.ts";
import type { LookUpBy } from "#contract/compliance/restriction-names.ts";
import * as calls from "#contract/compliance/restrictions.ts";
import { emailMark } from "../../../people/accounts/index.ts";
import { findPaymentMethod } from "../../../reference/catalog/index.ts";
import { changeSetting } from "../../../reference/settings/index.ts";
import { openDisputeAndTake } from "../../../testing/market/disputes.ts";
import { aMarket, aTrade, testApp } from "../../../testing/index.ts";
import { aCase, appeal, aNamedUser } from "../../../testing/people/restrictions.ts";
import { aPicture, uploadAs } from "../../../testing/people/upload.ts";

const app = await testApp();
const { owner } = app;
const ada = await aNamedUser(app, "admin");
const mod = await aNamedUser(app, "moderator");
const REASON = "Named in a report of the bank.";

const look = (by: LookUpBy, who: string) => mod.client.call(calls.lookUpPerson, { body: { by, who, reason: REASON } });
const found = async (by: LookUpBy, who: string) => {
  const { status, data, code } = await look(by, who);
  return status === 200 ? data.username : code;
};
const nameOf = async (id: bigint): Promise<string> =>
  (await owner.query("select username from users where id = $1", [id])).rows[0].username;
const looks = async () =>
  (
    await owner.query(
      "select subject, reason from staff_acts where staff_id = $1 and act like 'person.look%' order by id",
      [mod.id],
    )
  ).rows;

test("a person is found by an email: whose it is, before who has typed it in", async () => {
  const [mia, typist] = [await aNamedUser(app), await aNamedUser(app)];
  const index = emailMark("mia.looked-up@example.com");
  const give = (id: bigint, isConfirmed: boolean) =>
    owner.query(
      "update users set email_index = $2, email_confirmed_at = case when $3 then market_now() end where id = $1",
      [id, index, isConfirmed],
    );
  await give(typist.id, false);
  assert.equal(await found("email", "Mia.Looked-Up@Example.com"), typist.username);
  await give(mia.id, true);
  assert.equal(await found("email", " mia.looked-up@example.com "), mia.username);
  assert.equal(await found("email", "nobody.at.all@example.com"), "account.not_found");
  assert.equal(await found("username", "mia.looked-up@example.com"), "account.not_found", "each only by its own");
  assert.deepEqual(await looks(), [
    { subject: typist.username, reason: REASON },
    { subject: mia.username, reason: REASON },
    { subject: "n…@example.com (email)", reason: REASON },
    { subject: "mia.looked-up@example.com (username)", reason: REASON },
  ]);
});

test("a person is found by the case of a restriction and of the appeal against it", async () => {
  const { person, caseNumber } = await aCase(app, ada, "restricted");
  assert.equal(await found("case", caseNumber), person.username);
  assert.equal((await appeal(person, caseNumber)).status, 200);
  assert.equal(await found("case", caseNumber), person.username);
  assert.equal(await found("case", "no-such-case"), "account.not_found");
  assert.equal(await found("buyer", caseNumber), "account.not_found", "it has no sides");
});

test("each side is found by a disputed trade, an appeal and a chargeback, and by no other trade", async () => {
  const market = await aMarket(app);
  const [buyer, seller] = [await nameOf(market.buyer.id), await nameOf(market.seller.id)];
  const hash = await openDisputeAndTake(market, { winner: "seller" });
  const client = market.buyer.client;
  const upload = (await uploadAs(app, client, await aPicture())).id;
  const body = { text: "The bank sent me the statement today", upload_ids: [upload] };
  assert.equal((await client.call(appealDispute, { params: { id: hash }, body })).status, 200);
  const appealed = (await client.call(getDispute, { params: { id: hash } })).data.appeal.made?.caseNumber ?? "";
  assert.match(appealed, /^APPEAL-/);
  await owner.query(
    `insert into chargeback_reports (trade_id, case_number, seller_id, reason, upload_ids, reported_at, due_at)
     select id, 'CHARGEBACK-000000000047', seller_id, 'payment_reversed', '{}', market_now(), market_now()
     from trades
     where hash = $1`,
    [hash],
  );
  for (const number of [hash, appealed, "CHARGEBACK-000000000047"]) {
    assert.equal(await found("buyer", number), buyer, number);
    assert.equal(await found("seller", number), seller, number);
  }
  assert.deepEqual((await look("username", buyer)).data.disputes, { total: 1, open: 0 });
  assert.equal(await found("buyer", "APPEAL-000000000000"), "account.not_found");
  assert.equal(await found("buyer", await aTrade(market, "paid")), "account.not_found", "nothing was brought of it");
});

test("what is shown: verifications, features, discounts, badge, whether there is a phone, and from where", async () => {
  const person = await aNamedUser(app);
  const before = (await look("username", person.username)).data;
  assert.deepEqual(
    [before.isPhoneConfirmed, before.signInCountryIso, before.badge, before.flags, before.discounts, before.disputes],
    [false, null, "no_badge", [], [], { total: 0, open: 0 }],
  );
  assert.deepEqual(
    before.verifications.map(({ kind, isVerified, latest }) => [kind, isVerified, latest]),
    ["id", "address", "company", "video"].map((kind) => [kind, false, null]),
  );
  const wise = findPaymentMethod("wise-transferwise");
  await owner.query(
    `insert into verifications
       (user_id, reference, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at)
     values ($1, 'looked0001', 'address', 'pending', 'PRT', 'bank_statement', '\\x00', market_now(), market_now())`,
    [person.id],
  );
  await owner.query(
    "insert into feature_flag_users (name, user_id, is_on) values ('isOfferCapFeatureEnabled', $1, false)",
    [person.id],
  );
  await owner.query(
    `insert into offer_perks (user_id, method_id, fee_bp, valid_until)
     values ($1, 0, 25, null), ($1, $2, 50, market_now() + interval '1 day'), ($1, 14, 10, market_now() - interval '1 day')`,
    [person.id, wise?.id],
  );
  await owner.query("update users set sign_in_country = 'GH' where id = $1", [person.id]);
  await owner.query(
    `insert into user_reputation (user_id, badge, trades_total) values ($1, 'expert_trader', 47)
     on conflict (user_id) do update set badge = excluded.badge, trades_total = excluded.trades_total`,
    [person.id],
  );
  await giveAPhone(person.id);
  const { data } = await look("username", person.username);
  assert.deepEqual([data.isPhoneConfirmed, data.signInCountryIso], [true, "GH"]);
  assert.deepEqual(
    data.verifications.find(({ kind }) => kind === "address"),
    { kind: "address", isVerified: false, isForced: false, latest: "pending" },
  );
  assert.deepEqual(data.flags, [{ name: "isOfferCapFeatureEnabled", isOn: false }]);
  assert.deepEqual(
    data.discounts.map(({ method, fee, until }) => [method, fee, until !== null]).sort(),
    [
      [null, "0.25", false],
      [wise?.name, "0.5", true],
    ].sort(),
    "those that hold now",
  );
  assert.deepEqual([data.badge, data.tradesTotal], ["expert_trader", 47]);
  assert.doesNotMatch(JSON.stringify(data), /233|@example/, "no number and no email");
});

const giveAPhone = (id: bigint) =>
  owner.query(
    `insert into phones (user_id, number_sealed, number_index, country_iso, calling_code, confirmed_at)
     values ($1, '\\x00', '\\x0233', 'GH', '233', market_now())`,
    [id],
  );

test("the console lists the features that are switched for one person", async () => {
  const [person, other] = [await aNamedUser(app), await aNamedUser(app)];
  const set = (id: bigint, name: string) =>
    owner.query("insert into feature_flag_users (name, user_id, is_on) values ($1, $2, true)", [name, id]);
  await set(person.id, "isFeeDiscountEnabled");
  await set(other.id, "isFeeDiscountEnabled");
  await set(other.id, "isNewbieOffersEnabled");
  const { data } = await ada.client.call(listFlags, { query: { who: person.username.toUpperCase() } });
  assert.deepEqual(
    data.map(({ name, people }) => [name, people]),
    [["isFeeDiscountEnabled", [{ username: person.username, isOn: true }]]],
  );
  assert.ok((await ada.client.call(listFlags)).data.length > 1, "and all without a name");
});

test("no other act waits while the facts about a user are read", async () => {
  const [person, other] = [await aNamedUser(app), await aNamedUser(app)];
  const reader = await owner.connect();
  await reader.query("begin");
  // Discounts are among what is read.
  await reader.query("lock table offer_perks in access exclusive mode");
  const slow = look("username", person.username);
  const isWaiting = async () =>
    (await owner.query("select from pg_locks where not granted and relation = 'offer_perks'::regclass")).rowCount;
  while (!(await isWaiting())) await wait(20);
  const body = { username: other.username, reason: REASON };
  const ledger = await Promise.race([ada.client.call(lookUpLedger, { body }), wait(5000)]);
  await reader.query("commit");
  reader.release();
  assert.equal(ledger?.code, "", "it joined the chain meanwhile");
  assert.equal((await slow).data.username, person.username);
});

test("a look that cannot be written down answers nothing of the person", async () => {
  const person = await aNamedUser(app);
  await owner.query(
    `create function no_more_looks() returns trigger language plpgsql as $$
     begin
       if new.act = 'person.look' then raise exception 'the chain is full'; end if;
       return new;
     end $$`,
  );
  await owner.query(
    "create trigger no_more_looks before insert on staff_acts for each row execute function no_more_looks()",
  );
  const before = await looks();
  const answer = await look("username", person.username);
  const ledger = await ada.client.call(lookUpLedger, { body: { username: person.username, reason: REASON } });
  await owner.query("drop trigger no_more_looks on staff_acts");
  assert.deepEqual([answer.status, ledger.status], [500, 500]);
  for (const { body } of [answer, ledger]) assert.doesNotMatch(JSON.stringify(body), /registeredAt|balances|username/);
  assert.deepEqual(await looks(), before);
  assert.equal(await found("username", person.username), person.username);
});

test("a look that finds nobody counts for the daily limit and is in the staff log, for a user, a ledger and a transfer", async () => {
  const admin = await aNamedUser(app, "admin");
  const misses = async () =>
    (
      await owner.query(
        "select subject, reason, digest is not null as chained from staff_acts where staff_id = $1 and act = 'person.look_missed' order by id",
        [admin.id],
      )
    ).rows;
  const person = (by: LookUpBy, who: string) =>
    admin.client.call(calls.lookUpPerson, { body: { by, who, reason: REASON } });
  assert.equal((await person("case", "no-such-case")).code, "account.not_found");
  const ledger = await admin.client.call(lookUpLedger, { body: { username: "nobody_is_called_so", reason: REASON } });
  assert.equal(ledger.code, "account.not_found");
  const transfer = await admin.client.call(lookAtSendOut, { body: { id: "NeverWasATransfer", reason: REASON } });
  assert.equal(transfer.code, "wallet.send_out_unknown");
  assert.deepEqual(await misses(), [
    { subject: "no-such-case (case)", reason: REASON, chained: true },
    { subject: "nobody_is_called_so (username)", reason: REASON, chained: true },
    { subject: "NeverWasATransfer (transfer)", reason: REASON, chained: true },
  ]);
  await app.db.tx((tx) => changeSetting(tx, { name: "staff.look_ups_a_day", value: 5, changedBy: null }));
  const codes = await Promise.all(Array.from({ length: 6 }, (_, at) => person("email", `nobody${at}@example.com`)));
  assert.deepEqual(codes.map(({ code }) => code).sort(), [
    ...Array(2).fill("account.not_found"),
    ...Array(4).fill("staff.look_ups"),
  ]);
  assert.equal((await misses()).length, 5, "and at once as in turn");
  assert.equal((await person("username", mod.username)).code, "staff.look_ups");
});
