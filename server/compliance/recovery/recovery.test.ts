// Guards: a user who has lost mailbox and factors recovers the account by documents that two of the staff compare, after a wait that every former channel
// may end; nobody learns who has an account; staff decide neither alone, nor unlooked, nor about staff; what was there before is gone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/compliance/recovery/recovery.ts";
import { getTwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { openFiles } from "../../platform/files/files.ts";
import { ids } from "../../platform/ids.ts";
import { aMarket, aTrade, freshRates, testApp } from "../../testing/index.ts";
import { recoverable, recovering } from "../../testing/people/recovery.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { aPicture, anApproved } from "../../testing/people/verification.ts";

const app = await testApp({ poolSize: 12 });
const { owner, db, moveClock, runJob } = app;
await freshRates(app);
const [mod, other, third] = [
  await aNamedUser(app, "supermoderator"),
  await aNamedUser(app, "supermoderator"),
  await aNamedUser(app, "supermoderator"),
];
const {
  browser,
  ask,
  addPicture,
  mailsTo,
  tokenAt,
  submitted,
  pending,
  look,
  approve,
  reject,
  approved,
  waited,
  ...more
} = recovering(app);
const { finish, stateOf } = more;
const { again, aVerified } = recoverable(app, third);
const NEW = "a wholly new phrase 47";
const HOUR = 3_600_000;

const statusOf = async (reference: string) =>
  (await owner.query("select status from account_recoveries where reference = $1", [reference])).rows[0]?.status;
const picturesOf = async (reference: string) =>
  (
    await owner.query(
      "select count(*)::int as many from recovery_pictures join account_recoveries on id = recovery_id where reference = $1",
      [reference],
    )
  ).rows[0].many;
const asWeb = (text: string) =>
  app.dbs.web.tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));
const holdsOf = async ({ id }: Pick<NamedUser, "id">, reason: string) =>
  (
    await owner.query(
      "select count(*)::int as many from send_out_holds where user_id = $1 and reason = $2 and ends_at > market_now()",
      [id, reason],
    )
  ).rows[0].many;

/** Each has a row before, and none after. */
const FILLED = {
  ...{
    telegram_chats: 0,
    social_accounts: 0,
    push_devices: 0,
    email_changes: 0,
    security_questions: 0,
    factor_options: 0,
  },
  ...{ recovery_codes: 0, api_keys: 0, known_devices: 0, password_resets: 0 },
};
async function fillEverything({ id }: NamedUser) {
  for (const text of [
    `insert into push_devices (user_id, session_id, endpoint_hash, endpoint, p256dh, auth, made_at)
     select user_id, id, 'of-' || id, 'https://push.example', 'a', 'b', market_now() from sessions where user_id = $1 limit 1`,
    `insert into email_changes (user_id, email_sealed, email_index, code_hash, tries_left, asked_at, expires_at)
     values ($1, '\\x01', '\\x02', '\\x03', 5, market_now(), market_now() + interval '30 days')`,
    `insert into security_questions values ($1, '{a,b,c}', 'slow', market_now())`,
    `insert into factor_options values ($1, false, false, false, market_now())`,
    `insert into recovery_codes (user_id, code_mark, made_at) values ($1, '\\x07', market_now())`,
    `insert into api_keys (public_id, user_id, name, secret_hash, scopes, networks, created_at, expires_at)
     values ('of before', $1, 'mine', decode(repeat('07', 32), 'hex'), '{account}', '{}', market_now(), market_now() + interval '90 days')`,
    `insert into known_devices values ($1, '\\x08', market_now()) on conflict do nothing`,
    `insert into password_resets (token_hash, user_id, changes, made_at, expires_at)
     values ('of before', $1, 0, market_now(), market_now() + interval '30 days')`,
    `insert into pending_sign_ins (token_hash, public_id, user_id, browser_hash, password_at, made_at, expires_at, tries_left)
     values ('\\x09', 'of before', $1, '\\x0a', market_now(), market_now(), market_now() + interval '10 minutes', 5)`,
  ])
    await owner.query(text, [id]);
  for (const table of Object.keys(FILLED)) {
    const { rows } = await owner.query(`select from ${table} where user_id = $1`, [id]);
    assert.ok(rows.length > 0, table);
  }
}

