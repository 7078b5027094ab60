/**
 * Goes to another page of this site, or to the first page if the address could lead to another site. Resolves only if
 * the reader returns to this page: until then the action is still running, so that a second press does nothing.
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
