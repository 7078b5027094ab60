// Guards: a code or link that was sent counts for the address that it was sent to and for no other, however calls interleave.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import { ids } from "../../platform/ids.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { emailMark, findUserByEmailMark } from "../accounts/index.ts";
import { TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";

const app = await testApp();
const { db, moveClock, owner } = app;
await db.tx((tx) => changeSetting(tx, { name: "auth.puzzle_after", value: 1000, changedBy: null }));
let network = 0;
const anAddress = () => `${ids.hash().toLowerCase()}@example.org`;

async function registered(email = anAddress()) {
  const client = app.client("", `198.51.100.${network++ % 250}`);
  assert.equal((await client.call(auth.register, { body: { email, password: TEST_PASSWORD } })).status, 200);
  return { email, client };
}
async function codeAt(address: string): Promise<string> {
  const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc limit 1", [
    address,
  ]);
  return /\b(\d{6})\b/.exec(rows[0]?.body_text ?? "")?.[1] ?? "none";
}
const verify = (client: TestClient, code: string) => client.call(auth.verifyEmailCode, { body: { code } });
const change = (client: TestClient, email: string) => client.call(auth.changeUnconfirmedEmail, { body: { email } });
const isConfirmed = async (address: string) =>
  (await db.read((tx) => findUserByEmailMark(tx, emailMark(address)))) !== undefined;

test("the code of one's own mailbox confirms nobody else's address, however the calls interleave, and none fails", async () => {
  for (let time = 0; time < 12; time++) {
    const { email, client } = await registered();
    const [own, victim] = [await codeAt(email), anAddress()];
    await moveClock(61_000);
    const calls: Promise<{ status: number; code: string }>[] = [verify(client, own), change(client, victim)];
    if (time % 3 === 1) calls.push(client.call(auth.resendEmailCode), verify(client, own));
    if (time % 3 === 2) calls.unshift(change(client, victim), change(client, email));
    const answers = await Promise.all(calls);
    const said = answers.map(({ status, code }) => `${status} ${code}`).join(", ");
    assert.ok(
      answers.every(({ status }) => status < 500),
      said,
    );
    assert.equal(await isConfirmed(victim), false, said);
  }
});

test("a code that was sent to the previous address is worth nothing after the address was changed", async () => {
  const { email, client } = await registered();
  const own = await codeAt(email);
  await moveClock(61_000);
  const victim = anAddress();
  assert.equal((await change(client, victim)).status, 200);
  assert.equal((await verify(client, own)).code, "auth.code_wrong");
  await owner.query("delete from email_codes where id = (select max(id) from email_codes)");
  assert.equal((await verify(client, own)).code, "auth.code_wrong", "not even where no newer one is there");
  assert.equal(await isConfirmed(victim), false);
});

test("of two accounts that confirm one address at once one gets it, and the other is refused as taken", async () => {
  for (let time = 0; time < 5; time++) {
    const email = anAddress();
    const first = await registered(email);
    const firstCode = await codeAt(email);
    const second = await registered(email);
    const answers = await Promise.all([verify(first.client, firstCode), verify(second.client, await codeAt(email))]);
    assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "auth.email_taken"]);
  }
});

test("a code that confirmed an address is spent, also where the address is unconfirmed again", async () => {
  const { email, client } = await registered();
  const own = await codeAt(email);
  assert.equal((await verify(client, own)).status, 200);
  await owner.query("update users set email_confirmed_at = null where email_index = $1", [emailMark(email)]);
  assert.equal((await verify(client, own)).code, "auth.code_expired");
});
