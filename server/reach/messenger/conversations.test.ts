// Guards: two users have one conversation; requests, blocks and restrictions decide who writes in it; messages keep their order;
// nobody else reads them, and they are sealed at rest.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeRelation, getUser } from "#contract/people/accounts.ts";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import { DIRECT_MESSAGE_MAX_CHARS, MOST_UNANSWERED } from "#contract/reach/messenger/names.ts";
import * as calls from "#contract/reach/messenger/messenger.ts";
import { RESTRICTION_STATES } from "#contract/compliance/restriction-names.ts";
import { aMarket, aTrade, giveLevel, offerBody, testApp } from "../../testing/index.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";
import { aNamedUser as somebody, type NamedUser as Somebody } from "../../testing/people/restrictions.ts";
import { untilWaiting } from "../../testing/waiting.ts";
import { eachSeed, LEAST_ACCEPTED } from "../../testing/seeds.ts";
import { makeIds, seededRandom } from "../../platform/ids.ts";

const app = await testApp();
const { owner, deliverEvents } = app;

type Person = Pick<Somebody, "client" | "username" | "id">;
const start = (from: Person, to: Pick<Person, "username">, text = "Hello") =>
  from.client.call(calls.startConversation, { body: { username: to.username, created_from: "profile", text } });
const write = (from: Person, id: string, text: string, more: { key?: string } = {}) =>
  from.client.call(calls.postDirectMessage, { params: { id }, body: { text }, ...more });
const read = async (from: Person, id: string, query: Record<string, string> = {}) =>
  (await from.client.call(calls.listDirectMessages, { params: { id }, query })).data;
const one = async (from: Person, id: string) =>
  (await from.client.call(calls.getConversation, { params: { id } })).data;
const list = async (from: Person, folder?: "requests" | "archived") =>
  (await from.client.call(calls.listConversations, { query: folder ? { folder } : {} })).data.rows.map(({ id }) => id);
const relate = (who: Person, whom: Person, action: "blocked" | "unblocked" | "trusted") =>
  who.client.call(changeRelation, { params: { username: whom.username }, body: { action } });

type Notice = { link: string; details: Record<string, string>; read_at: Date | null };
const noticesOf = async (userId: bigint): Promise<Notice[]> =>
  (
    await owner.query(
      "select link, details, read_at from notifications where user_id = $1 and kind = 'direct_message' order by id",
      [userId],
    )
  ).rows;

/** Two users, the second of whom has a request of the first. */
async function aRequest() {
  const [ada, ben] = [await somebody(app), await somebody(app)];
  const { data, code } = await start(ada, ben);
  assert.equal(code, "");
  return { ada, ben, id: data.conversation.id };
}

async function anAnswered() {
  const pair = await aRequest();
  assert.equal((await pair.ben.client.call(calls.acceptConversation, { params: { id: pair.id } })).code, "");
  return pair;
}

test("a first message is a request; its answer makes it a conversation of both", async () => {
  const { ada, ben, id } = await aRequest();
  assert.deepEqual([await list(ada), await list(ben), await list(ben, "requests")], [[id], [], [id]]);
  assert.deepEqual((await one(ben, id)).state, "request");
  assert.equal((await one(ada, id)).isOpen, false);
  assert.equal((await write(ben, id, "Hello Ada, see https://example.com")).code, "", "the answer may have links");
  assert.deepEqual([await list(ben), await list(ben, "requests")], [[id], []]);
  assert.equal((await one(ada, id)).isOpen, true);
  assert.deepEqual(
    (await read(ada, id)).map(({ seq, text, isMine, warnings }) => [seq, text, isMine, warnings]),
    [
      [1, "Hello", true, []],
      [2, "Hello Ada, see https://example.com", false, ["link"]],
    ],
  );
});

