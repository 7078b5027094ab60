/** Makes an app's one function: mount(element, props, route, kit), which answers with the way to take it down again. */
import { type ComponentType, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { FieldTexts } from "#ui/forms/field-texts.ts";
import { showBroken } from "./show-broken.ts";
import { type PageKit, PageProvider } from "./page-kit.ts";

// biome-ignore lint/suspicious/noExplicitAny: each screen has props of its own; its declaration checks them.
export type ScreenComponent = ComponentType<any>;

/** The files of an app's screens, `<folder>/<route>-screen.tsx`, and what loads them. */
type ScreenFiles = Record<string, () => Promise<ScreenComponent>>;

export type Mount = (
  element: HTMLElement,
  props: Record<string, unknown>,
  route: string,
  kit: PageKit,
) => Promise<() => void>;

/** The content of app.json. */
export type AppFile = {
  readonly name: string;
  readonly sdkVersion: string;
  readonly waitsForUser?: boolean;
  /** Fetched by its manifest, as what waits for the user is. */
  readonly isEmbedded?: boolean;
  /** Of an app whose only screen draws several routes; absent where each screen is a route. */
  readonly routes?: readonly string[];
};

export type OwnMount = Mount & { readonly app: AppFile; readonly routes: readonly string[] };

export function embeddedApp(
  app: AppFile,
  files: ScreenFiles,
  report: (error: unknown) => void = reportLater,
): OwnMount {
  const screens = new Map(
    Object.entries(files).flatMap(([path, load]) => (app.routes ?? [routeOf(path)]).map((route) => [route, load])),
  );
  const mount: Mount = async (element, props, route, kit) => {
    const load = screens.get(route);
    if (!load) throw new Error(`this app has no screen for the route ${route}`);
    const Screen = await load();
    const view = <ScreenRoot Screen={Screen} props={app.routes ? { ...props, route } : props} kit={kit} />;
    const options = {
      identifierPrefix: element.dataset.prefix ?? "",
      // React takes the broken screen off the page: the element must say so, and how to go on.
      onUncaughtError: (error: unknown) => {
        report(error);
        void showBroken(element, kit);
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
  return Object.assign(mount, { app, routes: [...screens.keys()] });
}

function routeOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -"-screen.tsx".length);
}

/** The content of an island's element, on the server and in the browser. */
export function ScreenRoot({
  Screen,
  props,
  kit,
}: {
  Screen: ScreenComponent;
  props: Record<string, unknown>;
  kit: PageKit;
}) {
  return (
    <StrictMode>
      <PageProvider value={kit}>
        <FieldTexts value={(fault) => kit.t(`shell.field.${fault}`)}>
          <Screen {...props} />
        </FieldTexts>
      </PageProvider>
    </StrictMode>
  );
}

function reportLater(error: unknown): void {
  queueMicrotask(() => globalThis.reportError(error));
}
