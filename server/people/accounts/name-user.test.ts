// Guards: an account has no level before its name and birth date are given, and nothing that asks for level 1 happens until then; what was
// given stays, but for a name that staff found to differ.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as accounts from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import { getLevelsInfo, getTradeLimits } from "#contract/compliance/levels.ts";
import { getOffer, listOffers } from "#contract/market/offers/offers.ts";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import { createDepositAddress, createSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import { aMarket, freshRates, start, TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";
import { offerBody } from "../../testing/market/offers.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { aSubmitted, look, reject } from "../../testing/people/verification.ts";
import { ids } from "../../platform/ids.ts";

const app = await testApp();
const { owner } = app;
await freshRates(app);
const mod = await aNamedUser(app, "moderator");
const GRACE = { first_name: "Grace", last_name: "Hopper", birth_date: "1986-12-09", country_iso: "US" };

let serial = 0;
async function aNewcomer({ isConfirmed = true } = {}) {
  const client = app.client("", `198.51.100.${++serial}`);
  const body = { email: `newcomer${serial}@example.org`, password: TEST_PASSWORD };
  assert.equal((await client.call(auth.register, { body })).status, 200);
  const { rows } = await owner.query(
    `update users set email_confirmed_at = case when $1 then market_now() end
     where id = (select max(id) from users) returning id, username`,
    [isConfirmed],
  );
  return { client, id: BigInt(rows[0].id), username: rows[0].username as string };
}
const name = (client: TestClient, change: object = {}) =>
  client.call(accounts.giveName, { body: { ...GRACE, ...change } });
const factsOf = async (client: TestClient) => (await client.call(accounts.getCurrentUser)).data;
const levelOf = async (client: TestClient) => (await factsOf(client)).kycLevelCheck.level;

test("before the name a trade, an offer, an address and a send-out are refused with a code of their own, and after it no more for that", async () => {
  const market = await aMarket(app);
  const { client, id } = await aNewcomer();
  const asked = async () => [
    (await start({ ...market, buyer: { ...market.buyer, id, client } })).code,
    (await client.call(createOffer, { body: offerBody({ payment_method: "paypal" }) })).code,
    (await client.call(createDepositAddress, { params: { code: "BTC" } })).code,
    (await client.call(quoteSendOut, { params: { code: "BTC" }, body: { address: "x", amount: "1" } })).code,
    (await client.call(createSendOut, { body: { quote_id: ids.hash() }, proves: false })).code,
  ];
  assert.deepEqual(await asked(), Array(5).fill("account.name_needed"));
  assert.deepEqual([await levelOf(client), (await factsOf(client)).basicVerification], ["L0", "pending"]);
  assert.equal((await name(client)).data.level, "L1");
  assert.equal((await factsOf(client)).basicVerification, "approved");
  for (const code of await asked()) assert.doesNotMatch(code, /name_needed|email_unconfirmed/);
});

test("an offer and the listing are shown as after the step: no limit of a level 0, and nothing hidden for it", async () => {
  const { offer } = await aMarket(app);
  const { client } = await aNewcomer();
  const shown = async () => {
    const { startRefusals } = (await client.call(getOffer, { params: { id: offer } })).data;
    const limits = (await client.call(getTradeLimits, { params: { id: offer } })).data;
    const query = { type: "sell" as const, crypto_currency_id: "8", acceptable_only: "1" as const };
    const { data } = await client.call(listOffers, { query });
    return [
      startRefusals.map(({ code }) => code),
      limits.level,
      limits.ownMax,
      data.some(({ hash }) => hash === offer),
    ];
  };
  const before = await shown();
  await name(client);
  assert.deepEqual(before, await shown());
  assert.deepEqual(before, [[], "L1", "700.00", true]);
});

test("the first that is missing is named: the email, then the name; a confirmed phone makes up for neither", async () => {
  const { client, id } = await aNewcomer({ isConfirmed: false });
  const refused = async () => (await client.call(createDepositAddress, { params: { code: "BTC" } })).code;
  assert.equal(await refused(), "auth.email_unconfirmed");
  assert.equal((await name(client)).data.level, "L0");
  assert.equal(await refused(), "auth.email_unconfirmed");
  const { fullnameBirthday } = (await factsOf(client)).verification;
  assert.deepEqual([fullnameBirthday.isVerified, fullnameBirthday.isRejected], [true, false]);
  const other = await aNewcomer();
  await owner.query("update users set verified_level = 1.5 where id = $1", [other.id]);
  assert.equal(await levelOf(other.client), "L0");
  await name(other.client);
  assert.equal(await levelOf(other.client), "L1+");
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [id]);
  assert.equal(await levelOf(client), "L1");
});

test("minors, impossible days and unknown countries are refused at their field, and the account stays without a level", async () => {
  const { client } = await aNewcomer();
  const faults = async (change: object) => {
    const { code, body } = await name(client, change);
    return [code, ...Object.keys((body.errors as { details: object }).details)];
  };
  assert.deepEqual(await faults({ birth_date: "2015-01-01" }), ["auth.too_young", "birth_date"]);
  assert.deepEqual(await faults({ birth_date: "1986-02-30" }), ["ERROR_INPUT_VALIDATION", "birth_date"]);
  assert.deepEqual(await faults({ birth_date: "1850-01-01" }), ["auth.too_young", "birth_date"]);
  assert.deepEqual(await faults({ country_iso: "QQ" }), ["account.country_unknown", "country_iso"]);
  assert.deepEqual(await faults({ country_iso: undefined }), ["account.country_unknown", "country_iso"]);
  assert.equal(await levelOf(client), "L0");
});

test("a name is given once; where staff find that a document has another, it is corrected once, and the country stays", async () => {
  const { client, id, username } = await aNewcomer();
  assert.equal((await name(client, { country_iso: "NG" })).status, 200);
  assert.deepEqual(
    [(await factsOf(client)).country.iso, (await factsOf(client)).currency],
    ["NG", "NGN"],
    "the currency follows the first country",
  );
  assert.equal((await name(client, { last_name: "Murray" })).code, "account.named_before");
  const person = { client, id, username };
  for (const [reason, code] of [
    ["unreadable", "account.named_before"],
    ["name_mismatch", ""],
  ] as const) {
    const reference = await aSubmitted(app, person);
    await look(mod, reference);
    await reject(mod, reference, [reason]);
    assert.equal((await name(client, { last_name: "Murray", country_iso: "US" })).code, code, reason);
  }
  const after = await factsOf(client);
  assert.deepEqual([after.lastName, after.country.iso, after.kycLevelCheck.level], ["Murray", "NG", "L1"]);
  assert.equal((await name(client, { last_name: "Brewster" })).code, "account.named_before");
});

test("the registration group follows the country that is given", async () => {
  await owner.query(
    "insert into settings values ('accounts.group_one_countries', '[\"KE\"]', null, market_now()) on conflict (name) do update set value = excluded.value",
  );
  const { client } = await aNewcomer();
  assert.equal((await factsOf(client)).registrationGroup, 2);
  await name(client, { country_iso: "KE" });
  assert.equal((await factsOf(client)).registrationGroup, 1);
  await owner.query("delete from settings where name = 'accounts.group_one_countries'");
});

test("the requirement of level 1 is met by the name alone", async () => {
  const { client } = await aNewcomer();
  const met = async () => {
    const { levels } = (await client.call(getLevelsInfo)).data;
    const needs = levels.find(({ level }) => level === "L1")?.requirements;
    return needs?.find(({ condition }) => condition === "verification_condition_fullname_birthday")?.isPassed;
  };
  assert.equal(await met(), false);
  await name(client);
  assert.equal(await met(), true);
});