test("before an answer there are a few messages, without links, contact details and files", async () => {
  const { ada, ben, id } = await aRequest();
  for (const text of ["look at www.example.org", "https://a.b", "write to ada@example.com", "t.me/ada"])
    assert.equal((await write(ada, id, text)).code, "messenger.no_links", text);
  const other = await somebody(app);
  assert.equal((await start(ada, other, "see https://example.com")).code, "messenger.no_links");
  assert.deepEqual(await list(other, "requests"), [], "nothing is left of it");
  const file = await uploadAs(app, ada.client, await aPicture());
  const attach = () =>
    ada.client.call(calls.postDirectMessage, { params: { id }, body: { text: "", upload_id: file.id } });
  assert.equal((await attach()).code, "messenger.no_files");
  for (let sent = 1; sent < MOST_UNANSWERED; sent += 1) assert.equal((await write(ada, id, `again ${sent}`)).code, "");
  assert.equal((await write(ada, id, "once more")).code, "messenger.unanswered");
  assert.equal((await one(ada, id)).block, "unanswered");
  assert.equal((await ben.client.call(calls.acceptConversation, { params: { id } })).data.state, "accepted");
  assert.equal((await write(ada, id, "https://a.b")).code, "");
  const sent = await attach();
  assert.equal(sent.data.message.attachment?.id, file.id);
  const statusOf = async (who: Person) =>
    (await app.app.fastify.inject({ url: `/uploads/${file.id}`, headers: { cookie: `parley=${who.client.token}` } }))
      .statusCode;
  assert.deepEqual([await statusOf(ada), await statusOf(ben), await statusOf(other)], [200, 200, 404]);
  const missing = await write(ada, id, "");
  assert.equal(missing.code, "chat.empty");
  const wrong = await ada.client.call(calls.postDirectMessage, { params: { id }, body: { upload_id: "NoSuchFile01" } });
  assert.equal(wrong.code, "upload.not_found");
  assert.equal((await write(ada, id, "x".repeat(DIRECT_MESSAGE_MAX_CHARS + 1))).status, 422);
});

test("a user who is known does not wait for an answer: a partner, and somebody who is trusted", async () => {
  const market = await aMarket(app);
  await aTrade(market, "released");
  const named = async ({ id }: { id: bigint }) =>
    (await owner.query("select username from users where id = $1", [id])).rows[0].username as string;
  const seller = { ...market.seller, username: await named(market.seller) };
  const buyer = { ...market.buyer, username: await named(market.buyer) };
  const first = await start(buyer, seller, "again? https://example.com");
  assert.deepEqual([first.code, first.data?.conversation.isOpen], ["", true]);
  const [ada, ben] = [await somebody(app), await somebody(app)];
  await relate(ben, ada, "trusted");
  const { data } = await start(ada, ben);
  assert.equal(data.conversation.isOpen, true);
  assert.deepEqual(await list(ben), [data.conversation.id]);
});

test("two first messages at once, from both sides, are one conversation with both", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ada, ben] = [await somebody(app), await somebody(app)];
    const [first, second] = await Promise.all([start(ada, ben, "from Ada"), start(ben, ada, "from Ben")]);
    assert.deepEqual([first.code, second.code], ["", ""]);
    const id = first.data.conversation.id;
    assert.equal(second.data.conversation.id, id);
    const texts = (await read(ada, id)).map(({ seq, text }) => [seq, text]);
    assert.deepEqual(
      texts.map(([seq]) => seq),
      [1, 2],
    );
    assert.deepEqual(texts.map(([, text]) => text).sort(), ["from Ada", "from Ben"]);
    assert.deepEqual([await list(ada), await list(ben)], [[id], [id]], "each has answered the other");
  }
});

