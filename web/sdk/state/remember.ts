/** Keeps a choice of this browser in a cookie, so that the server draws the next page by it. Zero seconds forget it. */
import { cookieName } from "#contract/platform/cookie-name.ts";

export function remember(name: string, value: string, maxAgeSec: number): void {
  const isSecure = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
  document.cookie = `${cookieName(name, isSecure)}=${value}; Path=/; Max-Age=${maxAgeSec}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
