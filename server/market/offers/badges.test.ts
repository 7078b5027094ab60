// Guards: a badge is what trades, age, level, restrictions and staff say at that moment, and everything shows the same one.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getCurrentUser, getUser } from "#contract/people/accounts.ts";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { checkInvariants } from "../../money/ledger/index.ts";
import { REPUTATION_CHECKS, refreshReputation } from "../../people/reputation/index.ts";
import { viewTraderProgram } from "../../site/profiles/index.ts";
import { activeLimitOf } from "./switching/active-limit.ts";
import { aMarket, giveLevel, testApp } from "../../testing/index.ts";
import { aNamedUser as aNamedUserOf } from "../../testing/people/restrictions.ts";
import { assertProperty } from "../../testing/seeds.ts";

const app = await testApp();
const { owner, db } = app;
const HOUR = 3_600_000;
const POWER = 4;
const EXPERT = 7;
const SALES = 3;
await owner.query(
  `insert into settings (name, value, changed_at)
   values ('badges.power_trades', '${POWER}', market_now()), ('badges.expert_trades', '${EXPERT}', market_now()),
     ('badges.vendor_sales', '${SALES}', market_now()), ('badges.partners', '1', market_now()),
     ('badges.counted_partners', '0', market_now()), ('badges.vendor_counted_partners', '0', market_now())
   on conflict (name) do update set value = excluded.value`,
);
// Otherwise every user who has traded would be due again, whatever makes them due.
await owner.query("delete from badge_sweeps");
const aNamedUser = () => aNamedUserOf(app);
const partner = await aNamedUser();
const restrict = (userId: bigint) =>
  owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
     values ($1, 'restricted', 'other', gen_random_uuid()::text, market_now(), market_now() + interval '9 days')`,
    [userId],
  );

type Ended = { readonly hoursAgo: number; readonly isSuccessful: boolean; readonly role: "buyer" | "seller" };

/** As if they had ended then. */
async function ended(userId: bigint, trades: readonly Ended[]): Promise<void> {
  await owner.query(
    `insert into reputation_trades (user_id, trade_id, partner_id, at, is_successful, role)
     select $1, 1000000 + (select count(*) from reputation_trades) + place, $2, market_now() - make_interval(hours => hours), went, role
     from unnest($3::int[], $4::boolean[], $5::text[]) with ordinality as one (hours, went, role, place)`,
    [
      ...[userId, partner.id, trades.map(({ hoursAgo }) => hoursAgo)],
      ...[trades.map(({ isSuccessful }) => isSuccessful), trades.map(({ role }) => role)],
    ],
  );
}

const joined = (userId: bigint, daysAgo: number) =>
  owner.query("update users set created_at = market_now() - make_interval(days => $2::int, hours => 1) where id = $1", [
    userId,
    daysAgo,
  ]);

async function badgeOf(userId: bigint): Promise<{ badge: string; is_vendor: boolean } | undefined> {
  const { rows } = await owner.query("select badge, is_vendor from user_reputation where user_id = $1", [userId]);
  return rows[0];
}

const sold = (count: number, hoursAgo = 30): Ended[] =>
  Array.from({ length: count }, () => ({ hoursAgo, isSuccessful: true, role: "seller" }));

/** Ninety days old, identity and address verified. */
async function aTrader(trades: readonly Ended[], level = 2.5) {
  const person = await aNamedUser();
  await giveLevel(app, person.id, level);
  await joined(person.id, 120);
  await ended(person.id, trades);
  await settled(person.id);
  return person;
}

async function settled(userId: bigint): Promise<void> {
  await app.dbs.worker.tx((tx) => tx.rows`select settle_badges(array[${userId}]::bigint[])`);
}

type World = {
  readonly daysOld: number;
  readonly level: number;
  readonly isRestricted: boolean;
  readonly given: "ceo" | "ambassador" | null;
  readonly trades: readonly Ended[];
  readonly hoursLater: number;
};

/** The rules in the words of the page. */
function expected({ daysOld, level, isRestricted, given, trades, hoursLater }: World) {
  const counted = trades.filter(({ isSuccessful, hoursAgo }) => isSuccessful && hoursAgo + hoursLater < 90 * 24);
  const isVendor = !isRestricted && level >= 2 && counted.filter(({ role }) => role === "seller").length >= SALES;
  const isOld = daysOld * 24 + 1 + hoursLater >= 90 * 24;
  const hasTier = !isRestricted && isOld && level >= 2.5;
  if (isRestricted) return { badge: "no_badge", is_vendor: false };
  if (given) return { badge: given, is_vendor: isVendor };
  if (hasTier && counted.length >= EXPERT) return { badge: "expert_trader", is_vendor: isVendor };
  if (hasTier && counted.length >= POWER) return { badge: "power_trader", is_vendor: isVendor };
  return { badge: isVendor ? "vendor" : "no_badge", is_vendor: isVendor };
}

const world = fc.record<World>({
  daysOld: fc.oneof(fc.integer({ min: 86, max: 92 }), fc.nat(400)),
  level: fc.constantFrom(1, 2, 2.5, 2.5, 3, 4),
  isRestricted: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  given: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("ceo" as const, "ambassador" as const) },
  ),
  trades: fc.array(
    fc.record<Ended>({
      hoursAgo: fc.oneof(fc.integer({ min: 2150, max: 2170 }), fc.integer({ min: 2000, max: 2159 }), fc.nat(4500)),
      isSuccessful: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      role: fc.constantFrom("buyer" as const, "seller" as const),
    }),
    { maxLength: 14 },
  ),
  hoursLater: fc.oneof(fc.constant(0), fc.nat(100)),
});

test("a user who is restricted or loses a level loses the badge within one run of the job, and gets it back", async () => {
  const trader = await aTrader(sold(EXPERT));
  const shown = async () => {
    await app.runJob("badges-settle");
    return (await badgeOf(trader.id))?.badge;
  };
  assert.equal(await shown(), "expert_trader");
  await restrict(trader.id);
  assert.equal(await shown(), "no_badge");
  await owner.query("update user_restrictions set lifted_at = market_now() where user_id = $1", [trader.id]);
  assert.equal(await shown(), "expert_trader");
  await owner.query("update users set granted_level = 2 where id = $1", [trader.id]);
  assert.equal(await shown(), "vendor");
  await owner.query("update users set granted_level = 1 where id = $1", [trader.id]);
  assert.equal(await shown(), "no_badge");
  await owner.query("update users set granted_level = 3 where id = $1", [trader.id]);
  assert.equal(await shown(), "expert_trader");
});

test("what changes while a badge is settled is settled after it, whether it was due before or not", async () => {
  for (const wasDue of [true, false]) {
    const trader = await aTrader(sold(EXPERT));
    if (!wasDue) await owner.query("delete from badge_dues where user_id = $1", [trader.id]);
    const [other, watcher] = [await owner.connect(), await owner.connect()];
    await other.query("begin");
    await other.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
       values ($1, 'restricted', 'other', gen_random_uuid()::text, market_now(), market_now() + interval '9 days')`,
      [trader.id],
    );
    const settling = settled(trader.id);
    const waits = async () => {
      const { rows } = await watcher.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%settle_badges%'",
      );
      return rows.length > 0;
    };
    while (!(await waits()));
    await other.query("commit");
    await settling;
    other.release();
    watcher.release();
    await app.runJob("badges-settle");
    assert.equal((await badgeOf(trader.id))?.badge, "no_badge", wasDue ? "due before" : "not due before");
    const due = "select from badge_dues where user_id = $1 and due_at <= market_now()";
    assert.equal((await owner.query(due, [trader.id])).rows.length, 0, "what is due is done with");
  }
});

