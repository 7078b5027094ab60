/**
 * The link in an email that stops emails like it: signed, for one account and one kind of them. It is written when the email
 * is sent and not when it is queued, which others wait for.
 */
import { isSigned, signed } from "../sealed.ts";

export const STOP_PATH = "/unsubscribe";
const PURPOSE = "stop-emails";

/** `about` has letters, digits, - and the dots that part it. */
export function stopLink(about: string): string {
  return `${STOP_PATH}?token=${about}.${signed(about, PURPOSE)}`;
}

/** What a token is about; undefined for one that we did not write. */
export function aboutOfToken(token: string): string | undefined {
  const end = token.lastIndexOf(".");
  const about = token.slice(0, Math.max(0, end));
  return isSigned(token.slice(end + 1), { text: about, purpose: PURPOSE }) ? about : undefined;
}
