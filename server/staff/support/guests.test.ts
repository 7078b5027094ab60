// Guards: who is signed out writes to support by a code that came to the email, and reads on by links that came there; a stranger's
// email gets nothing of the sender's choice and no ticket; an answer and its email are one, whatever dies between; words are sealed.
import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { test } from "node:test";
import * as calls from "#contract/reach/support/support.ts";
import * as desk from "#contract/staff/support.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { freshRates, signIn, testApp } from "../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { anEmail, supporting, WORDS } from "../../testing/people/support.ts";
import { aPicture } from "../../testing/people/upload.ts";
import { emailMark } from "../../people/accounts/index.ts";
import { openOwnLine } from "./sealed-ticket.ts";
import { sealTicketsAnew } from "./seal-anew.ts";
import { useZendesk } from "./index.ts";

const app = await testApp();
const { owner, moveClock, db } = app;
await freshRates(app);
const [mod, senior] = [await aNamedUser(app, "moderator"), await aNamedUser(app, "supermoderator")];
const { browser, mailsTo, codeAt, linkAt, aTicket, askCode, openAsGuest, aGuest, take, answered, upload } =
  supporting(app);
const DAY = 86_400_000;

const again = async (one: NamedUser): Promise<NamedUser> => ({
  ...one,
  client: app.client(await db.tx((tx) => signIn(tx, one.id))),
});
const view = (token: string) => browser().call(calls.getGuestTicket, { body: { token } });

test("a guest writes by a code, reads the answer by the link in the email, reopens, solves and rates once", async () => {
  const email = anEmail();
  const { secret, validMinutes } = (await askCode(email)).data;
  assert.equal(validMinutes, 15);
  const made = await openAsGuest({ secret, code: await codeAt(email), email });
  assert.equal(made.data.ticket.messages.at(-1)?.text, WORDS);
  const { number } = made.data.ticket;
  const link = await linkAt(email);
  for (const token of [made.data.token, link]) assert.equal((await view(token)).data.number, number);
  const seen = (await answered(mod, number)).email;
  assert.equal(seen, `${email[0]}…@example.org`, "staff see no whole address");
  const body = { token: await linkAt(email) };
  assert.notEqual(body.token, link, "each email has a link of its own");
  assert.equal((await view(body.token)).data.messages.at(-1)?.text, "We have found it.");
  assert.equal((await browser().call(calls.rateAsGuest, { body: { ...body, score: 5 } })).code, "support.not_solved");
  assert.equal((await browser().call(calls.solveAsGuest, { body })).data.status, "solved");
  const on = await browser().call(calls.writeAsGuest, { body: { ...body, text: "Not quite yet" } });
  assert.equal(on.data.status, "open");
  await browser().call(calls.solveAsGuest, { body });
  assert.equal((await browser().call(calls.rateAsGuest, { body: { ...body, score: 5 } })).data.rating, 5);
  assert.equal((await browser().call(calls.rateAsGuest, { body: { ...body, score: 1 } })).code, "support.rated");
  for (const text of await mailsTo(email)) assert.doesNotMatch(text, /payment is missing|found it|Not quite/);
});

test("a wrong code, one too many, an old one and a spent one open no ticket", async () => {
  const email = anEmail();
  const { secret } = (await askCode(email)).data;
  const code = await codeAt(email);
  const wrong = code === "111111" ? "222222" : "111111";
  const first = await openAsGuest({ secret, code: wrong, email });
  assert.deepEqual([first.code, first.status], ["auth.code_wrong", 422]);
  for (let tries = 0; tries < 4; tries++) await openAsGuest({ secret, code: wrong, email });
  assert.equal((await openAsGuest({ secret, code, email })).code, "auth.code_expired", "five tries in all");
  const next = (await askCode(email)).data.secret;
  assert.equal((await openAsGuest({ secret: next, code, email })).code, "auth.code_wrong", "of the first one");
  const right = await codeAt(email);
  await moveClock(15 * 60_000 + 1000);
  assert.equal((await openAsGuest({ secret: next, code: right, email })).code, "auth.code_expired");
  const last = (await askCode(email)).data.secret;
  const used = { secret: last, code: await codeAt(email), email };
  assert.equal((await openAsGuest(used)).status, 200);
  assert.equal((await openAsGuest(used)).code, "auth.code_expired", "it counts once");
  assert.equal((await openAsGuest({ ...used, secret: "a".repeat(43) })).code, "auth.code_expired");
});

