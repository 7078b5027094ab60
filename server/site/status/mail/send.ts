/** The emails about incidents: one when an incident opens, when staff say something of it, and when it ends; what came together is one. */
import { type Locale, numeralLocale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { wordsFor } from "#contract/platform/written.ts";
import type { Incident } from "#contract/site/status.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { type Mail, queueMails } from "../../../platform/mail/mail.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import { titleOf } from "../feeds.ts";
import { viewIncidents } from "../view-status.ts";
import * as rows from "./subscriber-rows.ts";
import { aboutStopping, openAddress } from "./subscribe.ts";

const DAY_MS = 86_400_000;
/** To each subscriber within a day: a service that stops every minute is one story, and its page has all of it. */
export const MOST_A_DAY = 20;

export const incidentMailJob = {
  name: "mail-incidents",
  everyMs: 30_000,
  run: ({ db }: Pick<AppPorts, "db">) => db.tx(mailIncidents),
};

/** What was sent is noted in the same transaction. */
export async function mailIncidents(tx: Tx): Promise<void> {
  await rows.lockMailed(tx);
  const incidents = await viewIncidents(tx);
  const known = await rows.mailedOf(
    tx,
    incidents.map(({ id }) => id),
  );
  const mailed = new Map(known.map((row) => [row.incident_id, row]));
  const changed = incidents.filter(({ id, updates, endedAt }) => {
    const sent = mailed.get(id);
    return !sent || sent.updates < updates.length || (endedAt !== null && !sent.is_ended);
  });
  if (changed.length === 0) return;
  const dayAgo = tx.now.getTime() - DAY_MS;
  let left = MOST_A_DAY - (await rows.mailsSince(tx, new Date(dayAgo)));
  const subscribers = await rows.confirmedSubscribers(tx);
  // The oldest first, as they happened.
  for (const incident of changed.toReversed()) {
    const { id, updates, endedAt } = incident;
    const isSent = left > 0 && changedAt(incident) > dayAgo;
    if (isSent) {
      left -= 1;
      const said = updates.slice(0, updates.length - (mailed.get(id)?.updates ?? 0));
      await queueMails(
        tx,
        subscribers.map(({ hash, email_sealed, lang }) => ({
          ...mailOf(incident, said, lang),
          ...{ to: openAddress(email_sealed, hash), lang, unsubscribe: aboutStopping(hash) },
          dedupeKey: `incident:${id}:${updates.length}:${endedAt === null ? "open" : "ended"}:${hash}`,
        })),
      );
    }
    await rows.noteMailed(tx, { id, updates: updates.length, isEnded: endedAt !== null, isSent });
  }
}

const changedAt = ({ startedAt, endedAt, updates }: Incident) =>
  Math.max(...[startedAt, endedAt ?? startedAt, updates[0]?.at ?? startedAt].map((at) => Date.parse(at)));

function mailOf(incident: Incident, said: Incident["updates"], lang: Locale): Pick<Mail, "subject" | "text"> {
  const { id, isByHand, parts, startedAt, endedAt } = incident;
  const at = (instant: string) => momentText(instant, lang);
  const [state] = said.map((one) => textOf(`status.update.${one.state}`, lang));
  const title = titleOf(incident, lang);
  const now = endedAt ? textOf("status.resolved", lang) : (state ?? textOf("status.ongoing", lang));
  const named = new Intl.ListFormat(lang).format(parts.map((part) => textOf(`status.part.${part}`, lang)));
  const paragraphs = [
    [
      title,
      endedAt
        ? textOf("status.ended", lang, { from: at(startedAt), until: at(endedAt) })
        : textOf("status.open", lang, { from: at(startedAt) }),
      ...(isByHand ? [] : [textOf("status.affected", lang, { parts: named })]),
    ].join("\n"),
    ...said.map(
      (one) => `${textOf(`status.update.${one.state}`, lang)}, ${at(one.at)} UTC\n${wordsFor(one.text, lang).words}`,
    ),
    textOf("emails.incident.page", lang, { link: `{origin}${localized(lang, PATHS.statusPage)}#incident-${id}` }),
    textOf("emails.frame.stop", lang, { link: "{stop}" }),
  ];
  return { subject: `${title} – ${now}`, text: `${paragraphs.join("\n\n")}\n` };
}

function momentText(instant: string, lang: Locale): string {
  const format = new Intl.DateTimeFormat(numeralLocale(lang), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return format.format(new Date(instant));
}
