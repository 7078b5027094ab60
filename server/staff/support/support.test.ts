// Guards: a ticket is read by its person and by the staff whom it is assigned to, and by nobody else; notes stay with the staff; the
// person sees clocks that keep the market's time; of two answers at once the second one is refused until the first was seen.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getAuditLog } from "#contract/staff/audit.ts";
import * as calls from "#contract/reach/support/support.ts";
import * as desk from "#contract/staff/support.ts";
import { aPerson, aTrade, aMarket, freshRates, signIn, testApp } from "../../testing/index.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { supporting, WORDS } from "../../testing/people/support.ts";
import { aPicture } from "../../testing/people/upload.ts";
import { assertProperty } from "../../testing/seeds.ts";
import { moveClocks } from "./job-rows.ts";

const app = await testApp();
const { owner, moveClock, runJob, db } = app;
await freshRates(app);
const [mod, other, senior] = [
  await aNamedUser(app, "moderator"),
  await aNamedUser(app, "moderator"),
  await aNamedUser(app, "supermoderator"),
];
const { aTicket, take, open, answer, answered, upload } = supporting(app);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const again = async <T extends NamedUser>(one: T): Promise<T> => ({
  ...one,
  client: app.client(await db.tx((tx) => signIn(tx, one.id))),
});
const threadOf = async ({ client }: Pick<NamedUser, "client">, number: string) =>
  (await client.call(calls.getTicket, { params: { number } })).data;
const write = ({ client }: Pick<NamedUser, "client">, number: string, text = "Is there news?", files?: string[]) =>
  client.call(calls.writeToTicket, { params: { number }, body: { text, ...(files ? { files } : {}) } });
const queue = async ({ client }: Pick<NamedUser, "client">, query: object = {}) =>
  (await client.call(desk.listStaffTickets, { query })).data;

test("a ticket is read by its person and by staff who took it, and each look of the staff is in their log", async () => {
  const [person, stranger] = [await aNamedUser(app), await aNamedUser(app)];
  const number = await aTicket(person.client);
  const params = { number };
  assert.equal((await threadOf(person, number)).messages.at(-1)?.text, WORDS);
  for (const by of [stranger, mod])
    assert.equal((await by.client.call(calls.getTicket, { params })).code, "support.unknown");
  assert.equal((await write(stranger, number)).code, "support.unknown");
  assert.equal((await stranger.client.call(calls.solveTicket, { params })).code, "support.unknown");
  for (const call of [desk.openTicketAsStaff, desk.takeTicket])
    assert.equal((await stranger.client.call(call, { params, body: {} as never })).code, "auth.forbidden");

  assert.equal((await open(mod, number)).code, "support.not_assigned");
  const found = (await queue(mod, { number })).rows[0];
  assert.deepEqual([found?.username, found?.isAssigned, found?.topic], [person.username, false, "payment"]);
  assert.doesNotMatch(JSON.stringify(await queue(mod)), /payment is missing/, "the queue has no words");
  const taken = await take(mod, number);
  assert.equal(taken.data.messages.at(-1)?.text, WORDS);
  assert.equal((await open(mod, number)).status, 200);
  assert.equal((await open(other, number)).code, "support.not_assigned");
  assert.equal((await take(other, number)).code, "support.assigned", "joining takes a reason");
  assert.equal((await take(other, number, "Asked to help")).status, 200);
  const { rows } = await owner.query("select act, subject, reason from staff_acts where subject like $1 order by id", [
    `%ticket ${number}`,
  ]);
  const subject = `${person.username}: ticket ${number}`;
  assert.deepEqual(rows, [
    { act: "support.take", subject, reason: "" },
    { act: "support.look", subject, reason: "" },
    { act: "support.join", subject, reason: "Asked to help" },
  ]);
  const admin = await aNamedUser(app, "admin");
  assert.equal((await admin.client.call(getAuditLog, { query: { about: person.username } })).data.acts.length, 3);
});

test("nobody of the staff takes their own ticket, or one that is not there", async () => {
  const number = await aTicket(mod.client);
  assert.equal((await take(mod, number)).code, "staff.own_account");
  assert.equal((await take(mod, "000000000000")).code, "support.unknown");
  assert.equal((await open(mod, "000000000000")).code, "support.unknown");
  assert.equal((await queue(mod, { number })).rows[0]?.isOwn, true);
});

