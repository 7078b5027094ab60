/** The content of an element while its application loads: a spinner. */

export const LOADING_FALLBACK_ID = "loading-fallback";

export function loadingFallback(): HTMLElement {
  const ring = document.createElement("div");
  ring.id = LOADING_FALLBACK_ID;
  ring.className =
    "m-8 size-6 animate-[parley-spin_800ms_linear_infinite] rounded-full border-2 border-line border-t-brand";
  return ring;
}
