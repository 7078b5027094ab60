/**
 * Emails about incidents, also without an account: an address asks, confirms by the link that it gets, and stops them by the link in
 * each email. No answer says whether an address is subscribed.
 */
import type { BodyOf, ReplyOf } from "#contract/platform/endpoint.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type * as calls from "#contract/site/incident-mail.ts";
import { CONFIRM_DAYS } from "#contract/site/incident-mail.ts";
import type { IncidentMailProps } from "#contract/site/pages.ts";
import type { Caller } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { aboutOfToken, INCIDENT_MAIL_PATH, INCIDENT_STOPS } from "../../../platform/mail/stop-link.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { isSigned, seal, signed, unseal } from "../../../platform/sealed.ts";
import { textOf } from "../../../platform/texts.ts";
import { emailMark } from "../../../people/accounts/index.ts";
import { countStrangersMail } from "../../../people/auth/index.ts";
import * as rows from "./subscriber-rows.ts";

const CONFIRM = "confirm-incident-mail";

const placeOf = (hash: string) => `status_subscribers.email:${hash}`;
export const sealAddress = (email: string, hash: string): Buffer => seal(email, placeOf(hash));
export const openAddress = (sealed: Uint8Array, hash: string): string => unseal(sealed, placeOf(hash));

/** What the link that stops the emails is about. */
export const aboutStopping = (hash: string): string => `${INCIDENT_STOPS}${hash}`;

type Asked = { readonly body: BodyOf<typeof calls.subscribeToIncidents>; readonly caller: Caller };

/** The same for every address; one that is confirmed gets the link as well, which changes nothing. Refuses auth.throttled. */
export async function subscribe(
  tx: Tx,
  { body: { email, locale }, caller }: Asked,
): Promise<ReplyOf<typeof calls.subscribeToIncidents>> {
  await countStrangersMail(tx, { to: email, ip: caller.ip });
  const fresh = ids.hash();
  const hash = await rows.putAsked(tx, {
    ...{ hash: fresh, emailSealed: sealAddress(email, fresh), emailMark: emailMark(email), lang: locale },
  });
  const link = `{origin}${INCIDENT_MAIL_PATH}?confirm=${hash}.${signed(hash, CONFIRM)}`;
  const text = textOf("emails.incident.confirm.text", locale, { days: CONFIRM_DAYS });
  await queueMail(tx, {
    to: email,
    subject: textOf("emails.incident.confirm.subject", locale),
    text: `${text}\n${link}\n\n${textOf("emails.ignore", locale)}\n`,
    lang: locale,
    dedupeKey: `incident-mail:${ids.secret()}`,
  });
  return { days: CONFIRM_DAYS };
}

/** Twice is once. Refuses notification.link_unknown, also for an address that was erased meanwhile. */
export async function confirm(tx: Tx, token: string): Promise<ReplyOf<typeof calls.confirmIncidentMail>> {
  const hash = hashToConfirm(token);
  if (hash === undefined || !(await rows.markConfirmed(tx, hash))) throw new Refusal("notification.link_unknown");
  return { isConfirmed: true };
}

/** Erases the address. Twice is once. Refuses notification.link_unknown. */
export async function stop(tx: Tx, token: string): Promise<ReplyOf<typeof calls.stopIncidentMail>> {
  const hash = hashToStop(token);
  if (hash === undefined) throw new Refusal("notification.link_unknown");
  await rows.deleteSubscriber(tx, hash);
  return { isStopped: true };
}

/** What the page of a link asks. */
export async function readLink(
  tx: ReadTx,
  { confirm: asked, token = "" }: Readonly<Record<string, string>>,
): Promise<IncidentMailProps> {
  if (asked === undefined) return { token, asks: hashToStop(token) === undefined ? null : "stop" };
  const hash = hashToConfirm(asked);
  const isThere = hash !== undefined && (await rows.isKnown(tx, hash));
  return { token: asked, asks: isThere ? "confirm" : null };
}

function hashToConfirm(token: string): string | undefined {
  const [hash = "", mark = ""] = token.split(".");
  return isSigned(mark, { text: hash, purpose: CONFIRM }) ? hash : undefined;
}

function hashToStop(token: string): string | undefined {
  const about = aboutOfToken(token);
  return about?.startsWith(INCIDENT_STOPS) ? about.slice(INCIDENT_STOPS.length) : undefined;
}