test("a look that cannot be written down answers nothing of a ticket", async () => {
  const person = await aNamedUser(app);
  const number = await aTicket(person.client);
  await owner.query(
    `create function no_more_acts() returns trigger language plpgsql as $$ begin raise exception 'the chain is full'; end $$`,
  );
  await owner.query(
    "create trigger no_more_acts before insert on staff_acts for each row execute function no_more_acts()",
  );
  const said = await take(mod, number);
  await owner.query("drop trigger no_more_acts on staff_acts");
  assert.equal(said.status, 500);
  assert.doesNotMatch(JSON.stringify(said.body), /payment is missing/);
  assert.equal((await open(mod, number)).code, "support.not_assigned");
});

test("whatever is written in whatever order, the person reads every message and no note, without a gap in the numbers", async (t) => {
  const person = await aNamedUser(app);
  const STEPS = ["person", "answer", "note", "solve"] as const;
  await assertProperty(
    t,
    "tickets",
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 6 }), async (steps) => {
      await owner.query("delete from failed_attempts");
      const number = await aTicket(person.client);
      let { lastSeq } = (await take(mod, number)).data;
      let [said, noted] = [1, 0];
      for (const [place, step] of steps.entries()) {
        if (step === "person") assert.equal((await write(person, number, `said ${place}`)).status, 200);
        if (step === "person" || step === "answer") said += 1;
        if (step === "note") noted += 1;
        if (step === "person") lastSeq = (await open(mod, number)).data.lastSeq;
        else {
          const body = { text: `${step} ${place}`, after: lastSeq, solves: false };
          const call = { answer: desk.answerTicket, note: desk.noteOnTicket, solve: desk.solveTicketAsStaff }[step];
          const input = step === "solve" ? { after: lastSeq } : step === "note" ? { text: body.text } : body;
          const done = await mod.client.call(call, { params: { number }, body: input as never });
          assert.equal(done.status, 200, done.code);
          ({ lastSeq } = done.data);
        }
      }
      const seen = await threadOf(person, number);
      assert.equal(seen.messages.filter(({ step }) => step === null).length, said);
      assert.doesNotMatch(JSON.stringify(seen), /note \d/);
      const all = (await open(mod, number)).data.messages;
      assert.equal(all.filter(({ isNote }) => isNote).length, noted);
      assert.deepEqual(
        all.map(({ seq }) => seq),
        all.map((_, place) => place + 1),
      );
    }),
    { numRuns: 8 },
  );
});

test("a message that leaves a number out, or takes one again, is not written", async () => {
  const number = await aTicket((await aNamedUser(app)).client);
  const insert = (seq: number) =>
    app.dbs.web.tx(
      (tx) => tx.rows`
        insert into support_messages (ticket_id, seq, kind, author, step, at)
        select id, ${seq}, 'system', 'platform', 'opened', market_now() from support_tickets where number = ${number}`,
    );
  for (const seq of [2, 4]) await assert.rejects(insert(seq));
  await insert(3);
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows`update support_messages set seq = seq`),
    /permission denied/,
  );
  await assert.rejects(
    app.dbs.web.tx((tx) => tx.rows`delete from support_messages`),
    /permission denied/,
  );
});

test("of two who answer at once the second is refused, sees the first answer, and sends again", async () => {
  const person = await aNamedUser(app);
  const number = await aTicket(person.client);
  const { lastSeq: after } = (await take(mod, number)).data;
  await take(other, number, "Helping out");
  const both = await Promise.all([
    answer(mod, number, { after, text: "One" }),
    answer(other, number, { after, text: "Two" }),
  ]);
  assert.deepEqual(both.map(({ code }) => code).sort(), ["", "support.answered_meanwhile"]);
  const late = both[0].code === "" ? other : mod;
  const seen = (await open(late, number)).data;
  assert.match(JSON.stringify(seen.messages), /"(One|Two)"/);
  assert.equal((await answer(late, number, { after: seen.lastSeq, text: "And this" })).status, 200);
  await write(person, number);
  assert.equal((await answer(late, number, { after: seen.lastSeq })).code, "support.answered_meanwhile");
  const params = { number };
  const solve = await late.client.call(desk.solveTicketAsStaff, { params, body: { after: seen.lastSeq } });
  assert.equal(solve.code, "support.answered_meanwhile");
  const answers = (await threadOf(person, number)).messages.filter(({ author }) => author === "staff");
  assert.equal(answers.length, 2);
});