test("a user who has lost everything recovers: asks, confirms the mailbox, two approve, waits, and no earlier access remains", async () => {
  const ada = await aVerified();
  await owner.query(
    "insert into telegram_chats (user_id, chat_id, name, linked_at) values ($1, 1001, 'ada', market_now())",
    [ada.id],
  );
  await owner.query(
    `insert into social_accounts (user_id, provider, issuer, subject_hash, connected_at)
     values ($1, 'example', 'https://id.example', '\\x01', market_now())`,
    [ada.id],
  );
  await fillEverything(ada);
  const one = await approved(ada.username, [mod, other]);
  assert.equal((await stateOf(one)).status, "approved");
  assert.equal((await finish("x".repeat(43), NEW)).code, "recovery.link_gone");
  const token = await waited(one);
  assert.equal((await finish(token, "short")).code, "auth.password_weak");
  const done = await finish(token, NEW);
  assert.deepEqual([done.status, done.code, done.data.redirectTo], [200, "", "/login"]);
  assert.equal((await finish(token, `${NEW} again`)).code, "recovery.link_gone", "a link works once");

  assert.equal((await ada.client.call(getCurrentUser)).status, 401, "sessions of before have ended");
  const old = await browser().call(auth.login, { body: { email: ada.email, password: NEW } });
  assert.equal(old.code, "auth.wrong_credentials");
  const back = browser();
  const signed = await back.call(auth.login, { body: { email: one.email, password: NEW } });
  assert.equal(signed.status, 200, signed.code);
  assert.equal(signed.data.secondFactor ?? null, null, "the passkey of before is gone");
  const factors = (await back.call(getTwoFactor)).data;
  assert.deepEqual([factors.passkeys, factors.authenticator, factors.questions], [[], null, []]);
  // Of the browser that has signed in just now there is one.
  for (const [table, left] of Object.entries({ ...FILLED, known_devices: 1 }))
    assert.equal(
      (await owner.query(`select count(*)::int as many from ${table} where user_id = $1`, [ada.id])).rows[0].many,
      left,
      table,
    );
  const waiting = await owner.query(
    `select from pending_sign_ins one join credentials known on known.user_id = one.user_id
     where one.user_id = $1 and one.spent_at is null and one.password_at >= known.changed_at`,
    [ada.id],
  );
  assert.equal(waiting.rows.length, 0, "no sign-in of before goes on");
  assert.equal(await holdsOf(ada, "recovery"), 0);
  assert.equal(await holdsOf(ada, "factor_lost"), 1, "transfers are on hold");
  assert.ok((await mailsTo(ada.email)).some((text) => text.includes("has another email now")));
  const { rows } = await owner.query("select act from staff_acts where act like 'recovery.%' order by id");
  assert.deepEqual(
    rows.map(({ act }) => act),
    ["recovery.look", "recovery.approve", "recovery.look", "recovery.approve"],
  );
});

test("nobody learns who has an account: answer, state and rows are the same", async () => {
  const ada = await aVerified();
  const [known, unknown] = [await pending(ada.username), await pending("nobody_of_that_name")];
  const [ofKnown, ofUnknown] = [await stateOf(known), await stateOf(unknown)];
  const plain = ({ reference: _r, code: _c, ...rest }: typeof ofKnown) => rest;
  assert.deepEqual(plain(ofKnown), plain(ofUnknown));
  await look(mod, unknown.reference);
  assert.equal((await approve(mod, unknown.reference)).code, "recovery.no_account");
  assert.equal((await reject(mod, unknown.reference)).status, 200);
  const { status, reason } = await stateOf(unknown);
  assert.deepEqual([status, reason], ["rejected", null], "of other reasons than pictures the asker reads none");
});

test("asks are bounded for one account and one network, whether there is such an account or not, and altogether", async () => {
  for (const name of ["first_of_all", (await aVerified()).username]) {
    for (let times = 0; times < 3; times++) assert.equal((await ask(name)).status, 200);
    assert.equal((await ask(name)).code, "auth.throttled");
  }
  const by = browser();
  for (let times = 0; times < 10; times++) assert.equal((await ask(`account_${times}`, { by })).status, 200);
  assert.equal((await ask("account_next", { by })).code, "auth.throttled");
});