test("a changed setting applies to all users", async () => {
  const trader = await aTrader(sold(POWER));
  assert.equal((await badgeOf(trader.id))?.badge, "power_trader");
  await owner.query("update settings set value = '40' where name = 'badges.power_trades'");
  await app.runJob("badges-settle");
  assert.equal((await badgeOf(trader.id))?.badge, "vendor");
  await owner.query(`update settings set value = '${POWER}' where name = 'badges.power_trades'`);
  await app.runJob("badges-settle");
  assert.equal((await badgeOf(trader.id))?.badge, "power_trader");
});

test("offers, profile, the current user and the program show the same badge", async () => {
  const market = await aMarket(app);
  const { seller } = market;
  await giveLevel(app, seller.id, 2.5);
  await joined(seller.id, 120);
  await ended(seller.id, sold(EXPERT));
  await owner.query("select badge_is_due($1)", [seller.id]);
  await app.runJob("badges-settle");
  const offers = await owner.query("select distinct owner_badge from offers where owner_id = $1", [seller.id]);
  assert.deepEqual(offers.rows, [{ owner_badge: "expert_trader" }]);
  const { rows } = await owner.query("select username from users where id = $1", [seller.id]);
  const profile = await app.client().call(getUser, { params: { username: rows[0].username } });
  assert.equal(profile.data.badge, "expert_trader");
  assert.equal((await seller.client.call(getCurrentUser)).data.isVendor, true);
  const program = await app.dbs.web.read((tx) => viewTraderProgram(tx, seller.id));
  assert.equal(program.badge, "expert_trader");
  assert.deepEqual(
    program.tiers.map(({ badge, isReached }) => [badge, isReached]),
    [
      ["vendor", true],
      ["power_trader", true],
      ["expert_trader", true],
    ],
  );
});

