/**
 * The link in an email that stops emails like it: signed, for one account and one kind of them. It is written when the email
 * is sent and not when it is queued, which others wait for.
 */
import { isSigned, signed } from "../sealed.ts";

export const STOP_PATH = "/unsubscribe";
/** Of emails about incidents, which go to addresses and not to accounts. */
export const INCIDENT_MAIL_PATH = "/status/emails";
/** How what their links are about begins. */
export const INCIDENT_STOPS = "incidents.";
const PURPOSE = "stop-emails";

/** `about` has letters, digits, - and the dots that part it. */
export function stopLink(about: string): string {
  const path = about.startsWith(INCIDENT_STOPS) ? INCIDENT_MAIL_PATH : STOP_PATH;
  return `${path}?token=${about}.${signed(about, PURPOSE)}`;
}

/** What a token is about; undefined for one that we did not write. */
export function aboutOfToken(token: string): string | undefined {
  const end = token.lastIndexOf(".");
  const about = token.slice(0, Math.max(0, end));
  return isSigned(token.slice(end + 1), { text: about, purpose: PURPOSE }) ? about : undefined;
}
