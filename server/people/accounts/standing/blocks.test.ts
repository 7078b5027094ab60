// Guards: a user of registration group 1 trades, converts and sends when identity, address, phone and email are verified, and
// not before; some countries require an identity of every user; in a closed one users may still send out their coins. What
// blocks a wallet is the same for every call and page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { createConversion, createDepositAddress, createSendOut } from "#contract/products/wallet/wallet.ts";
import { seal } from "../../../platform/sealed.ts";
import { ids } from "../../../platform/ids.ts";
import { aMarket, aPerson, aUser, freshRates, start, testApp } from "../../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../../testing/people/restrictions.ts";
import { anApproved } from "../../../testing/people/verification.ts";

const app = await testApp();
const { owner, db } = app;
await freshRates(app);
const mod = await aNamedUser(app, "moderator");
const set = (name: string, value: readonly string[]) =>
  owner.query(
    `insert into settings values ($1, $2, null, market_now()) on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
const reasonsOf = async ({ client }: Pick<NamedUser, "client">) =>
  (await client.call(getCurrentUser)).data.walletBlockReasons;

test("the country of a new account says which group it is of; later settings change no account", async () => {
  const groupOf = async (id: bigint) =>
    (await owner.query("select registration_group from users where id = $1", [id])).rows[0].registration_group;
  const before = await db.tx((tx) => aUser(tx));
  await set("accounts.group_one_countries", ["YY"]);
  const after = await db.tx((tx) => aUser(tx));
  await set("accounts.group_one_countries", []);
  assert.deepEqual([await groupOf(before), await groupOf(after)], [2, 1]);
});

test("group one trades, converts and sends when identity, address, phone and email are verified, and not before", async () => {
  const market = await aMarket(app);
  const ada = { ...market.buyer, username: "" };
  await owner.query(
    "update users set granted_level = null, registration_group = 1, email_confirmed_at = market_now() where id = $1",
    [ada.id],
  );
  const refused = async () => (await start(market)).code;
  const blocked = async () => {
    assert.deepEqual(await reasonsOf(ada), ["ID_REQUIRED"]);
    assert.equal(await refused(), "account.id_required");
  };
  await blocked();
  const { data } = await ada.client.call(getCurrentUser);
  assert.equal(data.registrationGroup, 1);
  assert.deepEqual(
    (["start-trade-buy", "start-trade-sell", "use-wallet"] as const).filter(
      (one) => !data.blockedKycActions.includes(one),
    ),
    [],
  );
  const body = { quote_id: ids.hash() };
  const sent = await ada.client.call(createSendOut, { body, proves: false });
  assert.equal(sent.code, "account.id_required");
  assert.deepEqual((sent.body as { context?: unknown }).context, {
    walletBlockReasons: ["ID_REQUIRED"],
    redirect: "/account/verification",
  });
  assert.equal((await ada.client.call(createConversion, { body, proves: false })).code, "account.id_required");

  const { rows } = await owner.query("select username, external_id from users where id = $1", [ada.id]);
  const externalId = rows[0].external_id as string;
  const person = { ...ada, username: rows[0].username as string };
  await anApproved(app, { person, staff: mod });
  await blocked();
  await anApproved(app, { person, staff: mod, kind: "address" });
  await blocked();
  await owner.query(
    "insert into phones (user_id, number_sealed, number_index, country_iso, confirmed_at) values ($1, $2, 'i', 'NG', market_now())",
    [ada.id, seal("+2348031234567", `phones.number:${externalId}`)],
  );
  assert.deepEqual(await reasonsOf(ada), []);
  assert.equal(await refused(), "");
  await owner.query("update verifications set expires_on = market_now()::date where user_id = $1 and kind = 'id'", [
    ada.id,
  ]);
  await app.runJob("end-expired-documents");
  await blocked();
});

test("a blocked owner is not on the market", async () => {
  const market = await aMarket(app);
  await owner.query("update users set registration_group = 1 where id = $1", [market.seller.id]);
  await owner.query(
    "insert into events (type, subject, payload, at) values ('account.level_set', $1, '{\"detail\": \"2\"}', market_now())",
    [String(market.seller.id)],
  );
  await app.deliverEvents();
  assert.equal((await start(market)).code, "offer.not_active");
});

test("offers of a country leave the market when it is closed, and come back when it is open again", async () => {
  const market = await aMarket(app);
  await owner.query("update users set country_iso = 'NG' where id = $1", [market.seller.id]);
  const change = async (countries: string[]) => {
    await set("catalog.disabled_countries", countries);
    await owner.query(
      "insert into events (type, subject, payload, at) values ('setting.changed', 'catalog.disabled_countries', '{}', market_now())",
    );
    await app.deliverEvents();
  };
  await change(["NG"]);
  assert.equal((await start(market)).code, "offer.not_active");
  await change(["CU", "IR", "KP", "SY"]);
  assert.equal((await start(market)).code, "");
});

test("an owner of group one is on the market once the phone is confirmed, and not after it is removed", async () => {
  const market = await aMarket(app);
  await owner.query("update users set registration_group = 1, is_identified = true where id = $1", [market.seller.id]);
  const after = async (type: string, isIdentified: boolean) => {
    await owner.query("update users set is_identified = $2 where id = $1", [market.seller.id, isIdentified]);
    await owner.query(
      'insert into events (type, subject, payload, at) values ($1, $2, \'{"detail": "+4912"}\', market_now())',
      [type, String(market.seller.id)],
    );
    await app.deliverEvents();
  };
  await after("account.phone_removed", false);
  assert.equal((await start(market)).code, "offer.not_active");
  await after("account.phone_confirmed", true);
  assert.equal((await start(market)).code, "");
});

test("some countries ask everybody for an identity, and a closed one leaves the way out", async () => {
  const ada = await aPerson(app);
  await owner.query(
    "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'AF' where id = $1",
    [ada.id],
  );
  assert.deepEqual(await reasonsOf(ada), ["ID_REQUIRED"]);
  await owner.query("update users set country_iso = 'NG', sign_in_country = 'IR' where id = $1", [ada.id]);
  assert.deepEqual(await reasonsOf(ada), ["BLOCKED_IN_LOCATION"]);
  const address = await ada.client.call(createDepositAddress, { params: { code: "BTC" } });
  assert.equal(address.code, "account.blocked_in_location");
  const send = async () =>
    (await ada.client.call(createSendOut, { body: { quote_id: ids.hash() }, proves: false })).code;
  assert.equal(await send(), "request.not_found", "it is open, and there is no such quote");
});

test("a user who must be identified and cannot be, because their country is closed, can still withdraw", async () => {
  const send = async ({ client }: Awaited<ReturnType<typeof aPerson>>) =>
    (await client.call(createSendOut, { body: { quote_id: ids.hash() }, proves: false })).code;
  const ada = await aPerson(app);
  await owner.query("update users set registration_group = 1, country_iso = 'NG' where id = $1", [ada.id]);
  assert.equal(await send(ada), "account.id_required");
  await owner.query(
    `insert into settings (name, value, changed_at) values ('verification.closed_countries', '["NG"]', market_now())`,
  );
  assert.deepEqual(await reasonsOf(ada), ["BLOCKED_IN_LOCATION"]);
  assert.equal(await send(ada), "request.not_found");
  await owner.query("delete from settings where name = 'verification.closed_countries'");
  assert.equal(await send(ada), "account.id_required");
  await owner.query("update users set sign_in_country = 'IR' where id = $1", [ada.id]);
  assert.deepEqual(await reasonsOf(ada), ["ID_REQUIRED", "BLOCKED_IN_LOCATION"]);
  assert.equal(await send(ada), "account.id_required", "who signs in from a closed country is asked all the same");
  await owner.query("update users set sign_in_country = null where id = $1", [ada.id]);
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since, leave_allowed_by, leave_allowed_at)
     values ($1, 'banned', 'chargeback', 'case-of-leaving', market_now(), market_now(), $2, market_now())`,
    [ada.id, mod.id],
  );
  assert.notEqual(await send(ada), "account.id_required", "what staff have approved is asked for nothing more");
});