test("a stranger's email gets a code and nothing else, and a code opens no ticket of another email", async () => {
  const [mine, theirs] = [anEmail(), anEmail()];
  const { secret } = (await askCode(mine)).data;
  const code = await codeAt(mine);
  assert.equal((await openAsGuest({ secret, code, email: theirs })).code, "auth.code_wrong");
  assert.deepEqual(await mailsTo(theirs), []);
  const asked: string[] = [];
  for (let round = 0; round < 6; round++) asked.push((await askCode(theirs)).code);
  assert.deepEqual([asked.slice(0, 5).join(""), asked[5]], ["", "auth.throttled"], "a mailbox is not flooded");
  for (const text of await mailsTo(theirs)) assert.match(text, /^Your code is \d{6}\./);
  const { rows } = await owner.query(
    "select count(*)::int as many from support_tickets where email_sealed is not null",
  );
  const before = rows[0].many;
  assert.equal((await openAsGuest({ secret, code, email: mine })).status, 200);
  assert.equal(
    (await owner.query("select count(*)::int as many from support_tickets where email_sealed is not null")).rows[0]
      .many,
    before + 1,
  );
});

test("after many emails from one network the next code takes a puzzle, and no email is sent without it", async () => {
  await owner.query(
    `insert into settings values ('auth.puzzle_after', '2', null, market_now())
     on conflict (name) do update set value = excluded.value`,
  );
  const by = app.client("", "203.0.113.7");
  for (let round = 0; round < 2; round++) assert.equal((await askCode(anEmail(), by)).status, 200);
  const email = anEmail();
  assert.equal((await askCode(email, by)).code, "auth.puzzle_required");
  assert.deepEqual(await mailsTo(email), []);
  assert.equal((await askCode(email)).status, 200, "from elsewhere");
  await owner.query("delete from settings where name = 'auth.puzzle_after'");
});

test("the archive of one's own data has the tickets with their words, and no note of the staff", async () => {
  const [person, staff] = [await again(await aNamedUser(app)), await again(mod)];
  const number = await aTicket(person.client);
  await answered(staff, number);
  await staff.client.call(desk.noteOnTicket, { params: { number }, body: { text: "Known to be impatient" } });
  const { rows } = await owner.query("select line from own_data_support_tickets($1, 0, 10)", [person.id]);
  const [line = ""] = rows.map((row) => openOwnLine(row.line));
  for (const word of [number, WORDS, "We have found it."]) assert.ok(line.includes(word), word);
  assert.doesNotMatch(line, /impatient|sealed/);
});

test("an address with an account is answered as every other one, and its account does not get the ticket", async () => {
  const person = await again(await aNamedUser(app));
  const { email, number } = await aGuest();
  await owner.query(
    "update users set email_index = (select email_index from support_tickets where number = $2) where id = $1",
    [person.id, number],
  );
  assert.equal((await askCode(email)).status, 200);
  const params = { number };
  assert.equal((await person.client.call(calls.getTicket, { params })).code, "support.unknown");
  const staff = await again(mod);
  await take(staff, number);
  const looked = await staff.client.call(desk.lookAtTicketPerson, { params, body: { reason: "Whose is it" } });
  assert.equal(looked.data.username, person.username);
});

test("a link that does not exist, of another day, or of a user's ticket opens nothing", async () => {
  const { token, number } = await aGuest();
  const gone = async (body: { token: string }) => [
    (await view(body.token)).code,
    (await browser().call(calls.writeAsGuest, { body: { ...body, text: "hello there" } })).code,
    (await browser().call(calls.solveAsGuest, { body })).code,
    (await browser().call(calls.rateAsGuest, { body: { ...body, score: 3 } })).code,
    (await browser().call(calls.planGuestFile, { body })).code,
  ];
  assert.deepEqual(await gone({ token: "x".repeat(43) }), Array(5).fill("support.link_gone"));
  const person = await again(await aNamedUser(app));
  const own = await aTicket(person.client);
  await owner.query(
    `update support_links set ticket_id = (select id from support_tickets where number = $2)
     where ticket_id = (select id from support_tickets where number = $1)`,
    [number, own],
  );
  assert.deepEqual(await gone({ token }), Array(5).fill("support.link_gone"), "a user's ticket has no links");
  const other = await aGuest();
  assert.equal((await view(other.token)).status, 200);
  await moveClock(90 * DAY + 1000);
  assert.deepEqual(await gone({ token: other.token }), Array(5).fill("support.link_gone"));
});

