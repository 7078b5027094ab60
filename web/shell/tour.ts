/** Keeps that the tour of the first page was dismissed: in a cookie, so that the server leaves it out. */
import { remember } from "#sdk/state/remember.ts";

export function keepTour(): void {
  document.querySelector("#tour-dismiss")?.addEventListener("click", () => {
    remember("tour", "dismissed", 31_536_000);
    document.querySelector("#tour")?.remove();
    document.querySelector<HTMLElement>("#content")?.focus();
  });
}
