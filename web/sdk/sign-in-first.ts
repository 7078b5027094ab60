/** A visitor presses what needs an account: they sign in, come back to the same page, and the press is done there. */
import type { WayOut } from "#contract/compliance/ways-out.ts";
import { leave } from "./state/leave.ts";
import type { PageKit } from "./page-kit.ts";

/** One press at most waits, in this tab only, so that no address can press anything. */
const WAITING = "press-after-sign-in";

/** The way to sign in and back to a place of this site. */
export function signInHref(page: Pick<PageKit, "href">, back: string): string {
  return `${page.href("login", undefined)}?next=${encodeURIComponent(back)}`;
}

/** The way to a step that a refusal names, and back to where it was refused. */
export function stepHref(page: Pick<PageKit, "href">, way: WayOut, back: string): string {
  const href = page.href(way, undefined);
  return way === "accountName" || way === "confirmEmail" ? `${href}?next=${encodeURIComponent(back)}` : href;
}

/** `back` is the page with the button: where the list may show other offers to its new reader, a page that has it for certain. */
export function pressAfterSignIn(page: PageKit, press: string, back = location.pathname + location.search): void {
  try {
    sessionStorage.setItem(WAITING, press);
  } catch {
    // Without storage the reader presses once more.
  }
  void leave(signInHref(page, back));
}

/** Whether this press waited; it is taken at once. */
export function takePress(press: string): boolean {
  try {
    if (sessionStorage.getItem(WAITING) !== press) return false;
    sessionStorage.removeItem(WAITING);
    return true;
  } catch {
    return false;
  }
}
