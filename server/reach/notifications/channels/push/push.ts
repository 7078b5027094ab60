/** Sends what is due to browsers: by one job to those that answered in time the last time, by another to the others. */
import { sendsAreDue } from "../sending/rows.ts";
import { withSource } from "#contract/people/sources.ts";
import type { PushMessage } from "#contract/reach/notifications.ts";
import { directionOf } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import type { AppPorts, Job } from "../../../../platform/app-ports.ts";
import type { Tx } from "../../../../platform/postgres/db.ts";
import { openPush, type PushSender } from "../../../../platform/outside/providers/push-service.ts";
import { pushKey, signed } from "../../../../platform/sealed.ts";
import { languageOf, type UserRow } from "../../../../people/accounts/index.ts";
import { noteQuick, removeDevices } from "../device-rows.ts";
import { RECEIPT } from "../receipts.ts";
import { type Ended, sendDue } from "../sending/due.ts";
import type { DueSend } from "../sending/rows.ts";
import { titleOf, whatOf } from "../../short-texts.ts";

const pushJobOf = (name: string, isQuick: boolean): Job => ({
  name,
  everyMs: 500,
  due: sendsAreDue("app"),
  async run({ db, config }: AppPorts) {
    const send = openSender(config);
    await sendDue(db, {
      which: { channel: "app", isQuick },
      say: (due, user) => send(due, JSON.stringify(messageOf(due, user))),
      after,
    });
  },
});

/** To a browser's push service, which has so long to answer. */
export function openSender(
  { mailFrom, pushService }: Pick<AppPorts["config"], "mailFrom" | "pushService">,
  withinMs?: number,
): PushSender {
  return openPush({
    withinMs,
    secret: pushKey(),
    contact: /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? mailFrom,
    ownService: pushService,
  });
}

export const pushJobs = [pushJobOf("send-pushes", true), pushJobOf("send-slow-pushes", false)];

/** Also removes one that fails for hours: its user is asked to subscribe anew. */
async function after(tx: Tx, ended: readonly Ended[]): Promise<void> {
  const asked = ended.filter(({ due }) => due.is_there);
  const gone = asked.filter(({ end }) => end.state === "failed").map(({ due }) => due.device_id);
  await noteQuick(
    tx,
    asked.map(({ due, end }) => ({ id: due.device_id, isQuick: end.state === "sent" })),
  );
  if (gone.length > 0) await removeDevices(tx, gone);
}

function messageOf(due: DueSend, user: UserRow): PushMessage {
  const lang = languageOf(user);
  return {
    id: String(due.notification_id),
    title: titleOf(due.kind, lang),
    body: whatOf(due.details, lang),
    link: withSource(localized(lang, due.link), "push"),
    lang,
    dir: directionOf(lang),
    receipt: `${due.id}.${signed(String(due.id), RECEIPT)}`,
  };
}
