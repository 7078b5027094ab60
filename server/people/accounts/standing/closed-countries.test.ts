// Guards: nobody gets a level with a country that the operator has closed, whatever the form offered.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/people/accounts.ts";
import { changeSetting } from "../../../reference/settings/index.ts";
import { aPerson, TEST_PASSWORD, testApp } from "../../../testing/index.ts";

const app = await testApp();
const { client, db, owner } = app;

let serial = 0;
/** Registers, and gives a name with this country. */
const joins = async (country_iso: string) => {
  const newcomer = client();
  const body = { email: `from${serial++}@example.org`, password: TEST_PASSWORD };
  assert.equal((await newcomer.call(auth.register, { body })).status, 200);
  await owner.query("update users set email_confirmed_at = market_now() where id = (select max(id) from users)");
  const name = { first_name: "Grace", last_name: "Hopper", birth_date: "1986-12-09" };
  const answer = await newcomer.call(calls.giveName, { body: { ...name, country_iso } });
  const level = (await newcomer.call(calls.getCurrentUser)).data.kycLevelCheck.level;
  assert.equal(level, answer.status === 200 ? "L1" : "L0");
  return answer;
};

test("nobody joins from a closed or sanctioned country, and the refusal names the field", async () => {
  for (const iso of ["CU", "IR", "KP", "SY"]) {
    const answer = await joins(iso);
    assert.deepEqual([answer.status, answer.code], [422, "account.country_closed"], iso);
    assert.deepEqual(Object.keys((answer.body.errors as { details: object }).details), ["country_iso"]);
  }
  assert.equal((await joins("US")).status, 200);
});

test("a country is closed and opened again by the setting alone", async () => {
  const close = (value: string[]) =>
    db.tx((tx) => changeSetting(tx, { name: "catalog.disabled_countries", value, changedBy: null }));
  await close(["US"]);
  assert.equal((await joins("US")).code, "account.country_closed");
  assert.equal((await joins("DE")).status, 200);
  await close([]);
  assert.equal((await joins("US")).status, 200);
});

test("the country of an account is not changed by its owner", async () => {
  const me = await aPerson(app);
  for (const field of ["country_iso", "country", "countryIso"]) {
    const answer = await me.client.call(calls.saveSettings, { body: { [field]: "IR" } as object });
    assert.equal(answer.code, "ERROR_INPUT_VALIDATION", field);
  }
});
