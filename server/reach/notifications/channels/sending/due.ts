/**
 * Sends due notifications to browsers and to Telegram. No transaction waits for another service: rows are reserved for a
 * minute, sent a few at once, and their results are written together.
 */
import type { Job } from "../../../../platform/app-ports.ts";
import type { Db, Tx } from "../../../../platform/postgres/db.ts";
import type { PushOutcome } from "../../../../platform/outside/providers/push-service.ts";
import { findUsersById, type UserRow } from "../../../../people/accounts/index.ts";
import { type DueSend, type Due, giveUpSends, recordEnds, type SendEnd, takeDue } from "./rows.ts";

/** Longer than one try takes; a process that dies over it lets it wait this long. */
const UNDER_WAY_SEC = 60;
const AT_ONCE = 8;
const MOST_ATTEMPTS = 6;

export type Ended = { readonly due: DueSend; readonly end: SendEnd; readonly isGone: boolean };

export type Way = {
  readonly which: Due;
  readonly say: (due: DueSend, user: UserRow) => Promise<PushOutcome>;
  /** With their results, in the same transaction. */
  readonly after: (tx: Tx, ended: readonly Ended[]) => Promise<void>;
};

/** Sends until nothing is due. */
export async function sendDue(db: Db, way: Way): Promise<void> {
  for (;;) {
    const { due, users } = await db.tx(async (tx) => {
      const taken = await takeDue(tx, { ...way.which, limit: AT_ONCE, underWaySec: UNDER_WAY_SEC });
      const receivers = taken.map((one) => one.user_id);
      return { due: taken, users: taken.length > 0 ? await findUsersById(tx, receivers) : new Map() };
    });
    if (due.length === 0) return;
    const ended = await Promise.all(due.map((one) => sendOne(way, one, users.get(one.user_id))));
    await db.tx(async (tx) => {
      await recordEnds(
        tx,
        ended.map(({ end }) => end),
      );
      await way.after(tx, ended);
    });
  }
}

async function sendOne({ say }: Way, due: DueSend, user: UserRow | undefined): Promise<Ended> {
  const { id, attempts } = due;
  if (!due.is_there || !user)
    return { due, end: { id, state: "failed", fault: "not there any more", waitSec: 0 }, isGone: false };
  const said = await saidBy(() => say(due, user));
  return { due, end: { id, ...endOf(said, attempts) }, isGone: said.outcome === "gone" };
}

/** A notification of a kind that this process does not know is tried again later and does not hold up the others. */
async function saidBy(say: () => Promise<PushOutcome>): Promise<PushOutcome> {
  try {
    return await say();
  } catch (error) {
    return { outcome: "later", fault: error instanceof Error ? error.message.slice(0, 200) : "unknown" };
  }
}

/** The result of a try: again after five seconds, half a minute, three, eighteen and two hours, or as the receiver says; then given up. */
function endOf(said: PushOutcome, attempts: number): Omit<SendEnd, "id"> {
  if (said.outcome === "sent") return { state: "sent", fault: null, waitSec: 0 };
  const { fault } = said;
  if (said.outcome === "gone" || attempts + 1 >= MOST_ATTEMPTS) return { state: "failed", fault, waitSec: 0 };
  return { state: "again", fault, waitSec: Math.max(5 * 6 ** attempts, said.waitSec ?? 0) };
}

/**
 * Gives up old notifications, also where no channel sends them: a bot that is configured again would send all of them at once.
 */
export const giveUpJob: Job = {
  name: "give-up-sends",
  everyMs: 60_000,
  run: ({ db }) => db.tx(giveUpSends),
};