test("pictures are bounded, encrypted, and gone when the case ends or nobody goes on with it", async () => {
  const { data } = await ask("somebody_else");
  const { reference } = data.state;
  const { secret } = data;
  assert.equal((await browser().call(calls.submitRecovery, { body: { secret } })).code, "recovery.incomplete");
  assert.equal((await addPicture("unknownref1234", "front")).code, "recovery.unknown");
  assert.equal((await addPicture(reference, "front", Buffer.from("no picture"))).code, "upload.not_accepted");
  for (let times = 0; times < 11; times++)
    assert.equal((await addPicture(reference, "front", await aPicture(`#${100 + times}`))).status, 200);
  assert.equal((await addPicture(reference, "selfie")).code, "recovery.pictures");
  const { rows } = await owner.query(
    "select file_key from recovery_pictures join account_recoveries on id = recovery_id where reference = $1",
    [reference],
  );
  const fileOf = () => openFiles(join(app.config.dataDir, "files")).get(rows[0].file_key);
  assert.ok(!Buffer.from(await fileOf()).includes("JFIF"), "nobody reads it without the key in its row");
  await moveClock(25 * HOUR);
  await runJob("end-old-recoveries");
  await runJob("erase-documents");
  assert.equal(await statusOf(reference), "expired");
  await assert.rejects(fileOf(), /ENOENT/);
  const handed = await browser().call(calls.submitRecovery, { body: { secret } });
  assert.equal(handed.code, "recovery.over");
  assert.equal((await addPicture(reference, "front")).code, "recovery.over");
});

test("staff see nothing before the new mailbox was confirmed, and the link of it works", async () => {
  const staff = await again(mod);
  const one = await submitted("somebody");
  assert.equal((await look(staff, one.reference)).code, "recovery.unknown");
  const [looked] = await asWeb(
    `select outcome from look_at_recovery('${one.reference}', ${staff.id}, 'because', market_now())`,
  );
  assert.equal(looked?.outcome, "unknown", "whatever process looks");
  assert.equal(
    (await browser().call(calls.confirmRecovery, { body: { token: "y".repeat(43) } })).code,
    "recovery.link_gone",
  );
  assert.equal(
    (await browser().call(calls.viewRecovery, { body: { secret: "y".repeat(43) } })).code,
    "recovery.unknown",
  );
  const token = await tokenAt(one.email, "recover-account");
  assert.equal((await browser().call(calls.confirmRecovery, { body: { token } })).data.status, "pending");
  assert.equal((await browser().call(calls.confirmRecovery, { body: { token } })).status, 200, "the second time too");
  const { data } = await staff.client.call(calls.listRecoveries, { query: { queue: "pending" } });
  assert.ok(data.rows.some(({ reference }) => reference === one.reference));
});

test("pictures are shown after a look for a reason, beside the earlier document, with the reader's name across", async () => {
  const [staff, stranger] = [await again(mod), await again(other)];
  const ada = await aVerified();
  const one = await pending(ada.username);
  const get = async (url: string, { client }: NamedUser) =>
    app.app.fastify.inject({ url, headers: { cookie: `parley=${client.token}` } });
  const url = `/staff/recoveries/${one.reference}/selfie`;
  assert.equal((await get(url, staff)).statusCode, 404);
  assert.equal((await approve(staff, one.reference)).code, "verification.unlooked");
  const { data } = await look(staff, one.reference);
  assert.deepEqual(
    [data.pictures.map(({ side }) => side), data.verified.map(({ side }) => side), data.fault],
    [["front", "selfie"], ["front", "selfie"], null],
  );
  assert.ok(!JSON.stringify(data).includes(one.email), "the new mailbox without its middle");
  for (const picture of [...data.pictures, ...data.verified]) {
    const shown = await get(picture.url, staff);
    assert.deepEqual([shown.statusCode, shown.headers["cache-control"]], [200, "no-store"]);
  }
  assert.equal((await get(url, stranger)).statusCode, 404);
  const { rows: kept } = await owner.query(
    `select picture.file_key from recovery_pictures picture join account_recoveries one on one.id = picture.recovery_id
     where one.reference = $1 and picture.side = 'front'`,
    [one.reference],
  );
  await app.ports.files.remove(String(kept[0].file_key));
  const gone = await get(url.replace("selfie", "front"), staff);
  assert.deepEqual(
    [gone.statusCode, (gone.json() as { errors: { code: string } }).errors.code],
    [409, "verification.corrupted"],
    "one whose file is gone is refused, and is no failure",
  );
  await moveClock(31 * 60_000);
  assert.equal((await get(url, staff)).statusCode, 404);
  const { rows } = await owner.query(
    "select act from staff_acts where reason like $1 or reason like '%Review of a recovery' order by id desc limit 2",
    [`${one.reference}%`],
  );
  assert.deepEqual(rows.map(({ act }) => act).sort(), ["recovery.look", "verification.look"]);
});

