// Guards: what one account does changes no bound that is kept for another; and a browser that an account knows gets in with the right
// password, whatever was tried from its network or at the account from elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import { changePassword } from "#contract/people/sign-in/passwords.ts";
import { ids } from "../../platform/ids.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner, db } = app;
await db.tx((tx) => changeSetting(tx, { name: "auth.puzzle_after", value: 1000, changedBy: null }));
const ATTACKERS = "violet badger walks far";
const anAddress = () => `${ids.hash().toLowerCase()}@example.org`;

async function registered(email: string, { password, ip }: { password: string; ip: string }) {
  const client = app.client("", ip);
  assert.equal((await client.call(auth.register, { body: { email, password } })).status, 200);
  const { rows } = await owner.query("select max(id) as id from users");
  return { id: BigInt(rows[0].id), client };
}
/** The victim, confirmed, and another user's account that typed the same address in. */
async function twoOfOneAddress() {
  const email = anAddress();
  const victim = await registered(email, { password: TEST_PASSWORD, ip: "192.0.2.10" });
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [victim.id]);
  const attacker = await registered(email, { password: ATTACKERS, ip: "203.0.113.1" });
  return { email, victim, attacker };
}
const signIn = async (client: TestClient, email: string, password: string) =>
  (await client.call(auth.login, { body: { email, password } })).code || "in";
/** Everything that is counted of an account, by the web and by the signer. */
async function countedOf(id: bigint) {
  const web = await owner.query(
    "select subject, count(*)::int as many from failed_attempts where subject ~ $1 group by 1 order by 1",
    [`^[a-z-]+:${id}(:|$)`],
  );
  const signer = await owner.query(
    "select purpose, count(*)::int as many from credential_failures where user_id = $1 group by 1 order by 1",
    [id],
  );
  return [web.rows, signer.rows];
}

test("right sign-ins of an unconfirmed account count against nobody: the owner of the address gets in everywhere", async () => {
  const { email, victim } = await twoOfOneAddress();
  for (let place = 0; place < 3; place++)
    for (let time = 0; time < 15; time++)
      assert.equal(await signIn(app.client("", `203.0.113.${place}`), email, ATTACKERS), "in");
  assert.deepEqual(await countedOf(victim.id), [[], []]);
  assert.equal(await signIn(victim.client, email, TEST_PASSWORD), "in");
  assert.equal(await signIn(app.client("", "192.0.2.77"), email, TEST_PASSWORD), "in", "a strange browser");
  assert.equal(await signIn(app.client("", "203.0.113.2"), email, TEST_PASSWORD), "in", "from the attacker's place");
});

test("an attacker's own sign-ins and new password take back none of the guesses at another account", async () => {
  const { email, victim, attacker } = await twoOfOneAddress();
  const stranger = () => app.client("", "203.0.113.50");
  let password = ATTACKERS;
  for (let guess = 0; guess < 40; guess++) {
    await signIn(stranger(), email, `wrong guess number ${guess}`);
    if (guess % 9 === 8) {
      assert.match(await signIn(stranger(), email, password), /^(in|auth\.throttled)$/);
      const next = `${ATTACKERS} ${guess}`;
      const changed = await attacker.client.call(changePassword, { body: { password, new_password: next } });
      assert.equal(changed.status, 200, changed.code);
      password = next;
    }
  }
  const { rows } = await owner.query(
    "select count(*)::int as many from credential_failures where user_id = $1 and purpose = 'sign_in'",
    [victim.id],
  );
  assert.equal(rows[0].many, 10, "so many were compared with the victim's password");
  assert.equal(await signIn(victim.client, email, TEST_PASSWORD), "in", "and the known browser gets in");
});

test("no act of one account changes what is counted of another", async () => {
  const { email, victim, attacker } = await twoOfOneAddress();
  for (let guess = 0; guess < 4; guess++) await signIn(app.client("", "203.0.113.60"), email, `wrong guess ${guess}`);
  const before = await countedOf(victim.id);
  assert.equal(await signIn(app.client("", "203.0.113.60"), email, ATTACKERS), "in");
  assert.equal(await signIn(attacker.client, email, ATTACKERS), "in");
  const wanted = { kind: "release", id: "NeverWasATrade" } as const;
  await attacker.client.call(auth.prove, { body: { for: wanted, password: "wrong password of mine" } });
  await attacker.client.call(changePassword, { body: { password: ATTACKERS, new_password: "silver heron at noon" } });
  assert.deepEqual(await countedOf(victim.id), before);
  const ofAttacker = await countedOf(attacker.id);
  assert.equal(await signIn(app.client("", "192.0.2.90"), email, TEST_PASSWORD), "in");
  assert.deepEqual((await countedOf(attacker.id))[0], ofAttacker[0], "nor the other way round");
});

test("an unconfirmed account that is closed to guesses does not close the confirmed one", async () => {
  const { email, attacker } = await twoOfOneAddress();
  await owner.query(
    `insert into credential_failures (user_id, purpose, at, is_wrong)
     select $1, 'sign_in', market_now(), true from generate_series(1, 150)`,
    [attacker.id],
  );
  assert.equal(await signIn(app.client("", "192.0.2.91"), email, TEST_PASSWORD), "in");
});

test("a known browser gets in from a network of which everything is used up, and works for nothing", async () => {
  const { email, victim } = await twoOfOneAddress();
  await db.tx((tx) => changeSetting(tx, { name: "auth.puzzle_after", value: 3, changedBy: null }));
  for (let guess = 0; guess < 5; guess++)
    await signIn(app.client("", "192.0.2.10"), anAddress(), `wrong guess ${guess}`);
  assert.equal(await signIn(app.client("", "192.0.2.10"), email, TEST_PASSWORD), "auth.puzzle_required");
  assert.equal(await signIn(victim.client, email, TEST_PASSWORD), "in");
  await db.tx((tx) => changeSetting(tx, { name: "auth.puzzle_after", value: 1000, changedBy: null }));
});

test("an account that was made later with the same address does not hide an unconfirmed one from its own browser", async () => {
  const email = anAddress();
  const first = await registered(email, { password: TEST_PASSWORD, ip: "192.0.2.30" });
  await registered(email, { password: ATTACKERS, ip: "203.0.113.70" });
  assert.equal(await signIn(first.client, email, TEST_PASSWORD), "in");
});
