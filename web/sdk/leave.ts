/**
 * Goes to another page, and is done only when the reader is back on this one: until then the action that led away still
 * runs, so that a second press during the way is the same press.
 */
export function leave(href: string): Promise<void> {
  location.assign(href);
  return new Promise((resolve) => addEventListener("pageshow", () => resolve(), { once: true }));
}