test("a badge that staff give takes nothing away of what trades gave", async () => {
  const { seller } = await aMarket(app);
  await giveLevel(app, seller.id, 2.5);
  await joined(seller.id, 120);
  await ended(seller.id, sold(EXPERT));
  const now = async () => {
    await owner.query("select badge_is_due($1)", [seller.id]);
    await app.runJob("badges-settle");
    const { rows } = await owner.query("select distinct owner_badge, rank from offers where owner_id = $1", [
      seller.id,
    ]);
    return { ...rows[0], most: await app.dbs.web.read((tx) => activeLimitOf(tx, seller.id)) };
  };
  const earned = await now();
  assert.deepEqual([earned.owner_badge, earned.most], ["expert_trader", 100]);
  await owner.query("insert into given_badges (user_id, badge, given_at) values ($1, 'ambassador', market_now())", [
    seller.id,
  ]);
  assert.deepEqual(await now(), { ...earned, owner_badge: "ambassador" });
  await restrict(seller.id);
  const restricted = await now();
  assert.equal(restricted.owner_badge, "no_badge");
  assert.ok(restricted.most < earned.most);
});

test("a process that dies before the offers show a badge leaves it to be done", async () => {
  const { seller } = await aMarket(app);
  await giveLevel(app, seller.id, 2.5);
  await joined(seller.id, 120);
  await ended(seller.id, sold(EXPERT));
  await settled(seller.id);
  await app.moveClock(61_000);
  await app.runJob("badges-settle");
  const { rows } = await owner.query("select distinct owner_badge from offers where owner_id = $1", [seller.id]);
  assert.deepEqual(rows, [{ owner_badge: "expert_trader" }]);
});

test("the page says what is there of what is needed", async () => {
  const trader = await aTrader(sold(2), 2);
  await joined(trader.id, 30);
  const { tiers } = await app.dbs.web.read((tx) => viewTraderProgram(tx, trader.id));
  const power = tiers.find(({ badge }) => badge === "power_trader");
  assert.deepEqual(power?.requirements, [
    { what: "account_days", isMet: false, progress: { has: 30, needs: 90 } },
    { what: "id", isMet: true, progress: null },
    { what: "address", isMet: false, progress: null },
    { what: "trades", isMet: false, progress: { has: 2, needs: POWER } },
    { what: "partners", isMet: true, progress: null },
    { what: "counted_partners", isMet: true, progress: { has: 0, needs: 0 } },
    { what: "unrestricted", isMet: true, progress: null },
  ]);
  assert.equal(power?.isReached, false);
});

