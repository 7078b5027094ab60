// Guards: nobody registers from a country that the operator has closed, whatever the form offered.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as auth from "#contract/people/auth.ts";
import * as calls from "#contract/people/accounts.ts";
import { changeSetting } from "../../../reference/settings/index.ts";
import { aPerson, TEST_PASSWORD, testApp } from "../../../testing/index.ts";

const app = await testApp();
const { client, db, owner } = app;

let serial = 0;
const registers = async (country_iso: string) => {
  const email = `from${serial++}@example.org`;
  const answer = await client().call(auth.register, {
    body: {
      email,
      password: TEST_PASSWORD,
      first_name: "Grace",
      last_name: "Hopper",
      birth_date: "1986-12-09",
      country_iso,
    },
  });
  const { rows } = await owner.query("select from mails where to_address = $1", [email]);
  assert.equal(rows.length > 0, answer.status === 200, "a code was sent or not");
  return answer;
};

test("nobody registers from a closed or sanctioned country, and the refusal names the field", async () => {
  for (const iso of ["CU", "IR", "KP", "SY"]) {
    const answer = await registers(iso);
    assert.deepEqual([answer.status, answer.code], [422, "account.country_closed"], iso);
    assert.deepEqual(Object.keys((answer.body.errors as { details: object }).details), ["country_iso"]);
  }
  assert.equal((await registers("US")).status, 200);
});

test("a country is closed and opened again by the setting alone", async () => {
  const close = (value: string[]) =>
    db.tx((tx) => changeSetting(tx, { name: "catalog.disabled_countries", value, changedBy: null }));
  await close(["US"]);
  assert.equal((await registers("US")).code, "account.country_closed");
  assert.equal((await registers("DE")).status, 200);
  await close([]);
  assert.equal((await registers("US")).status, 200);
});

test("the country of an account is not changed by its owner", async () => {
  const me = await aPerson(app);
  for (const field of ["country_iso", "country", "countryIso"]) {
    const answer = await me.client.call(calls.saveSettings, { body: { [field]: "IR" } as object });
    assert.equal(answer.code, "ERROR_INPUT_VALIDATION", field);
  }
});