test("nobody else reads, writes or changes a conversation, and cannot tell it from one that does not exist", async () => {
  const { id } = await anAnswered();
  const stranger = await somebody(app);
  const { client } = stranger;
  const params = { id };
  const answers = [
    await client.call(calls.getConversation, { params }),
    await client.call(calls.listDirectMessages, { params, query: {} }),
    await write(stranger, id, "hello"),
    await client.call(calls.acceptConversation, { params }),
    await client.call(calls.declineConversation, { params }),
    await client.call(calls.changeConversation, { params, body: { is_muted: true } }),
    await client.call(calls.readConversation, { params, body: { seq: 1 } }),
    await client.call(calls.reportConversation, { params, body: { seq: 1, reason: "spam" } }),
  ];
  assert.deepEqual([...new Set(answers.map(({ code }) => code))], ["messenger.not_found"]);
  const missing = await client.call(calls.getConversation, { params: { id: "NoSuchChat01" } });
  assert.deepEqual([missing.status, missing.code], [404, "messenger.not_found"]);
});

test("what is written is sealed at rest", async () => {
  const { ada, id } = await anAnswered();
  await write(ada, id, "a secret word: rutabaga");
  const { rows } = await owner.query("select body_sealed from direct_messages order by id desc limit 1");
  assert.ok(!rows[0].body_sealed.toString("latin1").includes("rutabaga"));
  const { rows: events } = await owner.query("select payload::text from events where type = 'messenger.posted'");
  assert.ok(!JSON.stringify(events).includes("rutabaga"));
});

test("a block ends writing on both sides at once, and an unblock opens it again", async () => {
  const { ada, ben, id } = await anAnswered();
  await relate(ben, ada, "blocked");
  assert.equal((await write(ada, id, "hello?")).code, "messenger.unavailable");
  assert.equal((await write(ben, id, "bye")).code, "messenger.blocked");
  assert.deepEqual([(await one(ada, id)).block, (await one(ben, id)).block], ["unavailable", "blocked"]);
  assert.equal((await start(ada, ben)).code, "messenger.unavailable");
  assert.equal((await one(ada, id)).isBlockedByMe, false, "nobody reads here who blocked them");
  await relate(ben, ada, "unblocked");
  assert.equal((await write(ada, id, "hello again")).code, "");
  const carl = await somebody(app);
  await relate(carl, ada, "blocked");
  assert.equal((await start(ada, carl)).code, "messenger.unavailable");
  await relate(ada, carl, "blocked");
  assert.equal((await start(ada, carl)).code, "messenger.blocked");
});

test("a block while a message is on its way comes before or after it, and nothing is notified after it", async () => {
  const { ada, ben, id } = await anAnswered();
  const client = await app.db.connect();
  await client.query("begin");
  await client.query("select from direct_conversations where hash = $1 for update", [id]);
  const posting = write(ada, id, "on its way");
  await untilWaiting(owner, 1);
  await relate(ben, ada, "blocked");
  await client.query("commit");
  await client.end();
  assert.equal((await posting).code, "messenger.unavailable");
  assert.equal((await read(ben, id)).length, 1);

  await relate(ben, ada, "unblocked");
  await ben.client.call(calls.readConversation, { params: { id }, body: { seq: 1 } });
  await deliverEvents();
  const before = (await noticesOf(ben.id)).length;
  assert.equal((await write(ada, id, "before the block")).code, "");
  await relate(ben, ada, "blocked");
  await deliverEvents();
  assert.equal((await noticesOf(ben.id)).length, before, "written before, notified after: not at all");
  assert.deepEqual(
    (await read(ben, id)).map(({ text }) => text),
    ["Hello", "before the block"],
  );
});

