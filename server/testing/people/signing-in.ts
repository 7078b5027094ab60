/** People who sign in: with an app, a passkey or codes by email, from browsers of their own. */
import assert from "node:assert/strict";
import { base32nopad } from "@scure/base";
import { listActivity } from "#contract/people/activity.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import { forgotPassword, resetPassword } from "#contract/people/sign-in/passwords.ts";
import type { FactorAct } from "#contract/people/sign-in/proofs.ts";
import { finishLogin } from "#contract/people/sign-in/sign-in.ts";
import * as factors from "#contract/people/sign-in/two-factor.ts";
import { assertWith, enrollWith, makeSoftwareKey, type SoftwareKey } from "../../demo/software-key.ts";
import { ids } from "../../platform/ids.ts";
import { totpCode } from "../../platform/totp.ts";
import type { TestApp, TestClient } from "../app.ts";
import { TEST_PASSWORD } from "../index.ts";

export type Member = { readonly id: string; readonly email: string; readonly client: TestClient };

function membersOf(app: TestApp) {
  const { db, owner, moveClock } = app;
  const { origin } = app.config.publicUrl;
  const password = TEST_PASSWORD;
  const now = () => db.read((tx) => tx.readClock());
  /** Past the step of the code that was shown, and of its neighbors. */
  const nextStep = () => moveClock(90_000);

  let network = 1;
  /** Each from another network. */
  const browser = () => app.client("", `198.51.${network >> 8}.${network++ & 255}`);

  async function aMember(): Promise<Member> {
    const email = `${ids.hash().toLowerCase()}@example.org`;
    const client = browser();
    assert.equal((await client.call(auth.register, { body: { email, password } })).status, 200);
    const { rows } = await owner.query(
      "update users set email_confirmed_at = market_now(), named_at = market_now() where id = (select max(id) from users) returning id",
    );
    return { id: rows[0].id, email, client };
  }

  async function withApp(): Promise<
    Member & { secret: Uint8Array; codes: readonly string[]; code(): Promise<string> }
  > {
    const member = await aMember();
    const { data } = await member.client.call(factors.enableTwoFactor, { body: { password } });
    const secret = base32nopad.decode(data.secret);
    const code = async () => totpCode(secret, await now());
    const confirmed = await member.client.call(factors.verifyTwoFactor, { body: { code: await code() } });
    assert.equal(confirmed.status, 200, confirmed.code);
    await nextStep();
    return { ...member, secret, codes: confirmed.data.recoveryCodes ?? [], code };
  }

  async function withPasskey(): Promise<Member & { key: SoftwareKey; codes: readonly string[] }> {
    const member = await aMember();
    const made = makeSoftwareKey();
    const new_passkey = enrollWith(made, { origin, now: await now() });
    const { data } = await member.client.call(factors.addPasskey, { body: { password, name: "Phone", new_passkey } });
    return { ...member, key: made.key, codes: data.recoveryCodes ?? [] };
  }

  async function withEmailCodes(): Promise<Member> {
    const member = await aMember();
    await member.client.call(factors.enableTwoFactor, { body: { password, type: "email" } });
    await app.runJob("carry-factor-codes");
    const code = await mailedCode(member);
    const confirmed = await member.client.call(factors.verifyTwoFactor, { body: { code, type: "email" } });
    assert.equal(confirmed.status, 200, confirmed.code);
    return member;
  }

  async function mailedCode({ email }: Pick<Member, "email">): Promise<string> {
    await app.runJob("carry-factor-codes");
    const { rows } = await owner.query(
      "select body_text from mails where to_address = $1 and body_text like '%confirms:%' order by id desc limit 1",
      [email],
    );
    return /\b(\d{6})\b/.exec(rows[0]?.body_text ?? "")?.[1] ?? "";
  }

  return { password, now, nextStep, browser, aMember, withApp, withPasskey, withEmailCodes, mailedCode };
}

export function signingIn(app: TestApp) {
  const { owner } = app;
  const { origin } = app.config.publicUrl;
  const members = membersOf(app);
  const { browser, now, password } = members;

  const begin = async ({ email }: Pick<Member, "email">, who = browser(), typed = password) => {
    const answer = await who.call(auth.login, { body: { email, password: typed } });
    return { who, answer, asked: answer.data?.secondFactor ?? null };
  };
  const finish = (who: TestClient, shown: object) => who.call(finishLogin, { body: shown as { code: string } });
  const isIn = async (who: TestClient) => (await who.call(auth.listSessions)).status === 200;
  const assertionOf = async (key: SoftwareKey, wanted: FactorAct) => ({
    passkey: assertWith(key, { origin, wanted, now: await now() }),
  });
  const mailsTo = async ({ email }: Member, subject: string) => {
    await app.deliverEvents();
    return (await owner.query("select from mails where to_address = $1 and subject = $2", [email, subject])).rows
      .length;
  };
  const kindsOf = async ({ client }: Member) => (await client.call(listActivity)).data.map(({ kind }) => kind);

  async function resetWith(ada: Member, shown: object, NEW: string): Promise<void> {
    assert.equal((await browser().call(forgotPassword, { body: { email: ada.email } })).status, 200);
    await app.deliverEvents();
    const { rows } = await owner.query(
      "select body_text from mails where to_address = $1 and subject = 'Set a new password' order by id desc limit 1",
      [ada.email],
    );
    const token = /reset-password#(\S+)/.exec(rows[0]?.body_text ?? "")?.[1] ?? "";
    const done = await browser().call(resetPassword, { body: { token, new_password: NEW, ...shown } });
    assert.equal(done.status, 200, done.code);
  }

  return { ...members, begin, finish, isIn, assertionOf, mailsTo, kindsOf, resetWith };
}