test("two different persons approve, each by a proof of just that", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const ada = await aVerified();
  const one = await pending(ada.username);
  await look(first, one.reference);
  assert.equal((await approve(first, one.reference, { proves: false })).code, "auth.password_proof");
  const incomplete = await first.client.call(calls.approveRecovery, {
    body: { reference: one.reference, checked: ["code"] },
  });
  assert.equal(incomplete.code, "verification.checklist");
  assert.equal((await approve(first, one.reference)).data.status, "pending");
  assert.equal((await approve(first, one.reference)).code, "verification.second_person");
  // What another has approved counts while they may judge.
  await look(second, one.reference);
  await owner.query("delete from user_roles where user_id = $1", [first.id]);
  assert.equal((await approve(second, one.reference)).data.status, "pending");
  await owner.query("insert into user_roles values ($1, 'supermoderator', market_now() - interval '2 days')", [
    first.id,
  ]);
  const last = await again(third);
  await look(last, one.reference);
  assert.equal((await approve(last, one.reference)).data.status, "approved");
  assert.equal((await approve(last, one.reference)).code, "recovery.over");
});

test("two who approve at once are two, and one who does it twice at once is one", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const [ada, grace] = [await aVerified(), await aVerified()];
  const [one, same] = [await pending(ada.username), await pending(grace.username)];
  for (const staff of [first, second]) await look(staff, one.reference);
  await look(first, same.reference);
  await Promise.all([approve(first, one.reference), approve(second, one.reference)]);
  assert.equal(await statusOf(one.reference), "approved");
  await Promise.all([approve(first, same.reference), approve(first, same.reference)]);
  assert.equal(await statusOf(same.reference), "pending");
});

test("nobody decides about themselves, and an account of the staff is not recovered so", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const one = await pending(second.username);
  assert.equal((await look(second, one.reference)).code, "staff.own_account");
  const { data } = await look(first, one.reference);
  assert.equal(data.fault, "staff_account");
  assert.equal((await approve(first, one.reference)).code, "recovery.staff_account");
  await owner.query(
    `insert into recovery_looks select id, $2, market_now() from account_recoveries where reference = $1`,
    [one.reference, second.id],
  );
  assert.equal((await approve(second, one.reference)).code, "staff.own_account");
  assert.equal((await reject(second, one.reference)).code, "staff.own_account");
});

test("without a document that was approved before there is nothing to compare with", async () => {
  const staff = await again(mod);
  const bare = await aNamedUser(app);
  const one = await pending(bare.username);
  assert.equal((await look(staff, one.reference)).data.fault, "no_document");
  assert.equal((await approve(staff, one.reference)).code, "recovery.no_document");
  // The current holder of the session shows their own document: it proves nothing about the asker.
  await owner.query("update users set granted_level = null, country_iso = 'NG' where id = $1", [bare.id]);
  await moveClock(1000);
  await anApproved(app, { person: bare, staff: await again(third) });
  const { data } = await look(staff, one.reference);
  assert.deepEqual([data.fault, data.verified], ["no_document", []]);
});

test("a new mailbox that another account has is no way in, then or later", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const [ada, grace] = [await aVerified(), await aVerified()];
  const one = await pending(ada.username, grace.email);
  await look(first, one.reference);
  assert.equal((await approve(first, one.reference)).code, "recovery.email_taken");
  const later = await approved(ada.username, [first, second]);
  const token = await waited(later);
  await owner.query(
    `update users set email_index = one.email_index from account_recoveries one where one.reference = $1 and users.id = $2`,
    [later.reference, grace.id],
  );
  assert.equal((await finish(token, NEW)).code, "recovery.email_taken");
  assert.equal((await ada.client.call(getCurrentUser)).status, 200, "nothing has changed");
});