test("fifty messages over a line that is cut are in order, none lost, none twice", async () => {
  const { ada, ben, id } = await anAnswered();
  await owner.query("update direct_messages set at = at - interval '2 minutes'");
  const got = new Map<number, string>();
  for (let number = 0; number < 50; number += 1) {
    const key = `line-cut-${id}-${number}`;
    // The answer of every second one is lost, and the page sends it again under the same key.
    const tries = number % 2 === 0 ? [await write(ada, id, `word ${number}`, { key })] : [];
    tries.push(await write(ada, id, `word ${number}`, { key }));
    assert.deepEqual([...new Set(tries.map(({ code }) => code))], [""]);
    assert.equal(new Set(tries.map(({ data }) => data.message.seq)).size, 1);
    if (number % 25 === 24) await owner.query("update direct_messages set at = at - interval '2 minutes'");
    // The reader comes back now and then, and asks for what is behind the last number.
    if (number % 7 === 6)
      for (const { seq, text } of await read(ben, id, { after: String(last(got)) })) got.set(seq, text);
  }
  for (const { seq, text } of await read(ben, id, { after: String(last(got)) })) got.set(seq, text);
  const words = [...got].filter(([seq]) => seq > 1);
  assert.deepEqual(
    words.map(([, text]) => text),
    Array.from({ length: 50 }, (_, number) => `word ${number}`),
  );
  assert.deepEqual(
    words.map(([seq]) => seq),
    Array.from({ length: 50 }, (_, number) => number + 2),
    "without gaps",
  );
});
const last = (got: ReadonlyMap<number, string>) => Math.max(0, ...got.keys());

test("messages written at once have numbers without gaps", async () => {
  const { ada, ben, id } = await anAnswered();
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, number) => write(number % 2 ? ada : ben, id, `at once ${number}`)),
  );
  assert.deepEqual([...new Set(sent.map(({ code }) => code))], [""]);
  assert.deepEqual(
    sent.map(({ data }) => data.message.seq).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, number) => number + 2),
  );
});

