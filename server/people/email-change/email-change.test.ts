// Guards: a confirmed email changes by a proof of just that and a code that came to the new address; nobody learns whose an address is;
// other sessions end and nothing leaves for a day; the old address takes it back for some days.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { changeEmail, confirmEmailChange, undoEmailChange } from "#contract/people/email-change.ts";
import { ids } from "../../platform/ids.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { type TestClient, TEST_PASSWORD, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner, moveClock, deliverEvents, runJob } = app;
const PROOF = { kind: "change_email", id: "account" } as const;
let network = 1;
const browser = () => app.client("", `198.51.${network >> 8}.${network++ & 255}`);
const anAddress = () => `${ids.hash().toLowerCase()}@example.org`;

async function aMember(email = anAddress()) {
  const client = browser();
  assert.equal((await client.call(auth.register, { body: { email, password: TEST_PASSWORD } })).status, 200);
  const { rows } = await owner.query(
    "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users) returning id",
  );
  return { id: BigInt(rows[0].id), email, client };
}
type Member = Awaited<ReturnType<typeof aMember>>;
const prove = (client: TestClient) => client.call(auth.prove, { body: { for: PROOF, password: TEST_PASSWORD } });
const mailsTo = async (address: string): Promise<string[]> =>
  (await owner.query("select body_text from mails where to_address = $1 order by id", [address])).rows.map(
    ({ body_text }) => body_text,
  );
const codeAt = async (address: string) => /\b(\d{6})\b/.exec((await mailsTo(address)).at(-1) ?? "")?.[1] ?? "none";
const emailOf = async ({ client }: Pick<Member, "client">) => (await client.call(getCurrentUser)).data.email;

/** Asks for it, proved. */
async function asked(ada: Member, email = anAddress()): Promise<string> {
  assert.equal((await prove(ada.client)).status, 200);
  const answer = await ada.client.call(changeEmail, { body: { email } });
  assert.equal(answer.status, 200, answer.code);
  return email;
}
const take = ({ client }: Member, code: string) => client.call(confirmEmailChange, { body: { code } });
async function changed(ada: Member): Promise<string> {
  const email = await asked(ada);
  assert.equal((await take(ada, await codeAt(email))).status, 200);
  await deliverEvents();
  return email;
}
/** From the letter to the old address. */
async function tokenAt(address: string): Promise<string> {
  const letters = (await mailsTo(address)).filter((text) => text.includes("/undo-email#"));
  return /undo-email#([\w-]{43})/.exec(letters.at(-1) ?? "")?.[1] ?? "";
}
const undo = (token: string) => browser().call(undoEmailChange, { body: { token } });

test("an email changes by a proof and the code at the new address; other sessions end, and nothing leaves for a day", async () => {
  const ada = await aMember();
  const other = browser();
  await other.call(auth.login, { body: { email: ada.email, password: TEST_PASSWORD } });
  assert.equal((await ada.client.call(changeEmail, { body: { email: anAddress() } })).code, "auth.password_proof");
  const email = await asked(ada);
  assert.equal(await emailOf(ada), ada.email, "until the code was shown nothing changes");
  assert.equal((await take(ada, "000000")).code, "auth.code_wrong");
  assert.equal((await take(ada, await codeAt(email))).data.email, email);
  assert.equal(await emailOf(ada), email);
  assert.equal((await other.call(getCurrentUser)).status, 401);
  const { rows } = await owner.query(
    `select reason, round(extract(epoch from ends_at - market_now()) / 3600)::int as hours from send_out_holds
     where user_id = $1 and reason = 'new_email'`,
    [ada.id],
  );
  assert.deepEqual(rows, [{ reason: "new_email", hours: 24 }]);
  assert.equal((await browser().call(auth.login, { body: { email, password: TEST_PASSWORD } })).status, 200);
  assert.equal((await take(ada, await codeAt(email))).code, "auth.code_expired", "a code works once");
});