test("while it waits, the current holder of the account proves nothing: no release, no transfer", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const market = await aMarket(app);
  const hash = await aTrade(market, "paid");
  const { rows } = await owner.query("select username from users where id = $1", [market.seller.id]);
  const seller = { ...market.seller, username: rows[0].username };
  await owner.query("update users set granted_level = null, country_iso = 'NG' where id = $1", [seller.id]);
  await anApproved(app, { person: seller, staff: await again(third) });
  await owner.query("update users set granted_level = 4 where id = $1", [seller.id]);
  await app.prove(seller.client.token, { kind: "release", id: hash });
  await moveClock(1000);
  const one = await approved(seller.username, [first, second]);
  const spent = await owner.query(
    "select from proofs where user_id = $1 and spent_at is null and expires_at > market_now()",
    [seller.id],
  );
  assert.equal(spent.rows.length, 0, "what was proved before counts no more");
  const held = await app.prove(seller.client.token, { kind: "release", id: hash });
  assert.equal(held?.outcome, "held");
  assert.equal(await holdsOf(seller, "recovery"), 1);
  // It goes on once its owner has stopped it; what leaves waits on.
  assert.equal((await seller.client.call(calls.stopOwnRecovery)).status, 200);
  assert.equal((await app.prove(seller.client.token, { kind: "release", id: hash }))?.outcome, "proved");
  assert.equal(await holdsOf(seller, "recovered"), 1);
  assert.equal(await statusOf(one.reference), "stopped");
});

test("the former mailbox stops it with one link, once, and that holds", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const ada = await aVerified();
  const one = await approved(ada.username, [first, second]);
  const emails = await mailsTo(ada.email);
  assert.ok(emails.some((text) => text.includes("/stop-recovery#")));
  const { rows } = await owner.query(
    "select kind from notifications where user_id = $1 and kind like 'staff_recovery%'",
    [ada.id],
  );
  assert.deepEqual(rows, [{ kind: "staff_recovery_approved" }]);
  const stop = await tokenAt(ada.email, "stop-recovery");
  assert.equal(
    (await browser().call(calls.stopRecovery, { body: { token: "z".repeat(43) } })).code,
    "recovery.link_gone",
  );
  assert.equal((await browser().call(calls.stopRecovery, { body: { token: stop } })).status, 200);
  assert.equal((await browser().call(calls.stopRecovery, { body: { token: stop } })).code, "recovery.link_gone");
  assert.equal((await ada.client.call(calls.stopOwnRecovery)).code, "recovery.none");
  assert.deepEqual([(await stateOf(one)).status, await picturesOf(one.reference)], ["stopped", 0]);
  assert.equal(await waited(one), "", "no link comes");
  const next = await pending(ada.username);
  const staff = await again(first);
  const { data } = await look(staff, next.reference);
  assert.deepEqual([data.fault, data.others.map(({ status }) => status)], ["stopped_before", ["stopped"]]);
  assert.equal((await approve(staff, next.reference)).code, "recovery.stopped_before");
});

test("a stop after the link was sent ends the link, and one at once with the password is one or the other", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const ada = await aVerified();
  const one = await approved(ada.username, [first, second]);
  const stop = await tokenAt(ada.email, "stop-recovery");
  const token = await waited(one);
  const answers = await Promise.all([
    finish(token, NEW),
    browser().call(calls.stopRecovery, { body: { token: stop } }),
  ]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(["done", "stopped"].includes(await statusOf(one.reference)));
  const grace = await aVerified();
  const two = await approved(grace.username, [await again(mod), await again(other)]);
  const link = await waited(two);
  assert.equal((await (await again(grace)).client.call(calls.stopOwnRecovery)).status, 200);
  assert.equal((await finish(link, NEW)).code, "recovery.link_gone");
});