test("a guest fills a place for a file once, ten a day, and sends the file with a message of that ticket alone", async () => {
  const [guest, other] = [await aGuest(), await aGuest()];
  const plan = (token: string) => browser().call(calls.planGuestFile, { body: { token } });
  const { id } = (await plan(guest.token)).data;
  const fill = async (place: string) => upload(`/rest/v1/support/guest/files/${place}`, "", await aPicture());
  assert.equal((await fill("NoSuchPlace123")).code, "support.link_gone");
  assert.equal((await fill(id)).id, id);
  assert.equal((await fill(id)).code, "support.link_gone", "a place is used once");
  const send = (token: string) => browser().call(calls.writeAsGuest, { body: { token, text: "with it", files: [id] } });
  assert.equal((await send(other.token)).code, "support.files");
  assert.equal((await send(guest.token)).data.messages.at(-1)?.files[0]?.name, "receipt.jpg");
  for (let round = 0; round < 9; round++) assert.equal((await plan(guest.token)).status, 200);
  assert.equal((await plan(guest.token)).code, "upload.count_limit");
});

test("the answer is written and the process dies: the email goes out once, with the answer, and not without it", async () => {
  const staff = await again(mod);
  const { email, number } = await aGuest();
  const { lastSeq: after } = (await take(staff, number)).data;
  await mailsTo(email);
  const count = async () =>
    (await owner.query("select count(*)::int as many from mails where to_address = $1", [email])).rows[0].many;
  const before = await count();
  await owner.query(
    "create function no_answers() returns trigger language plpgsql as $$ begin raise exception 'dies here'; end $$",
  );
  await owner.query("create trigger no_answers before insert on staff_acts for each row execute function no_answers()");
  const body = { text: "We have found it.", after, solves: false };
  const params = { number };
  assert.equal(
    (await staff.client.call(desk.answerTicket, { params, body, key: "one-key-of-the-answer" })).status,
    500,
  );
  await owner.query("drop trigger no_answers on staff_acts");
  await app.deliverEvents();
  assert.equal(await count(), before, "no email of an answer that is not there");

  assert.equal(
    (await staff.client.call(desk.answerTicket, { params, body, key: "one-key-of-the-answer" })).status,
    200,
  );
  assert.equal(await count(), before, "it waits for the worker");
  await owner.query(
    "create trigger no_mails before insert on support_links for each row execute function no_answers()",
  );
  await app.deliverEvents();
  assert.equal(await count(), before, "neither a link without its email nor an email");
  await owner.query("drop trigger no_mails on support_links");
  await app.deliverEvents();
  await app.deliverEvents();
  assert.equal(await count(), before + 1);
  assert.equal((await view(await linkAt(email))).data.messages.at(-1)?.text, body.text);
});

test("a user is notified of an answer, in the page and by the link to the ticket", async () => {
  const [person, staff] = [await again(await aNamedUser(app)), await again(mod)];
  const number = await aTicket(person.client);
  await answered(staff, number, { solves: true });
  await app.deliverEvents();
  const { rows } = await owner.query("select kind, link from notifications where user_id = $1 order by id", [
    person.id,
  ]);
  assert.deepEqual(rows, [{ kind: "support_answered", link: `/support/tickets/${number}` }]);
});

test("words, emails and ratings are sealed at rest, and stay readable when the secret is exchanged", async () => {
  const [person, staff] = [await again(await aNamedUser(app)), await again(mod)];
  const number = await aTicket(person.client);
  const params = { number };
  await answered(staff, number, { solves: true });
  await person.client.call(calls.rateTicket, { params, body: { score: 2, text: "Slow answer" } });
  const { email, number: ofGuest, token } = await aGuest();
  const dump = async () => {
    const texts = await Promise.all(
      ["support_tickets", "support_messages", "support_files", "support_events", "support_codes"].map(async (table) =>
        JSON.stringify((await owner.query(`select one::text from ${table} one`)).rows),
      ),
    );
    return texts.join("\n");
  };
  const clear = [WORDS, "We have found it.", "Slow answer", email];
  for (const word of clear) {
    const kept = await dump();
    assert.ok(!kept.includes(word) && !kept.includes(Buffer.from(word).toString("hex")), word);
  }
  const { secret } = app.config;
  const next = Buffer.alloc(32, 7);
  const sealing = { version: 2, before: secret };
  assert.match(await sealTicketsAnew(app.db, { secret: next, sealing }), /^sealed \d+ support tickets, \d+ messages/);
  assert.match(
    await sealTicketsAnew(app.db, { secret: next, sealing }),
    /^sealed 0 support tickets, 0 messages and 0 files/,
  );
  useSealingSecret(next, { version: 2 });
  const seen = (await person.client.call(calls.getTicket, { params })).data;
  assert.equal(seen.messages[1]?.text, WORDS);
  assert.equal((await view(token)).data.messages.at(-1)?.text, WORDS);
  const { rows } = await owner.query("select email_index from support_tickets where number = $1", [ofGuest]);
  assert.ok(emailMark(email).equals(rows[0].email_index), "other tickets of the email are found");
  useSealingSecret(secret);
});

