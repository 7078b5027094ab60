// Guards: what each role may do is one table; what the database judges by is the same one, and a moderator gets no account back, believes no
// company and clears nobody of a list, whatever process asks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lookAtRecovery } from "#contract/compliance/recovery/recovery.ts";
import { decideScreening } from "#contract/compliance/screening.ts";
import { ROLES } from "#contract/staff/names.ts";
import { holdsRight, STAFF_RIGHTS } from "#contract/staff/rights.ts";
import { type Policy, staffMay } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;

test("every call that is open to staff is open to roles of the table, and the roles differ", () => {
  const sets = new Set(Object.values(STAFF_RIGHTS).map((roles) => roles.join(" ")));
  const open = app.app.routes.filter(({ policy }) => policy.roles);
  assert.ok(open.length > 40);
  for (const { endpoint, policy } of open)
    assert.ok(sets.has([...(policy.roles ?? [])].join(" ")), `${endpoint.name} has a list of its own`);
  const countOf = (role: (typeof ROLES)[number]) =>
    Object.keys(STAFF_RIGHTS).filter((right) => holdsRight([role], right as keyof typeof STAFF_RIGHTS)).length;
  const counts = ROLES.map(countOf);
  assert.ok(
    counts.every((count, place) => place === 0 || count > (counts[place - 1] ?? 0)),
    counts.join(" "),
  );
});

test("a moderator is refused what takes a senior one, and the database refuses it too", async () => {
  const [mod, senior] = [await aNamedUser(app, "moderator"), await aNamedUser(app, "supermoderator")];
  const look = { body: { reference: ids.hash(), reason: "next in the queue" } };
  assert.equal((await mod.client.call(lookAtRecovery, look)).code, "auth.forbidden");
  assert.equal((await senior.client.call(lookAtRecovery, look)).code, "recovery.unknown");
  const decide = { body: { reference: ids.hash(), verdict: "somebody_else", reason: "another birthday" } } as const;
  assert.equal((await mod.client.call(decideScreening, decide)).code, "auth.forbidden");
  assert.equal((await senior.client.call(decideScreening, decide)).code, "verification.unknown");
  for (const [who, outcome] of [
    [mod, "not_judge"],
    [senior, "unknown"],
  ] as const) {
    const { rows } = await owner.query(
      `select (look_at_recovery('nothing', $1, 'a reason', market_now())) as looked,
         (reject_recovery('nothing', $1, 'unreadable', market_now())) as rejected,
         (approve_recovery('nothing', $1, market_now())) as approved,
         (decide_screening('nothing', $1, 'listed', 'a reason', market_now())) as screened,
         holds_right($1, 'companies') as companies`,
      [who.id],
    );
    const [{ companies, ...outcomes }] = rows;
    assert.deepEqual(new Set(Object.values(outcomes)), new Set([outcome]));
    assert.equal(companies, who === senior);
  }
});

test("a policy for staff always excludes restricted staff", () => {
  // @ts-expect-error: roles alone would admit restricted staff.
  const unsafe: Policy = { auth: "session", rateLimit: "read", roles: STAFF_RIGHTS.people };
  assert.deepEqual({ ...unsafe, action: "staff" }, staffMay("people", "read"));
});