test("staff reject also while it waits, and a second case waits for no day beside the first", async () => {
  const [first, second] = [await again(mod), await again(other)];
  const ada = await aVerified();
  const one = await approved(ada.username, [first, second]);
  const two = await pending(ada.username);
  await look(first, two.reference);
  assert.equal((await approve(first, two.reference)).code, "recovery.running");
  await look(second, one.reference);
  assert.equal((await reject(second, one.reference)).data.status, "rejected");
  assert.equal(await holdsOf(ada, "recovery"), 0);
  assert.equal(await holdsOf(ada, "recovered"), 1);
  assert.equal((await approve(first, two.reference)).data.status, "pending");
  assert.equal((await reject(second, one.reference)).code, "recovery.over");
  assert.equal((await reject(second, two.reference)).code, "verification.unlooked");
});

test("while workers are away nobody is notified, and the wait counts from the notification", async () => {
  const ada = await aVerified();
  const one = await approved(ada.username, [await again(mod), await again(other)]);
  await moveClock(100 * HOUR);
  await runJob("open-recoveries");
  assert.equal(await statusOf(one.reference), "approved", "its owner was not notified");
  assert.ok(await tokenAt(ada.email, "stop-recovery"));
  await runJob("open-recoveries");
  assert.equal(await statusOf(one.reference), "approved");
  assert.ok((await holdsOf(ada, "recovery")) > 0);
  await moveClock(71 * HOUR + 1000);
  await runJob("open-recoveries");
  assert.equal(await statusOf(one.reference), "ready");
});

test("the link comes after the wait and not before, and ends after three days", async () => {
  const ada = await aVerified();
  const one = await approved(ada.username, [await again(mod), await again(other)]);
  await app.deliverEvents();
  await moveClock(71 * HOUR);
  await runJob("open-recoveries");
  assert.equal(await tokenAt(one.email, "recovered-account"), "");
  const token = await waited(one);
  await runJob("open-recoveries");
  assert.equal((await mailsTo(one.email)).filter((text) => text.includes("recovered-account#")).length, 1, "one link");
  await moveClock(72 * HOUR + 1000);
  assert.equal((await finish(token, NEW)).code, "recovery.link_gone");
  await runJob("end-old-recoveries");
  assert.deepEqual([await statusOf(one.reference), await picturesOf(one.reference)], ["expired", 0]);
});

test("a web that is taken over makes no link, reads no digest, approves nothing and finishes nothing", async () => {
  const ada = await aVerified();
  const one = await pending(ada.username);
  const cases = [
    ...["secret_hash", "confirm_hash", "stop_hash", "link_hash"].map(
      (name) => `select ${name} from account_recoveries`,
    ),
    `update account_recoveries set status = 'approved'`,
    `insert into recovery_approvals select id, ${mod.id}, market_now() from account_recoveries`,
    `insert into recovery_looks select id, ${mod.id}, market_now() from account_recoveries`,
    `select note_recovery_link('${one.reference}', 'confirm', 'mine')`,
    `select open_recovery('${one.reference}', 'mine', '\\x00', '\\x00', market_now())`,
    `select finish_recovery('mine')`,
    `select end_recovery(1, 'done', market_now())`,
  ];
  for (const text of cases) await assert.rejects(asWeb(text), /permission denied/, text);
  const staff = await again(third);
  const [outcome] = await asWeb(`select outcome from approve_recovery('${one.reference}', ${staff.id}, market_now())`);
  assert.equal(outcome?.outcome, "unlooked");
  await asWeb(`select look_at_recovery('${one.reference}', ${staff.id}, 'because', market_now())`);
  const [unproved] = await asWeb(`select outcome from approve_recovery('${one.reference}', ${staff.id}, market_now())`);
  assert.equal(unproved?.outcome, "unproved");
  const [stranger] = await asWeb(`select outcome from approve_recovery('${one.reference}', ${ada.id}, market_now())`);
  assert.equal(stranger?.outcome, "not_judge");
  const [peek] = await asWeb(
    `select outcome from look_at_recovery('${one.reference}', ${ada.id}, 'because', market_now())`,
  );
  assert.equal(peek?.outcome, "not_judge");
  const [no] = await asWeb(
    `select outcome from reject_recovery('${one.reference}', ${ada.id}, 'doubtful', market_now())`,
  );
  assert.equal(no?.outcome, "not_judge");
  const early = app.dbs.worker.tx(
    (tx) => tx.rows<{ is_open: boolean }>`
      select open_recovery(${one.reference}, 'early', '\\x00', '\\x00', market_now()) as is_open`,
  );
  assert.equal((await early)[0]?.is_open, false, "no worker opens what was not approved");
});

