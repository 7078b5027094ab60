/**
 * Goes to another page of this site, or to the first page when the address could be somebody else's. Done only when the
 * reader is back on this one: until then the action that led away still runs, so that a second press during the way is
 * the same press.
 */
export function leave(href: string): Promise<void> {
  location.assign(new URL(href, location.href).host === location.host ? href : "/");
  return new Promise((resolve) => addEventListener("pageshow", () => resolve(), { once: true }));
}
