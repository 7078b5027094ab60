// Guards: joining, signing in, codes, sessions, proofs, names and settings, at and around each limit; of others nothing.
// Surveys: ^server/people/(auth|accounts)/|^server/outward/(profiles|notifications)/
import { test } from "node:test";
import * as accounts from "#contract/accounts.ts";
import { reAuthPush } from "#contract/live-tokens.ts";
import * as calls from "#contract/auth.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { ProofFor } from "#contract/proofs.ts";
import * as notices from "#contract/notifications.ts";
import { playRecordedRates } from "../../server/money/rates/index.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";

const story = await openStory({ withoutTables: ["failed_attempts"], blank: ["token"] });
const { app, act, does, at, events, job } = story;
const odo = await story.person("odo", { days: 999, units: { BTC: 100_000_000n, ETH: 1_000_000_000_000_000_000n } });
const ivy = await story.person("ivy", { days: 999 });

const PASSWORD = "amber otter sails home";
type Form = BodyOf<typeof calls.register>;
const somebody = (name: string): Actor => ({ id: 0n, name, client: app.client() });

const registers = (who: Actor, changes: Partial<Form> = {}) =>
  does(who, `registers ${JSON.stringify(changes)}`, calls.register, {
    body: {
      email: `${who.name}@example.org`,
      password: PASSWORD,
      first_name: "Grace",
      last_name: "Hopper",
      birth_date: "1986-12-09",
      country_iso: "US",
      ...changes,
    },
  });
const logsIn = (who: Actor, email: string, password = PASSWORD, next?: string) =>
  does(who, `signs in as ${email} with ${password === PASSWORD ? "the" : "a wrong"} password`, calls.login, {
    body: { email, password, ...(next === undefined ? {} : { next }) },
  });
const saysCode = (who: Actor, code: string, what = "a code") =>
  does(who, `says ${what}`, calls.verifyEmailCode, { body: { code } });
const resends = (who: Actor) => does(who, "asks for a new code", calls.resendEmailCode);
const corrects = (who: Actor, email: string) =>
  does(who, `corrects the address to ${email}`, calls.changeUnconfirmedEmail, { body: { email } });
const attempts = () =>
  act("failures are counted", async () => {
    const { rows } = await app.owner.query(
      "select split_part(subject, ':', 1) as kind, count(*)::int, count(distinct subject)::int as subjects from failed_attempts group by 1 order by 1",
    );
    return { status: 200, body: rows };
  });
const sql = (what: string, text: string, ...values: unknown[]) =>
  act(what, async () => void (await app.owner.query(text, values)));

async function mailedCode(email: string): Promise<string> {
  const { rows } = await app.owner.query<{ body_text: string }>(
    "select body_text from mails where to_address = $1 order by id desc limit 1",
    [email],
  );
  return /\b(\d{6})\b/.exec(rows[0]?.body_text ?? "")?.[1] ?? "";
}

async function joining(): Promise<void> {
  const eve = somebody("eve");
  for (const password of [
    "short one",
    "password1234",
    "iloveyou!!!!",
    "1234567890",
    "0987654321",
    "qwertyuiop",
    "abababababab",
    "aabbccaabbcc",
    "grace1234567",
    "hopper987654",
    "evelyn123456",
    "marketplace 2026!",
  ])
    await registers(eve, { password, username: "evelyn" });
  for (const birth_date of ["2008-10-02", "1900-12-31", "2010-01-01"]) await registers(eve, { birth_date });
  for (const country_iso of ["YY", "QQ"]) await registers(eve, { country_iso });
  for (const username of ["odo", "ODO", "admin", "Par1ey_x", "m0derator", "ab", "a b", "supp0rt-team", "nullify!"])
    await registers(eve, { username });
  await registers(eve, { email: "odo@example.org" });
  await registers(eve, { email: "ODO@Example.org" });
  await registers(eve, { birth_date: "2008-10-01", username: "Eve_1", locale: "es", timezone: "Europe/Berlin" });
  const { rows } = await app.owner.query<{ code: string }>(
    "select referral_code as code from users where username = 'odo'",
  );
  await registers(somebody("fay"), { referral_code: rows[0]?.code ?? "", birth_date: "1901-01-01" });
  await registers(somebody("gus"), { referral_code: "nobodys1" });
}

