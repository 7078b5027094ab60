// Guards: the address says where a user signs in: to the user in full, to others as a country.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getUser, giveName, saveSettings } from "#contract/people/accounts.ts";
import { listActivity } from "#contract/people/activity.ts";
import * as calls from "#contract/people/sign-in/auth.ts";
import { ids } from "../../platform/ids.ts";
import { TEST_PASSWORD, testApp } from "../../testing/index.ts";

const app = await testApp();
const [LAGOS, ACCRA, HERE] = ["41.58.0.1", "154.160.0.1", "127.0.0.1"];
const email = `${ids.hash().toLowerCase()}@example.org`;

const signIn = async (ip: string) => {
  const client = app.client("", ip);
  assert.equal((await client.call(calls.login, { body: { email, password: TEST_PASSWORD } })).status, 200);
  return client;
};

test("the last country and the usual one follow the addresses of sign-ins, and not what was typed in", async () => {
  const first = app.client("", HERE);
  const made = await first.call(calls.register, { body: { email, password: TEST_PASSWORD } });
  assert.equal(made.code, "");
  const { rows } = await app.owner.query(
    "update users set email_confirmed_at = market_now() where id = (select max(id) from users) returning username",
  );
  const { username } = rows[0];
  const name = { first_name: "Grace", last_name: "Hopper", birth_date: "1986-12-09", country_iso: "US" };
  const seen = async () => {
    const { data, code } = await app.client("", HERE).call(getUser, { params: { username } });
    assert.equal(code, "");
    return [data.country?.iso, data.ipLocation?.iso, data.detectedLocation?.iso];
  };
  assert.deepEqual(await seen(), [undefined, undefined, undefined], "nothing is known");
  assert.equal((await first.call(giveName, { body: name })).code, "");
  assert.deepEqual(await seen(), ["US", undefined, undefined], "an address of no country says nothing");
  await signIn(LAGOS);
  assert.deepEqual(await seen(), ["US", "NG", "NG"]);
  await signIn(LAGOS);
  await signIn(ACCRA);
  assert.deepEqual(await seen(), ["US", "GH", "NG"]);
  await signIn(HERE);
  assert.deepEqual(await seen(), ["US", "GH", "NG"]);
});

test("sessions and activity name the country in their owner's language", async () => {
  const client = await signIn(ACCRA);
  const sessions = (await client.call(calls.listSessions)).data;
  assert.deepEqual(sessions.filter(({ ip }) => ip === LAGOS || ip === HERE).map(({ ip, place }) => [ip, place])[0], [
    HERE,
    null,
  ]);
  assert.equal(sessions.find(({ ip }) => ip === LAGOS)?.place, "Nigeria");
  await client.call(saveSettings, { body: { locale: "es" } });
  assert.equal((await client.call(listActivity, { query: {} })).data.find(({ ip }) => ip === ACCRA)?.place, "Ghana");
  assert.equal(
    (await client.call(calls.listSessions)).data.some(({ place }) => place === "Nigeria"),
    true,
  );
});