test("two administrators give a badge that trades do not give, and one takes it", async () => {
  const [ada, ben] = [await aNamedUserOf(app, "admin"), await aNamedUserOf(app, "admin")];
  const [mia, zoe] = [await aNamedUser(), await aNamedUser()];
  const wanted: StaffChange = { kind: "give_badge", id: mia.username, badge: "operator" };
  const reason = "she spoke for us in Lagos";
  const ask = (who: Awaited<ReturnType<typeof aNamedUser>>, change: StaffChange) =>
    who.client.call(changeByStaff, { body: { change, reason } });
  assert.equal((await ask(ada, { ...wanted, id: ada.username })).code, "staff.own_account");
  assert.equal((await ask(mia, wanted)).code, "auth.forbidden");
  assert.equal((await ask(ada, wanted)).data.isDone, false);
  await app.runJob("badges-settle");
  assert.equal((await badgeOf(mia.id))?.badge ?? "no_badge", "no_badge");
  const desk = await ben.client.call(getStaffDesk);
  const waiting = desk.data.waiting.find(({ change }) => change.kind === "give_badge");
  assert.deepEqual(waiting?.change, wanted);
  const id = waiting?.id ?? "";
  assert.equal((await ada.client.call(confirmStaffChange, { body: { id } })).code, "staff.second_person");
  await app.prove(ben.client.token, wanted);
  assert.equal((await ben.client.call(confirmStaffChange, { body: { id } })).code, "");
  await app.runJob("badges-settle");
  assert.equal((await badgeOf(mia.id))?.badge, "operator");
  assert.equal((await ask(ada, wanted)).code, "staff.unchanged");
  await owner.query(
    "insert into account_closures (user_id, reason, asked_at, due_at, closed_at) values ($1, 'privacy', market_now(), market_now() + interval '1 day', market_now())",
    [zoe.id],
  );
  assert.equal((await ask(ada, { ...wanted, id: zoe.username })).code, "staff.unchanged", "an account that is closed");
  const taken = await ask(ben, { kind: "take_badge", id: mia.username, badge: "operator" });
  assert.equal(taken.data.isDone, true);
  await app.runJob("badges-settle");
  assert.equal((await badgeOf(mia.id))?.badge, "no_badge");
  const acts = await owner.query("select act from staff_acts where subject like $1 order by id", [`${mia.username}:%`]);
  assert.deepEqual(
    acts.rows.map(({ act }) => act),
    ["badge.give.propose", "badge.give", "badge.take"],
  );
});

test("nobody but the database writes a badge", async () => {
  const trader = await aTrader([]);
  for (const login of ["web", "worker", "chain"] as const)
    for (const statement of [
      "update user_reputation set badge = 'expert_trader'",
      "update user_reputation set is_vendor = true",
      "update user_reputation set tier = 'expert_trader'",
      "delete from badge_sweeps",
      `insert into given_badges (user_id, badge, given_at) values (${trader.id}, 'ceo', now())`,
      `insert into badge_dues (user_id, due_at) values (${trader.id}, now())`,
      "delete from badge_dues",
    ]) {
      const client = await app.dbs[login].connect();
      await assert.rejects(client.query(statement), { code: "42501" }, `${login}: ${statement}`);
      await client.end();
    }
  await owner.query("update users set is_demo = false where id = $1", [trader.id]);
  await assert.rejects(
    owner.query(
      "insert into given_badges (user_id, badge, is_seeded, given_at) values ($1, 'expert_trader', true, now())",
      [trader.id],
    ),
    /for the traders of a demo alone/,
  );
});

test("figures that are refreshed leave the badge as it is", async () => {
  const trader = await aTrader(sold(EXPERT));
  await app.dbs.worker.tx((tx) => refreshReputation(tx, [trader.id]));
  assert.equal((await badgeOf(trader.id))?.badge, "expert_trader");
});

test("after any history the badge is what the rules say, also when only time has passed", async (t) => {
  const begins = new Date((await owner.query("select market_now() as at")).rows[0].at).getTime();
  await assertProperty(
    t,
    "badges",
    fc.asyncProperty(world, async (drawn) => {
      await owner.query("update market_clock set stands_at = $1, shift = '0'", [new Date(begins)]);
      const person = await aNamedUser();
      await giveLevel(app, person.id, drawn.level);
      await joined(person.id, drawn.daysOld);
      await ended(person.id, drawn.trades);
      if (drawn.isRestricted) await restrict(person.id);
      if (drawn.given)
        await owner.query("insert into given_badges (user_id, badge, given_at) values ($1, $2, market_now())", [
          person.id,
          drawn.given,
        ]);
      await settled(person.id);
      assert.deepEqual(await badgeOf(person.id), expected({ ...drawn, hoursLater: 0 }));
      // Another hour, because a clock at the end of an hour decides nothing within it.
      await app.moveClock((drawn.hoursLater + 1) * HOUR);
      await app.runJob("badges-settle");
      assert.deepEqual(await badgeOf(person.id), expected({ ...drawn, hoursLater: drawn.hoursLater + 1 }));
    }),
    { numRuns: 60 },
  );
  await owner.query("update market_clock set stands_at = null, shift = '0'");
  // Their trades have no partners' rows: of pairs nothing is asked here.
  const broken = await db.tx((tx) => checkInvariants(tx, REPUTATION_CHECKS));
  assert.deepEqual(
    broken.filter(({ detail }) => !detail.includes("pair")),
    [],
  );
});
