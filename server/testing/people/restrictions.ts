/** Restrictions for tests: staff with their roles, and the calls about one account, proved as they are made. */
import assert from "node:assert/strict";
import type { RestrictionState } from "#contract/compliance/restriction-names.ts";
import * as calls from "#contract/compliance/restrictions.ts";
import type { TestApp } from "../app.ts";
import type { Role } from "../market/disputes.ts";
import { aPerson } from "../market/trades.ts";

export const NOTE = "Three chargebacks in a week.";
export const WHY = "The bank has confirmed the payments.";
export const WORDS = "These payments were mine, and here is what my bank writes about them.";

/** A user with their username; a role, if given, has counted for a day. */
export async function aNamedUser(app: TestApp, role?: Role) {
  const person = await aPerson(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [person.id]);
  if (role)
    await app.owner.query("insert into user_roles values ($1, $2, market_now() - interval '1 day')", [person.id, role]);
  return { ...person, username: rows[0].username as string };
}
export type NamedUser = Awaited<ReturnType<typeof aNamedUser>>;

type More = { readonly proves?: false; readonly key?: string };

export function restrict({ client }: NamedUser, { username }: NamedUser, state: RestrictionState, more: More = {}) {
  const body = { username, state, reason_code: "chargeback", note: NOTE, review_days: 14 } as const;
  return client.call(calls.restrictUser, { body, ...more });
}

export const lift = ({ client }: NamedUser, case_number: string, more: More = {}) =>
  client.call(calls.liftRestriction, { body: { case_number, reason: WHY }, ...more });

export const keep = ({ client }: NamedUser, case_number: string, more: More = {}) =>
  client.call(calls.keepRestriction, { body: { case_number, reason: WHY, review_days: 30 }, ...more });

export const appeal = ({ client }: NamedUser, case_number: string, more: More = {}) =>
  client.call(calls.appealRestriction, { body: { case_number, text: WORDS }, ...more });

/** Of somebody new. */
export async function aCase(app: TestApp, setter: NamedUser, state: RestrictionState = "frozen") {
  const person = await aNamedUser(app);
  const { status, data, code } = await restrict(setter, person, state);
  assert.equal(status, 200, code);
  return { person, caseNumber: data.caseNumber };
}

/** The active states. */
export async function standingOf(app: TestApp, { id }: NamedUser): Promise<string[]> {
  const { rows } = await app.owner.query(
    "select state from user_restrictions where user_id = $1 and lifted_at is null order by state",
    [id],
  );
  return rows.map(({ state }) => state);
}

/** What the chain of acts says of a case, in its order. */
export async function actsAbout(app: TestApp, caseNumber: string) {
  const like = `${caseNumber}: %`;
  return (await app.owner.query("select staff_id, act from staff_acts where reason like $1 order by id", [like])).rows;
}
