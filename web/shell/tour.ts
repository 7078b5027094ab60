/** Keeps that the tour of the first page was folded away: in a cookie, so that the server draws it so. */
export function keepTour(): void {
  const tour = document.querySelector<HTMLDetailsElement>("#tour");
  tour?.addEventListener("toggle", () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
    document.cookie = `tour=folded; Path=/; Max-Age=${tour.open ? 0 : 31_536_000}; SameSite=Lax`;
  });
}