async function confirming(): Promise<void> {
  const hal = somebody("hal");
  await registers(hal, { username: "hal" });
  const begun = await story.now();
  const ida = somebody("ida");
  await registers(ida, { username: "ida" });
  await resends(hal);
  await at(begun, 59.999);
  await resends(hal);
  await at(begun, 60);
  await resends(hal);
  const sent = await story.now();
  const code = await mailedCode("hal@example.org");
  await saysCode(ida, code, "the code of somebody else");
  for (let number = 0; number < 2; number++) await saysCode(hal, "000000", "a wrong code");
  for (let number = 0; number < 4; number++) await saysCode(ida, "000000", "a wrong code");
  await saysCode(ida, await mailedCode("ida@example.org"), "the right code too late");
  await at(sent, 600);
  await saysCode(hal, code, "the right code at the end of its time");
  await at(sent, 599);
  await saysCode(hal, code, "the right code");
  await saysCode(hal, code, "it again");
  await resends(hal);
  await corrects(hal, "hal2@example.org");
  await events();
  await corrects(ida, "odo@example.org");
  await corrects(ida, "IDA@example.org");
  await corrects(ida, "ida3@example.org");
  await story.later(60);
  await corrects(ida, "ida3@example.org");
  await saysCode(ida, await mailedCode("ida3@example.org"), "the newest code");
  await resends(odo);
}

async function signingIn(): Promise<void> {
  const hal = somebody("hal");
  const first = await story.now();
  for (let number = 0; number < 9; number++) await logsIn(hal, "hal@example.org", "not the password");
  await attempts();
  await logsIn(hal, "HAL@example.org ");
  await attempts();
  await logsIn(hal, "nobody@example.org");
  await logsIn(hal, "odo@example.org");
  const again = await story.now();
  for (let number = 0; number < 10; number++) await logsIn(hal, "ida3@example.org", "not the password");
  await logsIn(hal, "ida3@example.org");
  await logsIn(hal, "hal@example.org");
  await at(again, 900);
  await logsIn(hal, "ida3@example.org");
  await at(again, 907);
  await logsIn(hal, "ida3@example.org");
  for (const next of [
    "/wallet",
    "//evil.example",
    "/\\evil",
    "https://evil.example",
    "wallet",
    "/trade/x?y=1#z",
    "/a\nb",
  ])
    await logsIn(hal, "hal@example.org", PASSWORD, next);
  await at(first, 86_400);
  await job("forget-old-failures");
  await attempts();
  await at(again, 86_400 + 30);
  await job("forget-old-failures");
  await attempts();
  await story.later(200_000);
  await job("forget-old-failures");
  await attempts();
}

async function sessions(): Promise<void> {
  const [one, two, three] = [somebody("one"), somebody("two"), somebody("three")];
  for (const who of [one, two, three]) await logsIn(who, "hal@example.org");
  const lists = (who: Actor) => does(who, "lists the sessions", calls.listSessions);
  const listed = await lists(one);
  const seen = new Date(listed.data?.find(({ isCurrent }) => isCurrent)?.seenAt ?? 0);
  await at(seen, 60);
  await lists(one);
  await at(seen, 60.001);
  await lists(one);
  const ofTwo = listed.data?.find(({ isCurrent }) => !isCurrent)?.id ?? "";
  await does(ivy, "ends a session of somebody else", calls.endSession, { params: { id: ofTwo } });
  await does(one, "ends another", calls.endSession, { params: { id: ofTwo } });
  await does(one, "ends it again", calls.endSession, { params: { id: ofTwo } });
  await does(one, "ends none", calls.endSession, { params: { id: "aaaaaaaaaaaaaa" } });
  for (const who of [one, two, three]) await lists(who);
  await does(one, "ends all others", calls.endOtherSessions);
  await lists(one);
  await does(one, "signs out", calls.logout);
  await lists(one);
  const four = somebody("four");
  await logsIn(four, "hal@example.org");
  const last = await story.now();
  await at(last, 30 * 86_400 - 1);
  await lists(four);
  await at(last, 30 * 86_400);
  await lists(four);
}

