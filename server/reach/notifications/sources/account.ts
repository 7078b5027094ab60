/** Notifies of changes of a user's rights and factors: in the page, by email and by the channels that the user chose. */
import type { BadgePayload, RestrictionPayload } from "#contract/platform/event-payloads.ts";
import type { AccountChange } from "#contract/platform/events.ts";
import type { Locale } from "#contract/platform/locales.ts";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { findText, textOf } from "../../../platform/texts.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { ids } from "../../../platform/ids.ts";
import { accountKindOf } from "../kinds.ts";
import { type NotificationToSend, sendNotifications } from "../channels/sending/notification.ts";

export async function notifyAccount(tx: Tx, events: readonly StoredEvent<AccountChange>[]): Promise<LivePost[]> {
  return sendNotifications(tx, events.map(noticeOf));
}

/** The database writes some details as a word that has a text. */
const wordOf = (detail: string, lang: Locale) => findText(`notifications.values.${detail}`, lang) ?? detail;

function noticeOf({ type, subject: userId, payload, at }: StoredEvent<AccountChange>): NotificationToSend {
  const { detail } = payload;
  const { kind, fact, link } = accountKindOf(type);
  return {
    userId: BigInt(userId),
    kind,
    subject: userId,
    details: "holdHours" in payload ? { holdHours: String(payload.holdHours) } : {},
    link: "offerHash" in payload ? `/offer/${payload.offerHash}` : link.replace(":detail", encodeURIComponent(detail)),
    at,
    facts: (lang) => [
      textOf(`notifications.facts.${fact}`, lang, { value: wordOf(detail, lang) }),
      ...("caseNumber" in payload ? factsOfRestriction(payload, lang) : []),
      ...("stopWhy" in payload ? [payload.stopWhy] : []),
      ...("offerWhy" in payload ? [payload.offerWhy] : []),
      ...("badgeWhy" in payload ? factsOfBadge(payload, lang) : []),
    ],
    // Nobody can take this reason away by queueing another email under it.
    mailKey: `account:${ids.secret()}`,
  };
}

function factsOfRestriction({ caseNumber, reviewOn, why }: RestrictionPayload, lang: Locale): string[] {
  return [
    ...(caseNumber ? [textOf("notifications.facts.case", lang, { value: caseNumber })] : []),
    ...(reviewOn ? [textOf("notifications.facts.review_on", lang, { value: reviewOn })] : []),
    ...(why ? [why] : []),
  ];
}

/** The value before, and the reason of the change. */
function factsOfBadge({ before, badgeWhy, has, needs }: BadgePayload, lang: Locale): string[] {
  const values = has === null || needs === null ? undefined : { has, needs };
  const why = findText(`notifications.badge_reasons.${badgeWhy}`, lang, values);
  return [
    textOf("notifications.facts.badge_before", lang, { value: wordOf(before, lang) }),
    ...(why === undefined ? [] : [why]),
  ];
}
