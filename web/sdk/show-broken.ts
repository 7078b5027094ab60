/** Puts in place of a broken screen that it broke, with a button that loads the page anew; its file is loaded with the first one. */
import type { PageKit } from "./page-kit.ts";

export async function showBroken(element: HTMLElement, kit: PageKit): Promise<void> {
  element.textContent = kit.t("shell.fallback.title");
  // Where it cannot be loaded, the sentence stays.
  await import("./broken-view.ts").then(({ brokenView }) => element.replaceChildren(brokenView(kit)), reportError);
}
