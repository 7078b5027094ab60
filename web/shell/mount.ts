/** Puts a screen on every element that carries a location. Each element goes its own way, and one that breaks breaks alone. */
import { showBroken } from "#sdk/show-broken.ts";
import { loadingFallback } from "#sdk/loading-fallback.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import { takeEarly } from "./early.ts";
import { pinnedApp } from "./embedded.ts";
import { loadApp } from "./load-app.ts";
import { readLocation } from "./location.ts";

export type MountStatus = "waiting_for_user" | "loading" | "mounted" | "broken";

type Surroundings = { kit: PageKit; userLoaded: () => Promise<void>; report: (error: unknown, facts?: object) => void };

export function mountPage(surroundings: Surroundings): Promise<MountStatus[]> {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-location]")];
  return Promise.all(elements.map((element) => mountElement(element, surroundings)));
}

export async function mountElement(
  element: HTMLElement,
  { kit, userLoaded, report }: Surroundings,
): Promise<MountStatus> {
  const enter = (status: MountStatus) => {
    element.dataset.status = status;
    return status;
  };
  const name = element.dataset.app ?? "";
  try {
    const app = pinnedApp(name);
    const { route, props } = readLocation(element.getAttribute("data-location"), app?.routes ?? []);
    if (!element.firstElementChild) element.append(loadingFallback());
    const loading = loadApp(name, app?.sdkVersion ?? "", app?.isEmbedded);
    if (app?.waitsForUser) {
      enter("waiting_for_user");
      await Promise.all([userLoaded(), loading]);
    }
    enter("loading");
    const mount = await loading;
    const replay = takeEarly(element);
    await mount(element, props, route, kit);
    const status = enter("mounted");
    replay();
    return status;
  } catch (error) {
    report(error, { app: name.slice(0, 60) });
    // Server-rendered content is readable without its screen; an empty place needs a message, and so do buttons that pay.
    if (element.dataset.rendered !== "true" || pinnedApp(name)?.waitsForUser) await showBroken(element, kit);
    return enter("broken");
  }
}