test("the clocks run by the market's time: answered in time, late at the top of the queue, and still while staff wait", async () => {
  const person = await aNamedUser(app);
  const number = await aTicket(person.client, "security");
  const opened = await threadOf(person, number);
  /** To the minute: the clock runs on. */
  const at = (instant: string | null) =>
    Math.round((Date.parse(instant ?? "") - Date.parse(opened.openedAt)) / MINUTE) * MINUTE;
  assert.deepEqual([at(opened.answerBy), at(opened.solveBy)], [30 * MINUTE, 24 * HOUR]);
  const quiet = await aTicket(person.client, "other");
  await moveClock(29 * MINUTE);
  assert.equal((await queue(await again(mod), { number })).rows[0]?.isLate, false);
  await moveClock(MINUTE);
  const staff = await again(mod);
  const late = await queue(staff);
  assert.equal(late.rows.find((row) => row.number === number)?.isLate, true);
  assert.ok(
    late.late >= 1 &&
      late.rows.findIndex((row) => row.number === number) < late.rows.findIndex((row) => row.number === quiet),
  );
  assert.deepEqual(
    late.rows.map(({ isLate }) => isLate),
    late.rows.map(({ isLate }) => isLate).toSorted((one, two) => Number(two) - Number(one)),
    "what is late comes first",
  );

  await answered(staff, number);
  const me = await again(person);
  const waiting = await threadOf(me, number);
  assert.deepEqual([waiting.status, waiting.answerBy, waiting.solveBy], ["waiting", null, null]);
  await moveClock(10 * HOUR);
  const back = await again(person);
  assert.equal((await write(back, number)).status, 200);
  const on = await threadOf(back, number);
  assert.equal(at(on.solveBy), 24 * HOUR + 10 * HOUR, "the time of waiting does not count");
  assert.equal(at(on.answerBy), 30 * MINUTE + 10 * HOUR + 30 * MINUTE);
  await write(back, number, "And another thing");
  assert.equal((await threadOf(back, number)).answerBy, on.answerBy, "what is owed is owed by the first message");
  await app.dbs.worker.tx((tx) => moveClocks(tx, HOUR));
  assert.equal(at((await threadOf(back, number)).answerBy), at(on.answerBy) + HOUR, "an outage does not count");
});

test("a person solves, opens again, rates once; what nobody goes on with ends by itself", async () => {
  const person = await again(await aNamedUser(app));
  const staff = await again(mod);
  const number = await aTicket(person.client);
  const params = { number };
  const rate = (who: NamedUser, score = 4) =>
    who.client.call(calls.rateTicket, { params, body: { score, text: "Quick" } });
  assert.equal((await rate(person)).code, "support.not_solved");
  await answered(staff, number, { solves: true });
  assert.equal((await threadOf(person, number)).status, "solved");
  await write(person, number);
  assert.deepEqual((await threadOf(person, number)).status, "open");
  assert.equal((await person.client.call(calls.solveTicket, { params })).data.status, "solved");
  assert.equal(
    (await person.client.call(calls.solveTicket, { params })).data.status,
    "solved",
    "a second time is the same",
  );
  assert.equal((await rate(person)).data.rating, 4);
  assert.equal((await rate(person, 1)).code, "support.rated");
  const opened = (await open(staff, number)).data;
  assert.deepEqual([opened.rating, opened.ratingText], [4, "Quick"]);
  await moveClock(7 * 24 * HOUR + 1000);
  await runJob("settle-tickets");
  const [late, clerk] = [await again(person), await again(mod)];
  assert.equal((await threadOf(late, number)).status, "closed");
  assert.equal((await write(late, number)).code, "support.closed");
  assert.equal((await late.client.call(calls.solveTicket, { params })).code, "support.closed");
  for (const call of [desk.answerTicket, desk.noteOnTicket, desk.solveTicketAsStaff, desk.handTicketOver]) {
    const body = { text: "x", after: 99, solves: false, to: null, reason: "the end" };
    const picked = Object.fromEntries(Object.keys(call.body.shape).map((key) => [key, body[key as keyof typeof body]]));
    const { code } = await clerk.client.call(call, { params, body: picked as never });
    assert.equal(code, "support.closed", call.name);
  }

  const silent = await aTicket(late.client);
  await answered(clerk, silent);
  await moveClock(14 * 24 * HOUR + 1000);
  await runJob("settle-tickets");
  const seen = await threadOf(await again(person), silent);
  assert.deepEqual([seen.status, seen.messages.at(-1)?.step], ["solved", "solved_by_time"]);
});

