/** Keeps that the tour of the first page was folded away: in a cookie, so that the server draws it so. */
import { remember } from "#sdk/state/remember.ts";

export function keepTour(): void {
  const tour = document.querySelector<HTMLDetailsElement>("#tour");
  tour?.addEventListener("toggle", () => {
    remember("tour", "folded", tour.open ? 0 : 31_536_000);
  });
}
