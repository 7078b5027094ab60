/**
 * Notifications, each to one user: stored, and sent by the channels that the reader chose for that event. A list of them costs
 * a handful of statements, however long it is.
 */
import { type Locale, numeralLocale } from "#contract/platform/locales.ts";
import { type Channel, CHANNELS } from "#contract/reach/notification-channels.ts";
import { withSource } from "#contract/people/sources.ts";
import { localized } from "#contract/platform/localized.ts";
import type { Tx } from "../../../../platform/postgres/db.ts";
import { textOf } from "../../../../platform/texts.ts";
import type { LivePost } from "../../../../platform/events/live.ts";
import { type Mail, queueMails } from "../../../../platform/mail/mail.ts";
import { findUsersById, languageOf, letterTo, type UserRow } from "../../../../people/accounts/index.ts";
import { readSettings } from "../../../../reference/settings/index.ts";
import { type Choices, choicesOf } from "../choice-rows.ts";
import type { NotificationKind } from "../../../../platform/notification-kinds.ts";
import { settingOf, waitsForReader } from "../../kinds.ts";
import { insertNotifications } from "../../rows.ts";
import { insertSends } from "./rows.ts";
import { aboutStopping } from "../stop-emails.ts";

export type NotificationToSend = {
  readonly userId: bigint;
  readonly kind: NotificationKind;
  readonly subject: string;
  readonly details: Record<string, string>;
  readonly link: string;
  readonly at: Date;
  /** What it is about, behind the subject of an email. */
  readonly what?: (lang: Locale) => string;
  /** Lines of an email, below its sentence. */
  readonly facts: (lang: Locale) => readonly string[];
  /** One email per reason. */
  readonly mailKey: string;
  /** By this channel alone, whatever its reader chose: a test. */
  readonly only?: Channel;
};

type Receiving = { readonly notice: NotificationToSend; readonly user: UserRow; readonly channels: readonly Channel[] };

/** In the order given. A user who does not exist is ignored. */
export async function sendNotifications(tx: Tx, wanted: readonly NotificationToSend[]): Promise<LivePost[]> {
  if (wanted.length === 0) return [];
  const receivers = wanted.map(({ userId }) => userId);
  const [users, choices, climbs] = await Promise.all([
    findUsersById(tx, receivers),
    choicesOf(tx, receivers),
    wanted.some(({ kind }) => waitsForReader(kind)) ? readSettings(tx, ["notifications.climb_minutes"]) : undefined,
  ]);
  const climbsAfterSec = climbs ? climbs["notifications.climb_minutes"] * 60 : null;
  const receiving = wanted.flatMap((notice): Receiving[] => {
    const user = users.get(notice.userId);
    return user ? [{ notice, user, channels: channelsOf(notice, choices.get(user.id)) }] : [];
  });
  const mails = receiving.flatMap(mailOf);
  const ids = await insertNotifications(
    tx,
    receiving.map(({ notice, channels }) => ({
      ...notice,
      inApp: channels.includes("web"),
      climbsAfterSec: mayClimb(notice.kind, channels) ? climbsAfterSec : null,
    })),
  );
  await queueMails(tx, mails);
  const outside = receiving.flatMap(({ user, channels }, index) => {
    const reached = channels.filter((channel) => choices.get(user.id)?.outside.has(channel));
    return reached.length > 0 ? [{ id: ids[index] ?? 0n, userId: user.id, channels: reached }] : [];
  });
  if (outside.length > 0) tx.later(insertSends(tx, outside));
  const seen = receiving.map((one, index) => ({ ...one, id: String(ids[index]) })).filter(isInApp);
  return [
    {
      channels: seen.map(({ user }) => `user:${user.external_id}`),
      bodies: async () =>
        seen.map(({ id, notice: { kind, subject, details, link, at } }) => ({
          type: "notification",
          notification: { id, kind, subject, details, link, at: at.toISOString(), readAt: null },
        })),
    },
  ];
}

/** Where it did not go out by every channel already. */
const mayClimb = (kind: NotificationKind, channels: readonly Channel[]) =>
  waitsForReader(kind) && CHANNELS.some((channel) => channel !== "web" && !channels.includes(channel));

const isInApp = ({ channels }: Receiving) => channels.includes("web");

/** The channels that the reader chose or, without a choice, the usual ones; and the fixed ones in any case. */
function channelsOf({ kind, only }: NotificationToSend, chosen: Choices | undefined): readonly Channel[] {
  const setting = settingOf(kind);
  if (only || !setting) return [only ?? "web"];
  return [...new Set([...setting.fixed, ...(chosen?.events.get(setting.event) ?? setting.usual)])];
}

function mailOf({ notice, user, channels }: Receiving): Mail[] {
  // An address that is not confirmed may be a stranger's.
  return channels.includes("email") && user.email_confirmed_at ? [letterOf(notice, user)] : [];
}

/** How long transfers wait after it, in words. */
function holdOf({ details: { holdHours } }: NotificationToSend, lang: Locale): Record<string, string> | undefined {
  if (holdHours === undefined) return undefined;
  const words = { style: "unit", unit: "hour", unitDisplay: "long" } as const;
  return { hold: new Intl.NumberFormat(numeralLocale(lang), words).format(Number(holdHours)) };
}

/** Its email, in its reader's language. */
export function letterOf(notice: NotificationToSend, user: UserRow): Mail {
  const lang = languageOf(user);
  const subject = textOf(`notifications.email.${notice.kind}.subject`, lang);
  const details = textOf("emails.frame.details", lang, {
    link: `{origin}${withSource(localized(lang, notice.link), "email")}`,
  });
  const what = notice.what?.(lang);
  const setting = settingOf(notice.kind);
  const canStop = setting && !setting.fixed.includes("email");
  return letterTo(user, {
    subject: what === undefined ? subject : `${subject}: ${what}`,
    paragraphs: [
      textOf(`notifications.email.${notice.kind}.sentence`, lang, holdOf(notice, lang)),
      [...notice.facts(lang), details].join("\n"),
    ],
    unsubscribe: canStop ? aboutStopping(user, setting.area) : undefined,
    dedupeKey: notice.mailKey,
  });
}