test("a ticket is handed over with a reason, and who gave it away no longer reads it", async () => {
  const [person, staff, colleague] = [await again(await aNamedUser(app)), await again(mod), await again(other)];
  const number = await aTicket(person.client);
  await take(staff, number);
  const hand = (to: string | null, by = staff) =>
    by.client.call(desk.handTicketOver, { params: { number }, body: { to, reason: "Knows this bank" } });
  for (const to of [person.username, staff.username, "nobody_here"])
    assert.equal((await hand(to)).code, "support.no_receiver", to);
  assert.equal((await hand(colleague.username)).data.isHandedOver, true);
  assert.equal((await open(staff, number)).code, "support.not_assigned");
  assert.equal((await hand(null)).code, "support.not_assigned");
  const seen = (await open(colleague, number)).data;
  assert.deepEqual([seen.assignee, seen.assigned], [colleague.username, [colleague.username]]);
  assert.equal(seen.events.at(-1)?.detail, `${colleague.username}: Knows this bank`);
  assert.equal((await hand(null, colleague)).status, 200);
  assert.equal((await queue(staff, { number })).rows[0]?.assignee, null);
  assert.equal((await take(staff, number)).data.assignee, staff.username);
});

test("two tickets of one person become one, and of two people they do not", async () => {
  const [person, stranger, staff] = [
    await again(await aNamedUser(app)),
    await again(await aNamedUser(app)),
    await again(mod),
  ];
  const [one, two, others] = [
    await aTicket(person.client),
    await aTicket(person.client),
    await aTicket(stranger.client),
  ];
  const merge = (number: string, into: string) =>
    staff.client.call(desk.mergeTicket, { params: { number }, body: { into } });
  await take(staff, one);
  assert.equal((await merge(one, two)).code, "support.not_assigned", "both have to be assigned");
  for (const number of [two, others]) await take(staff, number);
  assert.equal((await merge(one, others)).code, "support.merge");
  assert.equal((await merge(one, one)).code, "support.merge");
  assert.equal((await merge(one, two)).data.number, two);
  const seen = await threadOf(person, one);
  assert.deepEqual([seen.status, seen.mergedInto, seen.messages.at(-1)?.step], ["closed", two, "merged"]);
  assert.equal((await merge(one, two)).code, "support.closed");
});

test("a ticket is about something of one's own, and a file of one's own is read by its readers alone", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "paid");
  const { client } = market.buyer;
  const about = (ref: string, by = client) =>
    by.call(calls.openTicket, { body: { topic: "trade", text: WORDS, object: { kind: "trade", ref } } });
  assert.equal((await about(hash)).data.object?.ref, hash);
  assert.equal((await about(hash, (await aPerson(app)).client)).code, "support.object");

  const picture = await aPicture();
  const mine = await upload("/rest/v1/support/files", client.token, picture);
  const number = await aTicket(client);
  const stranger = await aNamedUser(app);
  const theirs = await aTicket(stranger.client);
  assert.equal((await write(stranger, theirs, "with it", [mine.id])).code, "support.files");
  assert.equal((await write({ client }, number, "with it", [mine.id])).status, 200);
  assert.equal((await write({ client }, number, "once more", [mine.id])).code, "support.files", "it was sent");
  const [file] = (await threadOf({ client }, number)).messages.at(-1)?.files ?? [];
  const get = (url: string) => app.app.fastify.inject({ url });
  assert.equal((await get(file?.url ?? "")).statusCode, 200);
  assert.equal((await get(file?.url.replace(/mark=./, "mark=_") ?? "")).statusCode, 404);
  assert.equal((await get(file?.url.split("?")[0] ?? "")).statusCode, 404);
  await moveClock(HOUR + 1000);
  assert.equal((await get(file?.url ?? "")).statusCode, 404, "after an hour");
});

