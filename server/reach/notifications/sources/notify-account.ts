/** What changed of what somebody may do or proves by, for who is to know: in the page, by email and wherever they chose. */
import type { AccountChange, BadgePayload, RestrictionPayload } from "#contract/platform/events.ts";
import type { Locale } from "#contract/platform/locales.ts";
import mailTexts from "#contract/reach/mail-texts.json" with { type: "json" };
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { LivePost } from "../../../platform/events/live.ts";
import { ids } from "../../../platform/ids.ts";
import { type MailText, mailText } from "../../../people/accounts/index.ts";
import { accountKindOf } from "../kinds.ts";
import { type NotificationToSend, sendNotifications } from "../channels/send-notification.ts";

export async function notifyAccount(tx: Tx, events: readonly StoredEvent<AccountChange>[]): Promise<LivePost[]> {
  return sendNotifications(tx, events.map(noticeOf));
}

/** What the database writes as a detail, where it is a word. */
const VALUES: Readonly<Record<string, MailText>> = mailTexts.values;

function noticeOf({ type, subject: userId, payload, at }: StoredEvent<AccountChange>): NotificationToSend {
  const { detail } = payload;
  const { kind, fact, link } = accountKindOf(type);
  return {
    userId: BigInt(userId),
    kind,
    subject: userId,
    details: "holdHours" in payload ? { holdHours: String(payload.holdHours) } : {},
    link,
    at,
    facts: (lang) => [
      mailText(mailTexts.facts[fact], lang, { value: VALUES[detail]?.[lang] ?? detail }),
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
  const { case: number, review_on: review } = mailTexts.facts;
  return [
    ...(caseNumber ? [mailText(number, lang, { value: caseNumber })] : []),
    ...(reviewOn ? [mailText(review, lang, { value: reviewOn })] : []),
    ...(why ? [why] : []),
  ];
}

/** What it was before, and why that has changed. */
function factsOfBadge({ before, badgeWhy, has, needs }: BadgePayload, lang: Locale): string[] {
  const why: MailText | undefined = (mailTexts.badge_reasons as Readonly<Record<string, MailText>>)[badgeWhy];
  return [
    mailText(mailTexts.facts.badge_before, lang, { value: VALUES[before]?.[lang] ?? before }),
    ...(why ? [mailText(why, lang, has === null || needs === null ? {} : { has, needs })] : []),
  ];
}
