// Guards: people say whose messages they take, and everybody reads of another what follows from that, from blocks, restrictions, demo
// accounts and the trade that the two have open.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { changeRelation, getCurrentUser, getUser } from "#contract/people/accounts.ts";
import { CHAT_ACCEPTANCES, type ChatAcceptance } from "#contract/reach/messenger/names.ts";
import { getMessengerProfile, saveMessengerProfile } from "#contract/reach/messenger/messenger.ts";
import { RESTRICTION_STATES } from "#contract/compliance/restriction-names.ts";
import { aMarket, aTrade, giveLevel, testApp } from "../../testing/index.ts";
import { aNamedUser as somebody } from "../../testing/people/restrictions.ts";
import { assertProperty } from "../../testing/seeds.ts";
import { chatStanding, type Reader } from "./chat-standing.ts";
import type { PairFacts } from "./rows.ts";

const app = await testApp();
const { owner } = app;
type Somebody = Awaited<ReturnType<typeof somebody>>;

const accept = ({ client }: Pick<Somebody, "client">, accepts: ChatAcceptance) =>
  client.call(saveMessengerProfile, { body: { accept_chat_messages: accepts } });
const chatOf = async (reader: Pick<Somebody, "client">, { username }: Pick<Somebody, "username">) =>
  (await reader.client.call(getUser, { params: { username } })).data.chat;

const READER: Omit<Reader, "userId"> = { restrictions: [], level: 1, isDemo: false, roles: [] };
const FACTS: PairFacts & { mostNew: number } = {
  ...{ accepts: "everyone", is_demo: false, restrictions: [], is_blocked: false, blocks_viewer: false },
  ...{ traded: 0, trade_hash: null, trusts_viewer: false, is_staff: false },
  ...{ begun_today: 0, conversation_hash: null, mostNew: 10 },
};
const obstacle = (reader: Partial<typeof READER>, facts: Partial<PairFacts>) =>
  chatStanding({ ...READER, ...reader }, { ...FACTS, ...facts }).obstacle;

test("only users that the setting names may begin a conversation", () => {
  const readers = { newcomer: [1, 0], verified: [2, 0], partner: [1, 3] } as const;
  const may = CHAT_ACCEPTANCES.map((accepts) =>
    Object.values(readers).map(([level, traded]) => obstacle({ level }, { accepts, traded }) === null),
  );
  assert.deepEqual(may, [
    [true, true, true],
    [false, true, false],
    [false, false, true],
    [false, false, false],
  ]);
});

test("no restriction of either side leaves a new conversation open, and nobody reads that it is the other's", () => {
  for (const state of RESTRICTION_STATES) {
    assert.equal(obstacle({ restrictions: [state] }, {}), "restricted", state);
    assert.equal(obstacle({}, { restrictions: [state] }), "unavailable", state);
  }
  assert.equal(obstacle({}, { is_blocked: true }), "blocked");
  assert.equal(obstacle({}, { blocks_viewer: true }), "unavailable");
  assert.equal(obstacle({}, { is_demo: true }), "unavailable");
  assert.equal(obstacle({}, { is_staff: true }), "unavailable");
  assert.equal(obstacle({ roles: ["moderator"] }, {}), "staff");
  assert.equal(obstacle({ level: 0 }, {}), "level");
  assert.equal(obstacle({}, { begun_today: 9 }), null);
  assert.equal(obstacle({}, { begun_today: 10 }), "too_many");
  assert.equal(obstacle({ isDemo: true }, { is_demo: true }), null);
});

test("no fact of either side opens what is forbidden, and facts of the other side look alike", async (t) => {
  const facts = fc.record({
    ...{ is_blocked: fc.boolean(), blocks_viewer: fc.boolean(), is_staff: fc.boolean(), is_demo: fc.boolean() },
    accepts: fc.constantFrom(...CHAT_ACCEPTANCES),
    restrictions: fc.subarray([...RESTRICTION_STATES]),
    ...{ traded: fc.nat(2), begun_today: fc.nat(12) },
  });
  const reader = fc.record({ level: fc.nat(3), restrictions: fc.subarray([...RESTRICTION_STATES]) });
  const property = fc.property(reader, facts, (who, found) => {
    const [known, isOpen] = [obstacle(who, found), obstacle(who, found) === null];
    for (const more of [{ is_blocked: true }, { blocks_viewer: true }, { is_staff: true }, { begun_today: 10 }])
      assert.ok(isOpen || obstacle(who, { ...found, ...more }) !== null, JSON.stringify(more));
    for (const state of RESTRICTION_STATES) {
      assert.notEqual(obstacle({ ...who, restrictions: [...who.restrictions, state] }, found), null);
      assert.notEqual(obstacle(who, { ...found, restrictions: [...found.restrictions, state] }), null);
    }
    if (known !== null) return;
    for (const theirs of [{ blocks_viewer: true }, { is_staff: true }, { restrictions: ["banned"] }, { is_demo: true }])
      assert.equal(obstacle(who, { ...found, ...theirs }), "unavailable");
  });
  await assertProperty(t, "chat standing", property);
});