test("five wrong codes, or ten minutes, end it; and a minute lies between two", async () => {
  const [ada, grace] = [await aMember(), await aMember()];
  const email = await asked(ada);
  await prove(ada.client);
  assert.equal((await ada.client.call(changeEmail, { body: { email } })).code, "auth.throttled");
  for (let tries = 0; tries < 5; tries++) await take(ada, "000000");
  assert.equal((await take(ada, await codeAt(email))).code, "auth.code_expired");
  const late = await asked(grace);
  await moveClock(10 * 60_000 + 1000);
  assert.equal((await take(grace, await codeAt(late))).code, "auth.code_expired");
  assert.equal((await grace.client.call(changeEmail, { body: { email: grace.email } })).code, "auth.email_same");
});

test("nobody learns whose an address is: the answer is the same, and only its mailbox is notified", async () => {
  const [ada, grace] = [await aMember(), await aMember()];
  await prove(ada.client);
  const answer = await ada.client.call(changeEmail, { body: { email: grace.email } });
  assert.deepEqual([answer.status, answer.data], [200, { sentTo: grace.email, waitSec: 60 }]);
  assert.match((await mailsTo(grace.email)).at(-1) ?? "", /already have an account/);
  assert.doesNotMatch((await mailsTo(grace.email)).at(-1) ?? "", /\b\d{6}\b/);
});

test("of two who take one address at once one gets it, and the other keeps their own", async () => {
  const [ada, grace] = [await aMember(), await aMember()];
  const email = anAddress();
  await asked(ada, email);
  const first = await codeAt(email);
  await asked(grace, email);
  const second = await codeAt(email);
  const answers = await Promise.all([take(ada, first), take(grace, second)]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "auth.email_taken"]);
  const { rows } = await owner.query(
    "select count(*)::int as many from users where id = any ($1) and email_index = (select email_index from email_changes order by id desc limit 1)",
    [[ada.id, grace.id]],
  );
  assert.equal(rows[0].many, 1);
});

test("the old address takes it back with a link: every session ends, and nothing leaves for three days", async () => {
  const ada = await aMember();
  await changed(ada);
  const token = await tokenAt(ada.email);
  assert.equal((await undo("x".repeat(43))).code, "auth.undo_gone");
  assert.equal((await undo(token)).status, 200);
  assert.equal((await ada.client.call(getCurrentUser)).status, 401);
  const back = browser();
  assert.equal((await back.call(auth.login, { body: { email: ada.email, password: TEST_PASSWORD } })).status, 200);
  assert.equal((await undo(token)).code, "auth.undo_gone", "once");
  const { rows } = await owner.query(
    "select max(extract(epoch from ends_at - began_at) / 3600)::int as hours from send_out_holds where user_id = $1",
    [ada.id],
  );
  assert.equal(rows[0].hours, 72);
});

test("the first owner takes back what changed twice, and not the thief what was taken back", async () => {
  const ada = await aMember();
  const second = await changed(ada);
  await moveClock(61_000);
  await changed(ada);
  const [first, later] = [await tokenAt(ada.email), await tokenAt(second)];
  assert.equal((await undo(first)).status, 200);
  assert.equal((await undo(later)).code, "auth.undo_gone");
  const back = browser();
  assert.equal((await back.call(auth.login, { body: { email: ada.email, password: TEST_PASSWORD } })).status, 200);
});

test("the replaced address is notified once, without what only the owner knows", async () => {
  const ada = await aMember();
  const email = await changed(ada);
  const token = await tokenAt(ada.email);
  await owner.query("update users set locale = 'es' where id = $1", [ada.id]);
  assert.equal((await undo(token)).status, 200);
  await deliverEvents();
  await deliverEvents();
  const notices = (await mailsTo(email)).filter((text) => text.includes("ha recuperado el anterior"));
  assert.ok(
    notices.every((text) => text.includes("{origin}/es/support")),
    "it leads to support, in its language",
  );
  assert.equal(notices.length, 1);
  assert.ok(!notices[0]?.includes("Grace"));
  assert.deepEqual(
    (await mailsTo(ada.email)).filter((text) => text.includes("ha recuperado el anterior")),
    [],
  );
});