async function proving(): Promise<void> {
  const pia = somebody("pia");
  await logsIn(pia, "hal@example.org");
  const id = "QuoteOfPias12";
  await act("a quote stands that pia may prove", () =>
    app.owner.query(
      `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
       select $1, user_id, 'ETH', 'there', 7, 1, 1, market_now(), market_now() + interval '2 days'
       from sessions
       order by id desc
       limit 1`,
      [id],
    ),
  );
  const proves = (password: string, wanted: ProofFor = { kind: "send_out", id }) =>
    does(pia, `shows ${password === PASSWORD ? "the" : "a wrong"} password for ${wanted.kind}`, calls.prove, {
      body: { for: wanted, password },
    });
  // In a browser that pia never used: for a day nothing of theirs is sent.
  await proves(PASSWORD);
  await at(await story.now(), 86_400);
  await proves(PASSWORD);
  await proves(PASSWORD, { kind: "release", id: "NeverWasATrade" });
  const begun = await story.now();
  for (let number = 0; number < 10; number++) await proves("something else");
  await proves(PASSWORD);
  await attempts();
  await at(begun, 907);
  await proves(PASSWORD);
  await attempts();
}

async function choosing(): Promise<void> {
  const ola = await story.person("ola");
  type Settings = BodyOf<typeof accounts.saveSettings>;
  const saves = (body: Settings) => does(ola, `saves ${JSON.stringify(body)}`, accounts.saveSettings, { body });
  for (const bio of [
    "x".repeat(181),
    "x".repeat(180),
    Array.from({ length: 31 }, () => "w").join(" "),
    Array.from({ length: 30 }, () => "w").join(" "),
    "1\n2\n3\n4\n5\n6",
    "1\n2\n3\n4\n5",
    "mail ada@example.org",
    "see example.org",
    "t.me/ada",
    "I am @ada_b",
    "on Telegram",
    "call 0151 2345 678",
    "since 2019, 100 %",
    "",
  ])
    await saves({ bio });
  for (const notify_trade_messages_interval of ["0", "1", "1440", "1441"])
    await saves({ notify_trade_messages_interval });
  for (const locale of ["es", "ar", "fr"]) await saves({ locale });
  for (const currency_code of ["NGN", "QQQ"]) await saves({ currency_code });
  for (const timezone of ["Africa/Lagos", "Mars/Olympus"]) await saves({ timezone });
  for (const full_name_visibility of ["full_name", "hidden", "first_name_initial"] as const)
    await saves({ full_name_visibility });
  for (const is_balance_hidden of [true, false]) await saves({ is_balance_hidden });
  await saves({});
  await saves({
    bio: "all at once",
    locale: "en",
    currency_code: "EUR",
    timezone: "UTC",
    full_name_visibility: "hidden",
  });
  await does(ivy, "looks at ola", accounts.getUser, { params: { username: "ola" } });
  for (const tourName of ["first-trade", "first-trade", "wallet"])
    await does(ola, `has seen ${tourName}`, accounts.completeTour, { body: { tourName } });
  await sql(
    "ola has seen 49",
    "update users set tours_completed = array(select 'tour' || n from generate_series(1, 49) as n) where username = 'ola'",
  );
  for (const tourName of ["fiftieth", "one-more"])
    await does(ola, `has seen ${tourName}`, accounts.completeTour, { body: { tourName } });
  for (const username of ["Odo", "m0d", "a", "ola", "OLA", "olga"])
    await does(ola, `wants to be ${username}`, accounts.setUsername, { body: { username } });
  const sim = await story.person("simone");
  for (const username of ["Simone", "simone", "sim"])
    await does(sim, `wants to be ${username}`, accounts.setUsername, { body: { username } });
  await does(ivy, "asks for an id", accounts.getExternalId, { params: { username: "ODO" } });
  await does(ivy, "asks for no id", accounts.getExternalId, { params: { username: "nobody" } });
}