test("an open trade has its conversation despite blocks and settings", () => {
  const standing = chatStanding(
    { ...READER, restrictions: ["suspended"] },
    { ...FACTS, accepts: "nobody", is_blocked: true, blocks_viewer: true, trade_hash: "ofTheirs" },
  );
  assert.deepEqual([standing.permission, standing.obstacle, standing.tradeHash], ["chat_exists", null, "ofTheirs"]);
});

test("a user's choice is in their settings, the current user and their profile; before that everyone may write", async () => {
  const [ada, reader] = [await somebody(app), await somebody(app)];
  assert.equal((await ada.client.call(getMessengerProfile)).data.accept_chat_messages, "everyone");
  assert.deepEqual(await chatOf(reader, ada), {
    ...{ accepts: "everyone", permission: "chat_create_is_allowed", obstacle: null },
    ...{ tradeHash: null, conversationId: null },
  });
  for (const accepts of CHAT_ACCEPTANCES) {
    assert.equal((await accept(ada, accepts)).data.accept_chat_messages, accepts);
    assert.equal((await ada.client.call(getMessengerProfile)).data.accept_chat_messages, accepts);
    assert.equal((await ada.client.call(getCurrentUser)).data.acceptChatMessages, accepts);
    assert.equal((await chatOf(reader, ada))?.accepts, accepts);
  }
  assert.equal((await chatOf(reader, ada))?.permission, "chat_create_is_forbidden");
  const wrong = await ada.client.call(saveMessengerProfile, { body: { accept_chat_messages: "friends" as "nobody" } });
  assert.equal(wrong.status, 422);
  assert.equal(await chatOf({ client: app.client() }, ada), null, "visitors");
  assert.equal(await chatOf(ada, ada), null, "their own");
});

test("a block, a level, a restriction and a trade that went well count at once", async () => {
  const [ada, reader] = [await somebody(app), await somebody(app)];
  const standing = async () => (await chatOf(reader, ada))?.obstacle;
  await accept(ada, "verified");
  await giveLevel(app, reader.id, 1);
  assert.equal(await standing(), "not_accepted");
  await giveLevel(app, reader.id, 2);
  assert.equal(await standing(), null);
  const relate = (who: Somebody, whom: Somebody, action: "blocked" | "unblocked") =>
    who.client.call(changeRelation, { params: { username: whom.username }, body: { action } });
  await relate(ada, reader, "blocked");
  assert.equal(await standing(), "unavailable");
  await relate(ada, reader, "unblocked");
  await relate(reader, ada, "blocked");
  assert.equal(await standing(), "blocked");
  await relate(reader, ada, "unblocked");
  await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
     values ($1, 'restricted', 'other', gen_random_uuid()::text, market_now(), market_now() + interval '9 days')`,
    [ada.id],
  );
  assert.equal(await standing(), "unavailable");
  await owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1", [ada.id]);
  assert.equal(await standing(), null);
});

test("partners in an open trade have its conversation, and afterwards are partners if it went well", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "active_funded");
  const { rows } = await owner.query("select username from users where id = $1", [market.seller.id]);
  const seller = { username: rows[0].username as string };
  await accept(market.seller, "trade_partners");
  assert.deepEqual(await chatOf(market.buyer, seller), {
    ...{ accepts: "trade_partners", permission: "chat_exists", obstacle: null, tradeHash: hash },
    conversationId: null,
  });
  const other = await aMarket(app);
  const { rows: sold } = await owner.query("select username from users where id = $1", [other.seller.id]);
  await accept(other.seller, "trade_partners");
  assert.equal((await chatOf(other.buyer, { username: sold[0].username }))?.obstacle, "not_accepted");
  await aTrade(other, "released");
  assert.equal((await chatOf(other.buyer, { username: sold[0].username }))?.permission, "chat_create_is_allowed");
});
