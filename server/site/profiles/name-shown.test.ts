// Guards: a name is read by those whom its owner lets, wherever people are shown; the words of the given API mean what they say, and a
// company is seen by one of its own names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeRelation, getCurrentUser, getUser, giveName, saveSettings } from "#contract/people/accounts.ts";
import { register } from "#contract/people/sign-in/auth.ts";
import type { AskedVisibility } from "#contract/people/name-visibility.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { aMarket, aTrade, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;

const choose = async ({ client }: Pick<NamedUser, "client">, full_name_visibility: AskedVisibility) => {
  const { status, data, code } = await client.call(saveSettings, { body: { full_name_visibility } });
  return status === 200 ? data.fullNameVisibilityType : code;
};
const nameOf = async ({ id }: { id: bigint }): Promise<string> =>
  (await owner.query("select username from users where id = $1", [id])).rows[0].username;

test("each reader sees the name that they may, in the profile and in the trade", async () => {
  const market = await aMarket(app);
  const [{ seller, buyer }, member, friend] = [market, await aNamedUser(app), await aNamedUser(app)];
  const username = await nameOf(seller);
  const done = await aTrade(market, "released");
  await app.deliverEvents();
  await seller.client.call(changeRelation, { params: { username: friend.username }, body: { action: "trusted" } });
  const readers = [app.client(), member.client, buyer.client, friend.client];
  const seen = async () => {
    const profiles = readers.map((reader) => reader.call(getUser, { params: { username } }));
    return (await Promise.all(profiles)).map(({ data }) => data.fullName);
  };
  const inTrade = async () => (await buyer.client.call(getTrade, { params: { id: done } })).data.seller.fullName;
  const [, full] = [await choose(seller, "full_name"), (await seller.client.call(getCurrentUser)).data.userFullName];
  const short = full.replace(/ (.).*/u, " $1.");
  const cases: [AskedVisibility, string, (string | null)[]][] = [
    ["first_name_initial", "first_name_initial", [null, short, short, short]],
    ["full_name", "full_name", [null, full, full, full]],
    ["YES", "everyone", [full, full, full, full]],
    ["trusted", "trusted", [null, null, null, full]],
    ["trusted_and_partners", "trusted_and_partners", [null, null, full, full]],
    ["NO", "hidden", [null, null, null, null]],
    ["legal_entity_name", "account.settings_invalid", [null, null, null, null]],
  ];
  for (const [asked, kept, names] of cases) {
    assert.equal(await choose(seller, asked), kept, asked);
    assert.deepEqual(await seen(), names, asked);
    assert.equal(await inTrade(), names[2], asked);
  }
  await choose(seller, "trusted");
  await seller.client.call(changeRelation, { params: { username: friend.username }, body: { action: "untrusted" } });
  assert.deepEqual(await seen(), [null, null, null, null], "a user who is not trusted any more cannot read it");
});

test("the visibility of a name is one of six words, whatever process writes it, and trust is read by the market's own processes", async () => {
  const { id } = await aNamedUser(app);
  await assert.rejects(owner.query("update users set full_name_visibility = 'friends' where id = $1", [id]), {
    code: "23514",
  });
  const may = async (role: string) =>
    (await owner.query("select has_function_privilege($1, 'trusts(bigint, bigint)', 'execute') as may", [role])).rows[0]
      .may;
  assert.deepEqual(
    [await may("parley_web"), await may("parley_chain"), await may("parley_signer")],
    [true, false, false],
  );
});

test("a user in an open trade with another is a trade partner there, and staff are not", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "paid");
  await choose(market.seller, "trusted_and_partners");
  const view = (await market.buyer.client.call(getTrade, { params: { id: hash } })).data;
  assert.equal(view.seller.fullName, (await market.seller.client.call(getCurrentUser)).data.userFullName);
  const profile = await market.buyer.client.call(getUser, { params: { username: await nameOf(market.seller) } });
  assert.equal(profile.data.fullName, null, "nothing has gone well between them yet");
});

test("a company chooses which of its names is shown, and what its person chose stays", async () => {
  const ada = await aNamedUser(app);
  await choose(ada, "trusted");
  await owner.query("update users set corporate_since = market_now() where id = $1", [ada.id]);
  assert.equal(await choose(ada, "business_name"), "business_name");
  assert.equal(await choose(ada, "legal_entity_name"), "legal_entity_name");
  await owner.query("update users set corporate_since = null where id = $1", [ada.id]);
  assert.equal((await ada.client.call(getCurrentUser)).data.fullNameVisibilityType, "trusted");
});

test("a newcomer chooses it with their name, and has first name and initial without", async () => {
  for (const [index, asked] of ([undefined, "trusted_and_partners"] as const).entries()) {
    const client = app.client();
    await client.call(register, { body: { email: `named${index}@example.org`, password: TEST_PASSWORD } });
    const { status, code } = await client.call(giveName, {
      body: {
        first_name: "Grace",
        last_name: "Hopper",
        birth_date: "1986-12-09",
        country_iso: "US",
        ...(asked && { full_name_visibility: asked }),
      },
    });
    assert.equal(status, 200, code);
    const { data } = await client.call(getCurrentUser);
    assert.equal(data.fullNameVisibilityType, asked ?? "first_name_initial");
  }
});
