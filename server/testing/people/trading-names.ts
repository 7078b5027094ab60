/** Trading names for tests: verified companies, and names at any point of their review. */
import assert from "node:assert/strict";
import * as calls from "#contract/compliance/trading-names.ts";
import { sealCompanyName } from "../../people/accounts/index.ts";
import type { TestApp } from "../app.ts";
import { type NamedUser, aNamedUser } from "./restrictions.ts";

/** As two reviewers of its documents would leave it. */
export async function aVerifiedCompany(app: TestApp, legalName = "Obi Trading Ltd"): Promise<NamedUser> {
  const person = await aNamedUser(app);
  const { rows } = await app.owner.query("select external_id from users where id = $1", [person.id]);
  await app.owner.query(
    `update users
     set corporate_since = market_now(), company_name_sealed = $2, verified_level = 3, email_confirmed_at = coalesce(email_confirmed_at, market_now())
     where id = $1`,
    [person.id, sealCompanyName(rows[0], legalName)],
  );
  return person;
}

export const askFor = ({ client }: Pick<NamedUser, "client">, name: string) =>
  client.call(calls.askForTradingName, { body: { name } });

export const approveName = ({ client }: Pick<NamedUser, "client">, reference: string, more: { proves?: false } = {}) =>
  client.call(calls.approveTradingName, { body: { reference }, ...more });

export async function referenceOf({ owner }: TestApp, { id }: Pick<NamedUser, "id">): Promise<string> {
  const { rows } = await owner.query(
    "select reference from trading_names where user_id = $1 order by id desc limit 1",
    [id],
  );
  return rows[0].reference;
}

type Wanted = { readonly company: NamedUser; readonly name: string; readonly status?: "waiting" | "approved" };

/** Returns its reference. */
export async function aTradingName(app: TestApp, { company, name, status = "waiting" }: Wanted): Promise<string> {
  const { status: answer, code } = await askFor(company, name);
  assert.equal(answer, 200, code);
  const reference = await referenceOf(app, company);
  if (status === "approved")
    for (const staff of [await aNamedUser(app, "supermoderator"), await aNamedUser(app, "supermoderator")]) {
      const { status: approved, code: refused } = await approveName(staff, reference);
      assert.equal(approved, 200, refused);
    }
  return reference;
}
