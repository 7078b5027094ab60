/** Keeps that the tour of the first page was dismissed: of a visitor in a cookie, of a person in the account, so that the server leaves it out. */
import type { PageKit } from "#sdk/page-kit.ts";
import { remember } from "#sdk/state/remember.ts";

export function keepTour(kit: PageKit): void {
  document.querySelector("#tour-dismiss")?.addEventListener("click", () => {
    // This browser needs no answer of the server.
    remember("tour", "dismissed", 31_536_000);
    document.querySelector("#tour")?.remove();
    document.querySelector<HTMLElement>("#content")?.focus();
    if (kit.session.get())
      import("#contract/people/accounts.ts")
        .then(({ completeTour }) => kit.call(completeTour, { body: { tourName: "home" } }))
        .catch(reportError);
  });
}
