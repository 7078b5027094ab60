/** The account that a browser signs in to, where the account knows the browser: its bounds are then its own. */
import type { Db } from "../../platform/postgres/db.ts";
import { findSigningIn, knownDevice } from "./sessions/devices.ts";
import { findPending } from "./second-step/pending-rows.ts";
import { heldBy } from "./second-step/second-step.ts";

type Asked = {
  readonly device: string;
  readonly email: unknown;
  readonly userAgent: string;
  readonly signIn: string | undefined;
};

export function knownAccount(db: Db, { device, email, userAgent, signIn }: Asked): Promise<bigint | undefined> {
  const caller = { device, userAgent, signIn, ip: "", requestId: "" };
  return db.read(async (tx) => {
    const named =
      typeof email === "string" && email.length <= MOST_LETTERS
        ? Object.values(await findSigningIn(tx, { email, caller }))
        : [signIn === undefined ? undefined : (await findPending(tx, heldBy(caller)))?.user_id];
    for (const userId of named) if (userId !== undefined && (await knownDevice(tx, { userId, caller }))) return userId;
    return undefined;
  });
}

/** No email is longer. */
const MOST_LETTERS = 320;