test("staff answer with a file of their own, which the person reads, and which stays when the account of the staff is erased", async () => {
  const [person, staff] = [await again(await aNamedUser(app)), await again(other)];
  const number = await aTicket(person.client);
  await take(staff, number);
  const after = (await staff.client.call(desk.openTicketAsStaff, { params: { number } })).data.lastSeq;
  const answered = (files: string[]) =>
    staff.client.call(desk.answerTicket, {
      params: { number },
      body: { text: "It is here.", after, solves: false, files },
    });
  const [own, foreign] = [
    await upload("/rest/v1/support/files", staff.client.token, await aPicture()),
    await upload("/rest/v1/support/files", person.client.token, await aPicture()),
  ];
  assert.equal((await answered([foreign.id])).code, "support.files", "of another user");
  assert.equal((await answered([own.id])).status, 200);
  const files = async () => (await threadOf(person, number)).messages.at(-1)?.files ?? [];
  const [file] = await files();
  assert.equal((await app.app.fastify.inject({ url: file?.url ?? "" })).statusCode, 200);
  await owner.query("select erase_user_from_support($1)", [staff.id]);
  assert.equal((await files()).length, 1);
});

test("staff look up the person of a ticket for a reason, and not without the ticket", async () => {
  const [person, staff] = [await again(await aNamedUser(app)), await again(other)];
  const number = await aTicket(person.client);
  const look = () =>
    staff.client.call(desk.lookAtTicketPerson, { params: { number }, body: { reason: "Which level" } });
  assert.equal((await look()).code, "support.not_assigned");
  await take(staff, number);
  assert.equal((await look()).data.username, person.username);
  const { rows } = await owner.query("select reason from staff_acts where act = 'person.look' and subject = $1", [
    person.username,
  ]);
  assert.deepEqual(rows, [{ reason: `ticket ${number}: Which level` }]);
});

test("a canned reply is filled in the language of the ticket, or in English, and has no other placeholder", async () => {
  const [person, staff, lead] = [await again(await aNamedUser(app)), await again(mod), await again(senior)];
  await owner.query("update users set locale = 'es' where id = $1", [person.id]);
  const save = (by: NamedUser, reply: Partial<desk.CannedReply>) =>
    by.client.call(desk.saveCannedReply, {
      body: {
        key: "hello",
        locale: "en",
        title: "Hello",
        body: "Hello {name}, ticket {number}: {topic} {brand}",
        ...reply,
      },
    });
  assert.equal((await save(staff, {})).code, "auth.forbidden");
  assert.equal((await save(lead, { body: "Hello {user}" })).code, "support.placeholder");
  assert.equal((await save(lead, {})).status, 200);
  const number = await aTicket(person.client);
  const english = (await take(staff, number)).data.replies;
  assert.deepEqual(
    [english[0]?.locale, english[0]?.text],
    ["en", `Hello ${person.username}, ticket ${number}: Pagos Parley`],
  );
  await save(lead, { locale: "es", title: "Hola", body: "Hola {name}" });
  assert.equal((await open(staff, number)).data.replies[0]?.text, `Hola ${person.username}`);
  const remove = () => lead.client.call(desk.removeCannedReply, { body: { key: "hello", locale: "es" } });
  assert.deepEqual(
    (await remove()).data.map(({ locale }) => locale),
    ["en"],
  );
  assert.equal((await remove()).code, "support.no_reply");
});

test("restricted and blocked people write to support", async () => {
  for (const state of ["frozen", "banned", "compromised", "suspended"]) {
    const person = await again(await aNamedUser(app));
    await owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
       values ($1::bigint, $2, 'chargeback', 'CASE-' || $1::bigint, market_now(), market_now() + interval '1 day')`,
      [person.id, state],
    );
    const number = await aTicket(person.client);
    assert.equal((await write(person, number)).status, 200, state);
  }
});

test("a person opens so many tickets a day, writes so much in an hour, and asks for so many features", async () => {
  const person = await again(await aNamedUser(app));
  const body = { topic: "other", text: WORDS } as const;
  const codes: string[] = [];
  for (let round = 0; round < 11; round++) codes.push((await person.client.call(calls.openTicket, { body })).code);
  assert.deepEqual([codes.slice(0, 10).join(""), codes[10]], ["", "auth.throttled"]);
  const { rows } = (await person.client.call(calls.listTickets, { query: {} })).data;
  assert.equal(rows.length, 10);
  const number = rows[0]?.number ?? "";
  const written: string[] = [];
  for (let round = 0; round < 20; round++) written.push((await write(person, number)).code);
  assert.deepEqual([written.slice(0, 19).join(""), written[19]], ["", "auth.throttled"]);
  const asked: string[] = [];
  for (let round = 0; round < 6; round++)
    asked.push((await person.client.call(calls.requestFeature, { body: { text: "Pay by carrier pigeon" } })).code);
  assert.deepEqual([asked.slice(0, 5).join(""), asked[5]], ["", "auth.throttled"]);
});
