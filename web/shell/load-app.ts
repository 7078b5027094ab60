/**
 * Finds an application: those of every page are built in; an embedded product is fetched by its manifest: the pinned version, its
 * styles, its one function.
 */
import type { AppVersion } from "#contract/platform/page.ts";
import type { Mount } from "#sdk/embedded-app.tsx";
import { ownApp } from "./own-apps.ts";

export const CHUNK_TIMEOUT_MS = 120_000;

export class AppLoadError extends Error {
  readonly code: "MISSING_VERSION" | "CHUNK_LOAD_FAILED" | "CSS_CHUNK_LOAD_FAILED";

  constructor(code: AppLoadError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const loading = new Map<string, Promise<Mount>>();

/** The app's mount function; loaded once however many elements ask. */
export function loadApp(name: string, sdkVersion: string, isEmbedded = false): Promise<Mount> {
  const key = `${name}@${sdkVersion}`;
  let found = loading.get(key);
  if (!found) {
    found = inTime(load(name, sdkVersion, isEmbedded), `${key} did not load in ${CHUNK_TIMEOUT_MS / 1000} s`);
    loading.set(key, found);
  }
  return found;
}

async function load(name: string, sdkVersion: string, isEmbedded: boolean): Promise<Mount> {
  const elsewhere = await versionElsewhere(name, sdkVersion);
  const own = ownApp(name);
  if (!elsewhere && own && !isEmbedded) return own;
  const version = elsewhere ?? (await manifestEntry(`/apps/${name}/manifest.json`, sdkVersion));
  await Promise.all(version.css.map((href) => loadStyle(href)));
  const module = (await import(/* @vite-ignore */ version.js)) as { mount: Mount };
  return module.mount;
}

/** A developer may have an application come from elsewhere: by a manifest that the browser keeps, or by a word of the page. */
async function versionElsewhere(name: string, sdkVersion: string): Promise<AppVersion | undefined> {
  const override = localStorage.getItem(`app_override:${name}`);
  if (override?.startsWith("/")) return manifestEntry(override, sdkVersion);
  const known = document.querySelector<HTMLScriptElement>("#page-apps")?.text;
  return known ? (JSON.parse(known) as Record<string, AppVersion>)[name] : undefined;
}

async function manifestEntry(address: string, sdkVersion: string): Promise<AppVersion> {
  const answer = await fetch(address);
  if (!answer.ok) throw new AppLoadError("CHUNK_LOAD_FAILED", `no manifest at ${address}: ${answer.status}`);
  const manifest = (await answer.json()) as Record<string, AppVersion>;
  const version = manifest[sdkVersion];
  if (!version) throw new AppLoadError("MISSING_VERSION", `${address} has no SDK version ${sdkVersion}`);
  return version;
}

/** Sheets on their way, and those that are there with what to say once all are. */
const awaited = new Set<HTMLLinkElement>();
const arrived = new Map<HTMLLinkElement, () => void>();

/**
 * The page may have inlined what it needs for its first picture; the whole sheet still comes, without blocking it. Sheets
 * asked for together take effect together: each by itself would have the whole page laid out again.
 */
export function loadStyle(href: string): Promise<void> {
  const present = document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`);
  if (present) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.media = "print";
    const end = (say: () => void) => {
      awaited.delete(link);
      arrived.set(link, say);
      if (awaited.size === 0) takeEffect();
    };
    awaited.add(link);
    link.onload = () => end(resolve);
    link.onerror = () => end(() => reject(new AppLoadError("CSS_CHUNK_LOAD_FAILED", `the style ${href} did not load`)));
    document.head.append(link);
  });
}

function takeEffect(): void {
  for (const [link] of arrived) link.media = "all";
  for (const [, say] of arrived) say();
  arrived.clear();
}

function inTime<T>(work: Promise<T>, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppLoadError("CHUNK_LOAD_FAILED", message)), CHUNK_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