/** What the account says of itself, with each state that it can be in. */
async function states(): Promise<void> {
  await app.db.tx(playRecordedRates);
  const fresh = await story.again(odo);
  const me = (who: Actor) => does(who, "asks who they are", accounts.getCurrentUser);
  await me(fresh);
  await story.offer(odo, { offer_type: "buy" });
  await me(fresh);
  const [state, ...rest] = ["banned", "suspended", "on_hold", "compliance_hold", "frozen", "restricted", "compromised"];
  for (const one of [state, ...rest]) {
    await sql(
      `odo is ${one}`,
      "insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at) values ($1, $2, 'check', $2, market_now(), market_now() + interval '1 day')",
      odo.id,
      one,
    );
    await me(fresh);
    await does(fresh, "saves a setting", accounts.saveSettings, { body: {} });
    if (one !== "restricted")
      await sql(
        "that is lifted",
        "update user_restrictions set lifted_at = market_now() where user_id = $1 and lifted_at is null",
        odo.id,
      );
  }
  await sql(
    "ivy is an admin and a moderator",
    "insert into user_roles values ($1, 'admin', market_now()), ($1, 'moderator', market_now())",
    ivy.id,
  );
  await me(await story.again(ivy));
  await me(story.guest);
  const jim = somebody("jim");
  await registers(jim, { username: "jim" });
  await me(jim);
}

async function channels(): Promise<void> {
  const fresh = await story.again(ivy);
  const own =
    (await does(fresh, "asks for an id", accounts.getExternalId, { params: { username: "ivy" } })).data?.externalId ??
    "";
  const other =
    (await does(fresh, "asks for an id", accounts.getExternalId, { params: { username: "odo" } })).data?.externalId ??
    "";
  for (const channels of [
    ["user"],
    [`user:${own}`],
    [`user:${other}`],
    ["rates:BTC:USD"],
    ["rate:BTC/USD"],
    ["user", "staff"],
  ])
    await does(fresh, "wants to hear channels", reAuthPush, { body: { channels } });
}

async function noticing(): Promise<void> {
  const fresh = await story.again(ivy);
  await sql(
    "ivy has 51 notices, one of them read, and odo two",
    `insert into notifications (user_id, kind, subject, details, link, at, read_at)
     select case when n > 51 then $2::bigint else $1::bigint end, 'trade_paid', 's' || n, '{}', '/', market_now(), case when n = 9 then market_now() end
     from generate_series(1, 53) as n`,
    ivy.id,
    odo.id,
  );
  for (const query of [{}, { page: "2" }, { page: "3" }] as const)
    await act(`ivy reads her notices ${JSON.stringify(query)}`, async () => {
      const { status, data, meta } = await fresh.client.call(notices.listNotifications, { query });
      return {
        status,
        body: {
          meta,
          count: data.length,
          first: data[0],
          last: data.at(-1),
          subjects: data.map(({ subject }) => subject),
        },
      };
    });
  await does(fresh, "has read them", notices.markNotificationsRead);
  await does(fresh, "has read them again", notices.markNotificationsRead);
}

test("each act of an account answers and writes what was reviewed", async () => {
  await act("two people are there", async () => undefined);
  await joining();
  await confirming();
  await signingIn();
  await sessions();
  await proving();
  await choosing();
  await states();
  await channels();
  await noticing();
  holds("people-story", story.tape.lines);
});