test("the chat token is Zendesk's where its key is configured, and our own support's address elsewhere", async () => {
  const person = await again(await aNamedUser(app));
  const ask = async () => (await person.client.call(calls.getZendeskToken)).data;
  assert.deepEqual(await ask(), { provider: "own", token: null, expiresAt: null, url: "/support" });
  const key = { id: "app_6543210", secret: "a secret of theirs" };
  useZendesk(key);
  const { provider, token } = await ask();
  useZendesk(undefined);
  assert.equal(provider, "zendesk");
  const [head = "", claims = "", mark = ""] = (token ?? "").split(".");
  const right = createHmac("sha256", key.secret).update(`${head}.${claims}`).digest();
  assert.ok(timingSafeEqual(right, Buffer.from(mark, "base64url")));
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  assert.deepEqual(read(head), { alg: "HS256", typ: "JWT", kid: key.id });
  const { exp, external_id, ...rest } = read(claims);
  const { rows } = await owner.query("select external_id, market_now() as now from users where id = $1", [person.id]);
  assert.equal(external_id, rows[0].external_id);
  const left = Number(exp) - rows[0].now.getTime() / 1000;
  assert.ok(left > 295 && left <= 300, `valid for ${left} seconds`);
  assert.deepEqual(rest, { scope: "user", name: person.username, email: rest.email, email_verified: true });
});

test("a feature request is its author's until staff open it; each person votes once", async () => {
  const [author, voter, staff] = [
    await again(await aNamedUser(app)),
    await again(await aNamedUser(app)),
    await again(senior),
  ];
  const asked = await author.client.call(calls.requestFeature, { body: { text: "A darker dark theme" } });
  const { id } = asked.data;
  assert.deepEqual([asked.data.status, asked.data.votes, asked.data.isVoted], ["new", 1, true]);
  const listed = async ({ client }: Pick<NamedUser, "client">) =>
    (await client.call(calls.listFeatures, { query: {} })).data.rows.find((row) => row.id === id);
  assert.equal((await listed(author))?.isMine, true);
  assert.deepEqual([await listed(voter), await listed({ client: browser() })], [undefined, undefined]);
  const vote = (by: NamedUser, isVoted = true) =>
    by.client.call(calls.voteForFeature, { params: { id }, body: { isVoted } });
  assert.equal((await vote(voter)).code, "support.no_feature");
  const decide = (by: NamedUser, status: "open" | "declined") =>
    by.client.call(desk.decideFeature, { params: { id }, body: { status } });
  assert.equal((await decide(voter, "open")).code, "auth.forbidden");
  assert.equal((await decide(staff, "open")).data.status, "open");
  assert.equal(
    (await staff.client.call(desk.decideFeature, { params: { id: "NoSuchFeature1" }, body: { status: "open" } })).code,
    "support.no_feature",
  );
  const votes = await Promise.all([vote(voter), vote(voter), vote(voter)]);
  assert.ok(votes.every(({ status }) => status === 200));
  assert.equal((await listed(voter))?.votes, 2);
  assert.equal((await vote(voter, false)).data.votes, 1);
  assert.equal((await vote(voter, false)).data.votes, 1);
  await decide(staff, "declined");
  assert.equal(await listed(voter), undefined);
  const { rows } = (await staff.client.call(desk.listStaffFeatures, { query: { status: "declined" } })).data;
  assert.equal(rows[0]?.username, author.username);
});

test("a closing of an account erases its tickets and files, and old tickets go by age", async () => {
  const person = await again(await aNamedUser(app));
  const file = await upload("/rest/v1/support/files", person.client.token, await aPicture());
  const body = { topic: "other" as const, text: WORDS, files: [file.id] };
  const { number } = (await person.client.call(calls.openTicket, { body })).data;
  const left = async (of: string) =>
    (await owner.query("select number from support_tickets where number = $1", [of])).rowCount;
  await owner.query("select erase_user_from_support($1)", [person.id]);
  assert.equal(await left(number), 0);
  assert.equal((await owner.query("select from retention_files")).rowCount, 1);

  const old = await aTicket(person.client);
  await owner.query(
    "update support_tickets set status = 'closed', closed_at = market_now() - interval '730 days 1 minute' where number = $1",
    [old],
  );
  const { number: young } = await aGuest();
  await app.runJob("erase-by-age");
  assert.deepEqual([await left(old), await left(young)], [0, 1]);
  assert.equal((await owner.query("select from retention_files")).rowCount, 0, "the file is gone as well");
});
