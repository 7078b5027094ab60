/**
 * Sends what is due to browsers. What a push service is asked, no transaction waits for: rows are taken for a minute, sent
 * a few at once, and what became of them is written together.
 */
import type { PushMessage } from "#contract/notifications.ts";
import { directionOf } from "#contract/locales.ts";
import { localized } from "#contract/paths.ts";
import type { AppPorts, Job } from "../../platform/app-ports.ts";
import { openPush, type PushOutcome, type PushSender } from "../../platform/outside/push-service.ts";
import { pushKey, signed } from "../../platform/sealed.ts";
import { findUsersById, languageOf, type UserRow } from "../../people/accounts/index.ts";
import { removeDevices } from "./device-rows.ts";
import { RECEIPT } from "./receipts.ts";
import { type DueSend, recordEnds, type SendEnd, takeDuePushes } from "./send-rows.ts";
import { titleOf, whatOf } from "./short-texts.ts";

/** Longer than one try takes; a process that dies over it lets it wait this long. */
const UNDER_WAY_SEC = 60;
const MOST_ATTEMPTS = 6;
const AT_ONCE = 8;

export const pushJob: Job = {
  name: "send-pushes",
  everyMs: 500,
  async run({ db, config }: AppPorts) {
    const send = openPush({
      secret: pushKey(),
      contact: /[^\s<>]+@[^\s<>]+/.exec(config.mailFrom)?.[0] ?? "nobody@example.org",
      ownService: config.pushService,
    });
    for (;;) {
      const { due, users } = await db.tx(async (tx) => {
        const taken = await takeDuePushes(tx, { limit: AT_ONCE, underWaySec: UNDER_WAY_SEC });
        const receivers = taken.map((one) => one.user_id);
        return { due: taken, users: taken.length > 0 ? await findUsersById(tx, receivers) : new Map() };
      });
      if (due.length === 0) return;
      const ends = await Promise.all(due.map((one) => sendOne(send, one, users.get(one.user_id))));
      await db.tx(async (tx) => {
        await recordEnds(
          tx,
          ends.map(({ end }) => end),
        );
        const gone = ends.flatMap(({ goneDevice }) => goneDevice ?? []);
        if (gone.length > 0) await removeDevices(tx, gone);
      });
    }
  },
};

type Ended = { readonly end: SendEnd; readonly goneDevice?: bigint };

async function sendOne(send: PushSender, due: DueSend, user: UserRow | undefined): Promise<Ended> {
  const { id, device_id: device, attempts } = due;
  if (device === null || !user) return { end: { id, state: "failed", fault: "signed out", waitSec: 0 } };
  const outcome = await saidBy(() => send(due, JSON.stringify(messageOf(due, user))));
  const end = { id, ...endOf(outcome, attempts) };
  // Also one that takes nothing for hours: whoever comes back with it is asked to subscribe anew.
  return end.state === "failed" ? { end, goneDevice: device } : { end };
}

/** What cannot be worded, by a process that does not know its kind, is tried again, and keeps nobody else's back. */
export async function saidBy<Said>(say: () => Promise<Said>): Promise<Said | { outcome: "later"; fault: string }> {
  try {
    return await say();
  } catch (error) {
    return { outcome: "later", fault: error instanceof Error ? error.message.slice(0, 200) : "unknown" };
  }
}

/** What a try leads to: again after five seconds, half a minute, three, eighteen and two hours, or as the other side says; then given up. */
export function endOf(said: PushOutcome, attempts: number): Omit<SendEnd, "id"> {
  if (said.outcome === "sent") return { state: "sent", fault: null, waitSec: 0 };
  const { fault } = said;
  if (said.outcome === "gone" || attempts + 1 >= MOST_ATTEMPTS) return { state: "failed", fault, waitSec: 0 };
  return { state: "again", fault, waitSec: Math.max(5 * 6 ** attempts, said.waitSec ?? 0) };
}

function messageOf(due: DueSend, user: UserRow): PushMessage {
  const lang = languageOf(user);
  return {
    id: String(due.notification_id),
    title: titleOf(due.kind, lang),
    body: whatOf(due.details, lang),
    link: localized(lang, due.link),
    lang,
    dir: directionOf(lang),
    receipt: `${due.id}.${signed(String(due.id), RECEIPT)}`,
  };
}
