/** Codes that the signer has made, to the browsers and phones that their owner chose, saying what they confirm. */
import { pushCodesWait } from "./code-rows.ts";
import { setTimeout as wait } from "node:timers/promises";
import { directionOf } from "#contract/platform/locales.ts";
import type { PushMessage } from "#contract/reach/notifications.ts";
import { localized } from "#contract/platform/localized.ts";
import type { Job } from "../../../../platform/app-ports.ts";
import { findUsersById, languageOf, type UserRow } from "../../../../people/accounts/index.ts";
import { aboutText, noteSentCode } from "../../../../people/phones/index.ts";
import type { Db, Tx } from "../../../../platform/postgres/db.ts";
import { textOf } from "../../../../platform/texts.ts";
import type { PushOutcome, PushSender } from "../../../../platform/outside/providers/push-service.ts";
import { type PushCode, takePushCodes } from "./code-rows.ts";
import { openSender } from "./push.ts";

/** Of those that are taken together; of those that are on their way. */
const AT_ONCE = 20;
const MOST_UNDER_WAY = 100;
const LOOK_EVERY_MS = 200;
/** Then what is under way ends, and the next turn takes the rest: a process that is to leave does. */
const MOST_LOOKS = 50;
/** A user who waits for a code has requested another by then. */
const WITHIN_MS = 5000;

/**
 * Each is tried once: a code that comes late is asked for again. A service that gives no answer keeps nobody else's code back: what
 * is due meanwhile is taken beside it.
 */
export const pushCodeJob: Job = {
  name: "push-codes",
  everyMs: 300,
  due: pushCodesWait,
  async run({ db, config, log }) {
    const send = openSender(config, WITHIN_MS);
    const underWay = new Set<Promise<void>>();
    for (let looks = 0; ; looks += 1) {
      const isTaking = looks < MOST_LOOKS && underWay.size < MOST_UNDER_WAY;
      const { codes, users } = isTaking ? await db.tx(takeDue) : { codes: [], users: new Map<bigint, UserRow>() };
      for (const [id, places] of Map.groupBy(codes, (one) => one.sent_code_id)) {
        const carrying = places.map((one) => ({ send, one, user: users.get(one.user_id) }));
        const sending = sendAll(db, id, carrying)
          .catch((error: unknown) => {
            log.warn({ code: String(id), err: error }, "a code did not reach a browser");
          })
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      if (codes.length > 0) continue;
      if (underWay.size === 0) return;
      await Promise.race([...underWay, wait(LOOK_EVERY_MS)]);
    }
  },
};

type Carrying = { readonly send: PushSender; readonly one: PushCode; readonly user: UserRow | undefined };

/** It is there with the first browser that has it, and failed when every service has refused it. Throws where some have. */
async function sendAll(db: Db, id: bigint, places: readonly Carrying[]): Promise<void> {
  const ends = await Promise.all(
    places.map(async (place) => {
      const end = await sendOne(place);
      if (end.outcome === "sent") await db.tx((tx) => noteSentCode(tx, id, "sent"));
      return end;
    }),
  );
  const faults = ends.flatMap((end) => (end.outcome === "sent" ? [] : [end]));
  const isRefused = faults.every((end) => end.outcome === "gone" || !end.isUnknown);
  if (faults.length === ends.length && isRefused) await db.tx((tx) => noteSentCode(tx, id, "failed"));
  if (faults.length > 0) throw new Error(faults.map(({ fault }) => fault).join("; "));
}

async function sendOne({ send, one, user }: Carrying): Promise<PushOutcome> {
  if (!user) return { outcome: "gone", fault: "whose code it is is not known" };
  return send(one, JSON.stringify(messageOf(one, user)));
}

async function takeDue(tx: Tx): Promise<{ codes: PushCode[]; users: Map<bigint, UserRow> }> {
  const codes = await takePushCodes(tx, AT_ONCE);
  const receivers = codes.map((one) => one.user_id);
  return { codes, users: codes.length > 0 ? await findUsersById(tx, receivers) : new Map() };
}

function messageOf({ id, code, about }: PushCode, user: UserRow): PushMessage {
  const lang = languageOf(user);
  return {
    id: `code-${id}`,
    title: textOf("codes.confirm.subject", lang, { code }),
    body: textOf("codes.confirm.text", lang, { code, what: aboutText(about, lang) }),
    link: localized(lang, "/account/settings/security"),
    lang,
    dir: directionOf(lang),
    // Nobody counts whether a code was seen.
    receipt: "",
  };
}
