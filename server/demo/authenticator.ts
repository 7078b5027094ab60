/**
 * An authenticator app for the staff that visitors of the demo play: each is enrolled with the signer as a person's is,
 * and the demo shows its codes.
 */
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import type { DemoCode } from "#contract/demo/demo-codes.ts";
import { base32nopad } from "@scure/base";
import type { AppPorts } from "../platform/app-ports.ts";
import type { ReadTx } from "../platform/postgres/db.ts";
import { totpCode } from "../platform/totp.ts";
import { demoAuthenticators, endHolds, keepAuthenticator, usersNamed } from "./authenticator-rows.ts";

const STEP_MS = 30_000;
const STAFF = DEMO_PEOPLE.filter(({ role }) => role !== "trader");
const ADMINS: readonly string[] = STAFF.filter(({ role }) => role === "admin").map(({ username }) => username);

/** Gives an app to each of the staff that has none. At every start: what a crash interrupted is done again. */
export async function equipStaff({ db, verifier, log }: Pick<AppPorts, "db" | "verifier" | "log">): Promise<void> {
  const people = await db.read((tx) =>
    usersNamed(
      tx,
      STAFF.map(({ username }) => username),
    ),
  );
  await Promise.all(people.map((one) => equip(one, { db, verifier, log })));
  await db.tx((tx) =>
    endHolds(
      tx,
      people.map(({ id }) => id),
    ),
  );
}

type Person = { readonly id: bigint; readonly username: string };

async function equip({ id, username }: Person, { db, verifier, log }: Pick<AppPorts, "db" | "verifier" | "log">) {
  const userId = id.toString();
  if ((await verifier.factors(userId)).authenticator) return;
  const shown = { password: DEMO_PASSWORD };
  const begun = await verifier.changeFactors({ userId, act: "start_authenticator", shown });
  if (begun.outcome !== "done" || !begun.secret) {
    log.warn({ username, outcome: begun.outcome }, "a staff account of the demo has no authenticator");
    return;
  }
  const { secret } = begun;
  // Kept before it is confirmed: an app that nobody can read would lock the account.
  await db.tx((tx) => keepAuthenticator(tx, { userId: id, secret }));
  const code = totpCode(base32nopad.decode(secret), await db.read((tx) => tx.readClock()));
  await verifier.changeFactors({ userId, act: "confirm_authenticator", code });
}

/** The code of each now, and the one after it, which works already: a code works once. */
export async function listDemoCodes(tx: ReadTx): Promise<DemoCode[]> {
  const rows = await demoAuthenticators(tx);
  const nextAtMs = (Math.floor(tx.now.getTime() / STEP_MS) + 1) * STEP_MS;
  return rows.map(({ username, secret }) => {
    const key = base32nopad.decode(secret);
    return {
      username,
      role: ADMINS.includes(username) ? "admin" : "moderator",
      code: totpCode(key, tx.now),
      nextCode: totpCode(key, new Date(nextAtMs)),
      nextAt: new Date(nextAtMs).toISOString(),
    };
  });
}
