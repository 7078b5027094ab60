/** What stands in an element while its application is on its way, and where one broke while it was open: a turning ring. */

export const LOADING_FALLBACK_ID = "loading-fallback";

export function loadingFallback(): HTMLElement {
  const ring = document.createElement("div");
  ring.id = LOADING_FALLBACK_ID;
  ring.className =
    "m-8 size-6 animate-[parley-spin_800ms_linear_infinite] rounded-full border-2 border-line border-t-brand";
  return ring;
}