test("the wait is for the mailbox that staff approved, whichever process makes the link, and no process makes it earlier", async () => {
  const ada = await aVerified();
  const one = await approved(ada.username, [await again(mod), await again(other)]);
  const { rows } = await owner.query("select email_index from account_recoveries where reference = $1", [
    one.reference,
  ]);
  await app.deliverEvents();
  const open = async (index: Uint8Array) => {
    const [made] = await app.dbs.worker.tx(
      (tx) => tx.rows<{ is_open: boolean }>`
        select open_recovery(${one.reference}, 'mine', ${Buffer.from("a")}, ${index}, market_now()) as is_open`,
    );
    return made?.is_open;
  };
  assert.equal(await open(rows[0].email_index), false, "before the wait is over");
  await moveClock(73 * HOUR);
  assert.equal(await open(Buffer.from("another mailbox")), false);
  assert.equal(await open(rows[0].email_index), true);
});

test("an account that closes, or becomes one of the staff, is not handed over; its cases go with it, and all with time", async () => {
  const [ada, grace] = [await aVerified(), await aVerified()];
  const first = await approved(ada.username, [await again(mod), await again(other)]);
  const token = await waited(first);
  await owner.query("insert into user_roles values ($1, 'moderator', market_now())", [ada.id]);
  assert.equal((await finish(token, NEW)).code, "recovery.link_gone");
  const second = await pending(grace.username);
  await owner.query(
    "insert into account_closures (user_id, reason, asked_at, due_at) values ($1, 'other', market_now(), market_now() + interval '1 day')",
    [grace.id],
  );
  await owner.query("update account_closures set closed_at = market_now() where user_id = $1", [grace.id]);
  const { status, reason } = await stateOf(second);
  assert.deepEqual(
    [status, reason, await picturesOf(second.reference)],
    ["rejected", null, 0],
    "as where there is none",
  );
  const { rows: left } = await owner.query(
    "select user_id, length(details_sealed || email_sealed || email_index || account_mark) + length(account_name) as kept from account_recoveries where reference = $1",
    [second.reference],
  );
  assert.deepEqual(left, [{ user_id: null, kept: 0 }]);
  await app.deliverEvents();
  const old = await ask("long_gone");
  await owner.query(
    `update account_recoveries set status = 'expired', ended_at = market_now() - interval '366 days' where reference = $1`,
    [old.data.state.reference],
  );
  await runJob("end-old-recoveries");
  assert.equal(await statusOf(old.data.state.reference), undefined);
});

test("many asks of one network are asked for work", async () => {
  await owner.query(`insert into settings (name, value, changed_at) values ('auth.puzzle_after', '2', market_now())`);
  const by = browser();
  for (let times = 0; times < 2; times++) assert.equal((await ask(`worked_${ids.hash()}`, { by })).status, 200);
  assert.equal((await ask("worked_more", { by })).code, "auth.puzzle_required");
  await owner.query("delete from settings where name = 'auth.puzzle_after'");
});

test("the archive has cases about one's own account, and nothing that an asker typed", async () => {
  const ada = await aVerified();
  const one = await pending(ada.username);
  const { rows: made } = await owner.query(
    `insert into data_exports (user_id, session_id, asked_at, expires_at)
     select $1, id, market_now(), market_now() + interval '1 day' from sessions where user_id = $1 limit 1 returning id`,
    [ada.id],
  );
  const { rows } = await owner.query("select line from export_part($1, 'recoveries', 0, 10)", [made[0].id]);
  assert.equal(rows.length, 1);
  const line = JSON.parse(rows[0].line);
  assert.deepEqual(Object.keys(line).sort(), ["case", "confirmedAt", "endedAt", "startedAt", "status", "waitsUntil"]);
  assert.equal(line.case, one.code);
});

test("nobody goes on with what an exchanged secret sealed", async () => {
  const { endRecoveries } = await import("./index.ts");
  const { data } = await ask("before_the_exchange");
  await addPicture(data.state.reference, "front");
  assert.match(await endRecoveries(db, 250), /ended \d+ recoveries/);
  assert.deepEqual([await statusOf(data.state.reference), await picturesOf(data.state.reference)], ["expired", 0]);
});
