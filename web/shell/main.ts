/** The page's bootstrap: checks that page and script belong together, makes the kit, and mounts the screens. */
import "./shell.css";
import type { Direction, Flags, Locale, SessionUser, Theme } from "#contract/platform/page.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { lazyCall } from "#sdk/calls/lazy-call.ts";
import { lazyLive } from "#sdk/live/lazy-live.ts";
import { lazily } from "#sdk/lazily.ts";
import { leave } from "#sdk/state/leave.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import type { MessageKind } from "#ui/message-kind.ts";
import { createStore } from "#sdk/state/store.ts";
import { createTranslate, type Messages, type Translate } from "#sdk/words/t.ts";
import { appSettings } from "./app-settings.ts";
import { ensureDeviceId } from "./device.ts";
import { loadStyle } from "./load-app.ts";
import { mountPage } from "./mount.ts";
import { showPlainToast } from "./plain-toast.ts";
import { refusalTexts } from "#sdk/calls/refusal-texts.ts";
import { report } from "./report.ts";
import { createTheme } from "./theme.ts";

declare const __APPLICATION_HASH__: string;

/** The content of the page's #page-kit from the server. */
export type KitData = {
  locale: Locale;
  dir: Direction;
  theme: Theme;
  url: string;
  isDemo: boolean;
  flags: Flags;
  /** Unix milliseconds of the market's clock when the page was drawn; it may have been kept since. */
  madeAtMs: number;
  session: SessionUser | null;
  liveAfter: Readonly<Record<string, string>>;
  messages: Messages;
  /** Address of the whole sheet: the document holds what its first picture needs. */
  style: string;
};

start();

function start(): void {
  const data = JSON.parse(document.querySelector<HTMLScriptElement>("#page-kit")?.text ?? "null") as KitData | null;
  if (!data) throw new Error("no page kit");
  const t = createTranslate({
    locale: data.locale,
    messages: data.messages,
    onMissing: (key) => report(new Error(`no text for ${key}`)),
  });
  const hash = metaOf("application-hash");
  if (hash !== __APPLICATION_HASH__) {
    report(new Error("application hash mismatch"), { url: location.href.slice(0, 2000), host: location.host, hash });
    reloadOnce(hash, t);
    return;
  }
  const deviceId = ensureDeviceId();
  addEventListener("vite:preloadError", (event) => report(event.payload));
  // Errors of screens, presses and promises end only here.
  addEventListener("error", ({ error }) => error && report(error));
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
  const kit = createKit(data, t, deviceId);
  void loadStyle(data.style).catch(report);
  // Missed events are fetched again if the page keeps server state; elsewhere only a fresh page is complete.
  kit.live.onGap(() => (kit.queries.client ? void kit.queries.client.invalidateQueries() : location.reload()));
  // On a slow line the screens come first.
  void mountPage({
    kit,
    userLoaded: lazily(() => import("./user-state.ts").then(({ loadUser }) => loadUser(kit))),
    report,
  })
    .then(() => import("./at-rest.ts"))
    .then(({ settle }) => settle(kit))
    .catch(report);
}

/** A page from before a new release: load it again, once; when that does not help, ask the reader to. */
function reloadOnce(hash: string, t: Translate): void {
  const key = `reloaded_for:${__APPLICATION_HASH__}`;
  if (sessionStorage.getItem(key) !== hash) {
    sessionStorage.setItem(key, hash);
    location.reload();
    return;
  }
  void import("./modals/global-error.tsx").then(({ showGlobalError }) => showGlobalError("page_reload_required", t));
}

function createKit(data: KitData, t: Translate, deviceId: string): PageKit {
  // The server read its clock just before the first byte: what the page took to load since then has passed too.
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const startedAt = visit?.responseStart || performance.now();
  const sentAtMs = Number(metaOf("page-now"));
  const showToast = (kind: MessageKind, text: string) =>
    void import("./toast.tsx").then(
      (module) => module.showToast(kind, text, { isRtl: data.dir === "rtl", label: t("shell.toasts") }),
      () => showPlainToast(text),
    );
  const call = lazyCall({
    csrfToken: () => metaOf("csrf-token"),
    subject: () => data.session?.externalId,
    offlineText: () => t("shell.error.offline"),
    refusalText: refusalTexts(data.locale),
    ledgerBusy: (isBusy) => {
      dispatchEvent(new CustomEvent("global-error", { detail: isBusy ? "default" : null }));
      void import("./modals/global-error.tsx").then((module) => module.showGlobalError(isBusy ? "default" : null, t));
    },
    signedOut: () => {
      const next = encodeURIComponent(location.pathname + location.search);
      void leave(`${pathOf(data.locale, "login", undefined as never)}?next=${next}`);
    },
    report,
  });
  const tab = lazily(() => import("./tab.ts").then(({ createTabAlert }) => createTabAlert()));
  const href: PageKit["href"] = (key, input) => pathOf(data.locale, key, input);
  return {
    locale: data.locale,
    dir: data.dir,
    url: data.url,
    isDemo: data.isDemo,
    flags: data.flags,
    settings: appSettings({ dir: data.dir, deviceId }),
    madeAtMs: data.madeAtMs,
    nowMs: () => sentAtMs + (performance.now() - startedAt),
    session: createStore(data.session),
    theme: createTheme(data.theme),
    t,
    call,
    live: lazyLive({ call, report, after: data.liveAfter }),
    queries: {},
    toast: showToast,
    href,
    go: (key, input) => leave(href(key, input)),
    alertTab: (text) => void tab().then((alert) => alert(text), report),
  };
}

function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
