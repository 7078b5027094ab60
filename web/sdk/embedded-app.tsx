/** Makes an app's one function: mount(element, props, route, kit), which answers with the way to take it down again. */
import { type ComponentType, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { loadingFallback } from "./loading-fallback.ts";
import { type PageKit, PageProvider } from "./page-kit.ts";

/** Routes and the screens that draw them; each screen is a chunk of its own. */
// biome-ignore lint/suspicious/noExplicitAny: each screen has props of its own; the page checks them by island.
export type ScreenTable = Record<string, () => Promise<ComponentType<any>>>;

export type Mount = (
  element: HTMLElement,
  props: Record<string, unknown>,
  route: string,
  kit: PageKit,
) => Promise<() => void>;

export function embeddedApp(screens: ScreenTable, report: (error: unknown) => void = reportLater): Mount {
  return async (element, props, route, kit) => {
    const load = screens[route];
    if (!load) throw new Error(`this app has no screen for the route ${route}`);
    const Screen = await load();
    const view = <ScreenRoot Screen={Screen} props={props} kit={kit} />;
    const options = {
      identifierPrefix: element.dataset.prefix ?? "",
      // React takes the broken screen off the page: the element must not be empty.
      onUncaughtError: (error: unknown) => {
        report(error);
        element.replaceChildren(loadingFallback());
      },
      onRecoverableError: report,
    };
    if (element.firstElementChild && element.dataset.rendered === "true") {
      const root = hydrateRoot(element, view, options);
      return () => root.unmount();
    }
    const root = createRoot(element, options);
    root.render(view);
    return () => root.unmount();
  };
}

/** The content of an island's element, on the server and in the browser. */
export function ScreenRoot({
  Screen,
  props,
  kit,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: see ScreenTable.
  Screen: ComponentType<any>;
  props: Record<string, unknown>;
  kit: PageKit;
}) {
  return (
    <StrictMode>
      <PageProvider value={kit}>
        <Screen {...props} />
      </PageProvider>
    </StrictMode>
  );
}

function reportLater(error: unknown): void {
  queueMicrotask(() => globalThis.reportError(error));
}
