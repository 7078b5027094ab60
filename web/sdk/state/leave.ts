/**
 * Goes to another page of this site, or to the first page when the address could be somebody else's. Done only when the
 * reader is back on this one: until then the action that led away still runs, so that a second press during the way is
 * the same press.
 */
export function leave(href: string): Promise<void> {
  return goTo(new URL(href, location.href).host === location.host ? href : "/");
}

/** To the page of a provider that the operator has named, as our server says where it is. */
export const leaveForProvider = (href: string): Promise<void> => goTo(href);

/** The same page in another language: in the place of this one, which no button leads back to. */
export const leaveInPlace = (path: string): void => location.replace(path);

function goTo(href: string): Promise<void> {
  location.assign(href);
  return new Promise((resolve) => addEventListener("pageshow", () => resolve(), { once: true }));
}