test("many messages are read by their numbers, from the newest back and from a number on", async () => {
  const { ada, ben, id } = await anAnswered();
  await owner.query(
    `with direct as (select id, low_id from direct_conversations where hash = $1),
       body as (select body_sealed from direct_messages where conversation_id = (select id from direct))
     insert into direct_messages (conversation_id, seq, author_id, kind, body_sealed, at)
     select direct.id, number, $2, 'text', body.body_sealed, market_now() - interval '1 hour'
     from direct, body, generate_series(2, 2000) as number`,
    [id, ada.id],
  );
  await owner.query("update direct_conversations set last_seq = 2000 where hash = $1", [id]);
  // Bodies are bound to their place: those of the pages that are read here are put right.
  const { sealBody } = await import("./body.ts");
  const { rows } = await owner.query("select id from direct_conversations where hash = $1", [id]);
  const conversationId = BigInt(rows[0].id);
  for (const seq of [...range(991, 1_010), ...range(1_951, 2_000)])
    await owner.query("update direct_messages set body_sealed = $3 where conversation_id = $1 and seq = $2", [
      conversationId,
      seq,
      sealBody(`word ${seq}`, { conversationId, seq }),
    ]);
  const page = async (query: Record<string, string>) => {
    const answer = await ben.client.call(calls.listDirectMessages, { params: { id }, query });
    return { seqs: answer.data.map(({ seq }) => seq), hasMore: (answer.meta as { hasMore: boolean }).hasMore };
  };
  assert.deepEqual(await page({}), { seqs: range(1_951, 2_000), hasMore: true });
  assert.deepEqual(await page({ before: "1011", limit: "20" }), { seqs: range(991, 1_010), hasMore: true });
  assert.deepEqual(await page({ after: "990", limit: "20" }), { seqs: range(991, 1_010), hasMore: true });
  assert.deepEqual(await page({ after: "1990" }), { seqs: range(1_991, 2_000), hasMore: false });
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("what was read, the archive and muting are each member's own", async () => {
  const { ada, ben, id } = await anAnswered();
  await write(ada, id, "one");
  await write(ada, id, "two");
  const meta = async (who: Person) => (await who.client.call(calls.listConversations, { query: {} })).meta;
  assert.deepEqual([(await one(ben, id)).unread, (await one(ada, id)).unread], [3, 0]);
  assert.deepEqual(
    [await meta(ben), await meta(ada)],
    [
      { unread: 1, requests: 0 },
      { unread: 0, requests: 0 },
    ],
  );
  const see = (seq: number) => ben.client.call(calls.readConversation, { params: { id }, body: { seq } });
  assert.equal((await see(2)).data.unread, 1);
  assert.equal((await see(1)).data.unread, 1, "never back");
  assert.equal((await one(ada, id)).readByOther, 2);
  assert.equal((await see(999)).data.unread, 0);
  assert.equal((await one(ada, id)).readByOther, 3, "no further than the newest");

  const change = (body: { is_muted?: boolean; is_archived?: boolean }) =>
    ben.client.call(calls.changeConversation, { params: { id }, body });
  assert.deepEqual(
    [(await change({ is_archived: true })).data.isArchived, await list(ben), await list(ben, "archived")],
    [true, [], [id]],
  );
  assert.deepEqual(await list(ada), [id]);
  await write(ada, id, "three");
  assert.deepEqual([await list(ben), await list(ben, "archived")], [[id], []], "a message brings it back");
  await change({ is_archived: true, is_muted: true });
  await write(ada, id, "four");
  assert.deepEqual(await list(ben, "archived"), [id], "unless it is muted");
  assert.deepEqual(await meta(ben), { unread: 0, requests: 0 });
  await change({ is_archived: false, is_muted: false });
  assert.deepEqual(await meta(ben), { unread: 1, requests: 0 });
});

test("a request that is declined leaves the lists without a word to its sender, and may be accepted later", async () => {
  const { ada, ben, id } = await aRequest();
  assert.equal((await ada.client.call(calls.acceptConversation, { params: { id } })).code, "messenger.no_request");
  assert.equal((await ben.client.call(calls.declineConversation, { params: { id } })).data.state, "declined");
  assert.equal((await ben.client.call(calls.declineConversation, { params: { id } })).code, "messenger.no_request");
  assert.deepEqual([await list(ben), await list(ben, "requests"), await list(ben, "archived")], [[], [], []]);
  await deliverEvents();
  const before = (await noticesOf(ben.id)).length;
  assert.equal((await write(ada, id, "are you there?")).code, "");
  await deliverEvents();
  assert.equal((await noticesOf(ben.id)).length, before);
  assert.deepEqual([(await one(ben, id)).unread, await list(ben, "requests")], [0, []]);
  assert.equal((await start(ben, ada, "I have changed my mind")).code, "");
  assert.deepEqual(await list(ben), [id]);
});

test("who may start a conversation is decided by the standing that profiles show", async () => {
  const [ada, ben] = [await somebody(app), await somebody(app)];
  assert.equal((await start(ada, ada)).code, "messenger.self");
  assert.equal((await start(ada, { username: "nobody_here" })).code, "account.not_found");
  await ben.client.call(calls.saveMessengerProfile, { body: { accept_chat_messages: "nobody" } });
  assert.equal((await start(ada, ben)).code, "messenger.not_accepted");
  await ben.client.call(calls.saveMessengerProfile, { body: { accept_chat_messages: "verified" } });
  await giveLevel(app, ada.id, 2);
  const { data } = await start(ada, ben);
  const profile = await ada.client.call(getUser, { params: { username: ben.username } });
  assert.deepEqual(
    [profile.data.chat?.permission, profile.data.chat?.conversationId],
    ["chat_exists", data.conversation.id],
  );
  const staff = await somebody(app, "moderator");
  assert.equal((await start(ada, staff)).code, "messenger.unavailable");
  assert.equal((await start(staff, ada)).code, "auth.staff_account");
  await giveLevel(app, ada.id, 0);
  assert.match((await start(ada, await somebody(app))).code, /email_unconfirmed|level/);

  const market = await aMarket(app);
  await aTrade(market, "active_funded");
  const { rows } = await owner.query("select username from users where id = $1", [market.seller.id]);
  const inTrade = await start({ ...market.buyer, username: "" }, { username: rows[0].username });
  assert.equal(inTrade.code, "messenger.trade_open");
});

test("ten conversations a day are started, also at once; an answer does not count", async () => {
  const ada = await somebody(app);
  const others = await Promise.all(Array.from({ length: 12 }, () => somebody(app)));
  const started = await Promise.all(others.map((other) => start(ada, other)));
  assert.equal(started.filter(({ code }) => code === "").length, 10);
  assert.deepEqual([...new Set(started.filter(({ code }) => code).map(({ code }) => code))], ["messenger.too_many"]);
  const carl = await somebody(app);
  await start(carl, ada);
  assert.equal((await start(ada, carl, "answer")).code, "");
  await owner.query(
    "update direct_conversations set created_at = created_at - interval '1 day' where started_by = $1",
    [ada.id],
  );
  await owner.query("update direct_messages set at = at - interval '1 day' where author_id = $1", [ada.id]);
  assert.equal((await start(ada, await somebody(app))).code, "");
});

test("thirty messages a minute, however many conversations they are in", async () => {
  const { ada, id } = await anAnswered();
  for (let number = 1; number < 30; number += 1) assert.equal((await write(ada, id, `${number}`)).code, "");
  assert.equal((await write(ada, id, "one more")).code, "chat.too_fast");
});

test("a restricted account keeps its conversations and starts none; in the other states it writes nowhere", async () => {
  for (const state of RESTRICTION_STATES) {
    const { ada, ben, id } = await anAnswered();
    await owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
       values ($1, $2, 'other', gen_random_uuid()::text, market_now(), market_now() + interval '9 days')`,
      [ada.id, state],
    );
    const answers = [(await write(ada, id, "hello")).code, (await start(ada, await somebody(app))).code];
    assert.deepEqual(
      answers,
      state === "restricted" ? ["", "auth.restricted"] : ["auth.restricted", "auth.restricted"],
      state,
    );
    assert.equal((await read(ada, id)).length > 0, true, "it may still read");
    assert.equal((await one(ada, id)).block, state === "restricted" ? null : "restricted");
    assert.equal((await write(ben, id, "are you there?")).code, "");
  }
});

test("a burst of unread messages is one notification; read, muted and archived ones are none", async () => {
  const { ada, ben, id } = await anAnswered();
  await deliverEvents();
  await ben.client.call(calls.readConversation, { params: { id }, body: { seq: 1 } });
  await deliverEvents();
  const before = (await noticesOf(ben.id)).length;
  for (const text of ["a", "b", "c"]) await write(ada, id, text);
  await deliverEvents();
  const notices = await noticesOf(ben.id);
  assert.equal(notices.length, before + 1);
  assert.deepEqual(
    [notices.at(-1)?.link, notices.at(-1)?.details, notices.at(-1)?.read_at],
    [`/messages/${id}`, { from: ada.username }, null],
  );
  assert.ok(!JSON.stringify(notices).includes('"b"'), "never what they say");
  await ben.client.call(calls.readConversation, { params: { id }, body: { seq: 4 } });
  await deliverEvents();
  assert.notEqual((await noticesOf(ben.id)).at(-1)?.read_at, null, "it needs no further channel");
  await ben.client.call(calls.changeConversation, { params: { id }, body: { is_muted: true } });
  await write(ada, id, "d");
  await deliverEvents();
  assert.equal((await noticesOf(ben.id)).length, before + 1);
});

test("a special offer that is made in a conversation is a card of it, for the partner alone", async () => {
  const market = await aMarket(app);
  const [{ username }] = (await owner.query("select username from users where id = $1", [market.seller.id])).rows;
  const seller: Person = { ...market.seller, username };
  const ben = await somebody(app);
  const { data } = await start(ben, seller, "Do you sell 500 dollars?");
  const { id } = data.conversation;
  const make = (partner: Pick<Person, "username">) =>
    seller.client.call(createOffer, { body: offerBody({ chat_id: id, partner_id: partner.username }) });
  assert.equal((await make(ben)).code, "offer.special_partner", "not before an answer");
  await seller.client.call(calls.acceptConversation, { params: { id } });
  assert.equal((await make(await somebody(app))).code, "offer.special_partner");
  const made = await make(ben);
  assert.equal(made.code, "");
  await deliverEvents();
  const card = (await read(ben, id)).at(-1);
  assert.deepEqual(
    [card?.kind, card?.offer?.hash, card?.offer?.isOver, card?.isMine],
    ["offer", made.data.idHashed, false, false],
  );
  assert.equal((await one(ben, id)).last?.kind, "offer");
  await owner.query("update offers set deleted_at = market_now() where hash = $1", [made.data.idHashed]);
  assert.equal((await read(ben, id)).at(-1)?.offer?.isOver, true);
});

test("a message that nobody opens goes on to the next channel, with its author and without its words", async () => {
  const { ada, ben, id } = await anAnswered();
  await deliverEvents();
  await ben.client.call(calls.readConversation, { params: { id }, body: { seq: 1 } });
  await deliverEvents();
  const mails = async () =>
    (await owner.query("select body_text from mails where dedupe_key = $1", [`message:${id}:2`])).rows.map(
      ({ body_text }) => body_text as string,
    );
  await write(ada, id, "a word that no email has: rutabaga");
  await deliverEvents();
  assert.deepEqual(await mails(), [], "the page and the app come first");
  for (let step = 0; step < 3; step += 1) {
    await app.moveClock(11 * 60_000);
    await app.runJob("climb-notifications");
  }
  const [mail, ...more] = await mails();
  assert.match(mail ?? "", new RegExp(`From: ${ada.username}`));
  assert.match(mail ?? "", new RegExp(`/messages/${id}`));
  assert.doesNotMatch(mail ?? "", /rutabaga/);
  assert.deepEqual(more, []);
});

test("whatever two users do, numbers have no gaps, and what is unread is what was written after the last reading", async (t) => {
  await eachSeed(t, { suite: "conversations", fresh: 1 }, async (seed) => {
    const random = makeIds(seededRandom(`${seed} conversations`));
    const { ada, ben, id } = await aRequest();
    const pair = [ada, ben] as const;
    /** The highest number that each has seen, and whether each blocks the other. */
    const [seen, blocks] = [
      [1, 0],
      [false, false],
    ];
    let [last, isAnswered] = [1, false];
    for (let act = 0; act < 40; act += 1) {
      const who = random.below(2);
      const [me, other] = [pair[who] ?? ada, pair[1 - who] ?? ben];
      const kind = ["write", "write", "read", "accept", "mute", "archive", "block"][random.below(7)];
      if (kind === "write") {
        const isShut = blocks.includes(true) || (!isAnswered && who === 0 && last >= MOST_UNANSWERED);
        const { code, data } = await write(me, id, `word ${act}`);
        assert.equal(code === "", !isShut, `${kind} ${code}`);
        if (code !== "") continue;
        last += 1;
        assert.equal(data.message.seq, last);
        seen[who] = last;
        isAnswered ||= who === 1;
      } else if (kind === "read") {
        const seq = random.below(last + 2);
        await me.client.call(calls.readConversation, { params: { id }, body: { seq } });
        seen[who] = Math.max(seen[who] ?? 0, Math.min(seq, last));
      } else if (kind === "accept") {
        const { code } = await me.client.call(calls.acceptConversation, { params: { id } });
        assert.equal(code === "", who === 1 && !isAnswered);
        isAnswered ||= code === "";
      } else if (kind === "block") {
        blocks[who] = !blocks[who];
        await relate(me, other, blocks[who] ? "blocked" : "unblocked");
      } else {
        const body = kind === "mute" ? { is_muted: random.below(2) === 0 } : { is_archived: random.below(2) === 0 };
        await me.client.call(calls.changeConversation, { params: { id }, body });
      }
      const views = [await one(ada, id), await one(ben, id)];
      assert.deepEqual(
        views.map(({ unread, lastSeq, readByOther }) => [unread, lastSeq, readByOther]),
        [0, 1].map((side) => [last - (seen[side] ?? 0), last, seen[1 - side]]),
      );
    }
    const seqs = (await read(ada, id, { after: "0", limit: "200" })).map(({ seq }) => seq);
    assert.deepEqual(seqs, range(1, last));
    return LEAST_ACCEPTED;
  });
});
