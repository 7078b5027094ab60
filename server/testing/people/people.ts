/** People for tests, made through the verbs. */
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { createUser, type Person } from "../../people/accounts/index.ts";
import { startSession } from "../../people/auth/index.ts";
import { enrollTestKeys } from "./proving.ts";

export const TEST_PASSWORD = "amber otter sails home";

/** Creates a user with a confirmed email and a passkey. They have no password: sessions are made by signIn(). */
export async function aUser(tx: Tx, person: Partial<Person> = {}): Promise<bigint> {
  const tag = ids.hash();
  const id = await createUser(tx, {
    email: `${tag}@example.org`,
    username: `u${tag}`.slice(0, 15),
    firstName: "Ada",
    lastName: "Byron",
    birthDate: "1990-12-10",
    countryIso: "DE",
    emailConfirmed: true,
    ...person,
  });
  await enrollTestKeys(tx, [id]);
  return id;
}

/** A session token for a user, as if they had just signed in. */
export function signIn(tx: Tx, userId: bigint): Promise<string> {
  const caller = { ip: "127.0.0.1", userAgent: "test", requestId: "test", device: undefined, signIn: undefined };
  return startSession(tx, { userId, caller, isStrong: true });
}