test("a web that was taken over reads neither the links nor the codes, and takes nothing back", async () => {
  const ada = await aMember();
  await changed(ada);
  for (const column of ["undo_hash", "code_hash", "old_sealed", "old_index"]) {
    const statement = `select ${column} from email_changes`;
    const read = app.dbs.web.tx((tx) => tx.rows(Object.assign([statement], { raw: [statement] })));
    await assert.rejects(read, /permission denied/, column);
  }
  const undoAll = app.dbs.web.tx((tx) => tx.rows`select undo_email_change(undo_hash) from email_changes`);
  await assert.rejects(undoAll, /permission denied/);
});

test("after some days the link has ended", async () => {
  const ada = await aMember();
  await changed(ada);
  await moveClock(7 * 86_400_000 + 1000);
  assert.equal((await undo(await tokenAt(ada.email))).code, "auth.undo_gone");
});

test("a user without a confirmed email does not change it this way, and no process changes a confirmed one by itself", async () => {
  const ada = await aMember();
  await owner.query("update users set email_confirmed_at = null where id = $1", [ada.id]);
  await prove(ada.client);
  assert.equal((await ada.client.call(changeEmail, { body: { email: anAddress() } })).code, "auth.email_unconfirmed");
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [ada.id]);
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows`update users set email_index = '\\x00' where id = ${ada.id}`),
    /an email that was confirmed stays|permission denied/,
  );
});

test("what is kept of it goes with the account and with time, and a link to a new password of the old address ends", async () => {
  const ada = await aMember();
  await owner.query(
    `insert into password_resets (token_hash, user_id, changes, made_at, expires_at)
     values ('of ada', $1, 0, market_now(), market_now() + interval '30 minutes')`,
    [ada.id],
  );
  await changed(ada);
  const { rows } = await owner.query("select count(*)::int as many from password_resets where token_hash = 'of ada'");
  assert.equal(rows[0].many, 0);
  await owner.query("update email_changes set asked_at = market_now() - interval '121 days' where user_id = $1", [
    ada.id,
  ]);
  await runJob("erase-by-age");
  const left = await owner.query("select count(*)::int as many from email_changes where user_id = $1", [ada.id]);
  assert.equal(left.rows[0].many, 0);
});

test("the stated length of the hold is that of the setting, in the reader's language", async () => {
  const holdsFor = (name: "auth.new_factor_hold_hours" | "auth.lost_factor_hold_hours", value: number) =>
    app.db.tx((tx) => changeSetting(tx, { name, value, changedBy: null }));
  await holdsFor("auth.new_factor_hold_hours", 36);
  await holdsFor("auth.lost_factor_hold_hours", 100);
  for (const [locale, changedFor, takenBackFor] of [
    ["en", "transfers wait for 36 hours", "transfers wait for 100 hours"],
    ["es", "las transferencias esperan 36 horas", "las transferencias esperan 100 horas"],
    ["ar", "وتنتظر التحويلات 36 ساعة", "وتنتظر التحويلات 100 ساعة"],
  ] as const) {
    const ada = await aMember();
    await owner.query("update users set locale = $2 where id = $1", [ada.id, locale]);
    const email = await changed(ada);
    assert.ok(
      (await mailsTo(email)).some((text) => text.includes(changedFor)),
      locale,
    );
    assert.equal((await undo(await tokenAt(ada.email))).status, 200);
    await deliverEvents();
    assert.ok(
      (await mailsTo(ada.email)).some((text) => text.includes(takenBackFor)),
      locale,
    );
    const { rows } = await owner.query(
      "select kind, details ->> 'holdHours' as hours from notifications where user_id = $1 order by id",
      [ada.id],
    );
    assert.deepEqual(rows, [
      { kind: "email_changed", hours: "36" },
      { kind: "email_restored", hours: "100" },
    ]);
  }
  await holdsFor("auth.new_factor_hold_hours", 24);
  await holdsFor("auth.lost_factor_hold_hours", 72);
});
