/**
 * What an embedded application gets from the page that hosts it. The hooks are compiled into each app; the object
 * behind them is the page's own, passed by mount: one session, one socket and one set of texts per page.
 */
import type { LiveMessages, LiveType } from "#contract/platform/events.ts";
import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { BodyOf, EndpointShape, MetaOf, ParamsOf, QueryOf, ReplyOf } from "#contract/platform/endpoint.ts";
import type { Direction, Flags, Locale, SessionUser, Theme } from "#contract/platform/page.ts";
import type { PathInput, PathKey } from "#contract/platform/paths.ts";
import type { ContentKey } from "#contract/site/content.ts";
import type { MessageKind } from "#ui/message-kind.ts";
import type { Translate } from "./words/t.ts";

type Part<Name extends string, Value> = undefined extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

export type CallInput<E extends EndpointShape> = Part<"params", ParamsOf<E>> &
  Part<"query", QueryOf<E>> &
  Part<"body", BodyOf<E>> &
  (E extends { readonly multipart: true } ? FileInput : unknown) & { signal?: AbortSignal };

/** Of a call that takes a file. `onProgress` gets the share that was sent, from 0 to 1. */
export type FileInput = { file: File; onProgress?: (share: number) => void };

export type Answer<E extends EndpointShape> = { data: ReplyOf<E>; meta: MetaOf<E> };

/** Calls the server. Throws a Refusal when the server declines; retries by itself where that is safe. */
export type Call = <E extends EndpointShape>(endpoint: E, input: CallInput<E>) => Promise<Answer<E>>;

/** A message of the person's live channel, with its number. */
export type LiveEvent = {
  [T in LiveType]: { type: T; sequence: number; payload: LiveMessages[T] };
}[LiveType];

export type Live = {
  /** Subscribes to a channel's events, in order and without gaps; returns the function that unsubscribes. */
  subscribe: (channel: string, listener: (event: LiveEvent) => void) => () => void;
  /** What was built from a public channel is wrong: its whole state comes anew. */
  askAnew: (channel: string) => void;
  /** false while the network or the server is away. */
  isConnected: () => boolean;
  onConnection: (listener: (isConnected: boolean) => void) => () => void;
  /** Messages were lost for good: what was built from them must be asked for again. */
  onGap: (listener: () => void) => () => void;
};

export type Store<T> = { get: () => T; set: (value: T) => void; subscribe: (listener: () => void) => () => void };

export type AppSettings = {
  readonly darkTheme: boolean;
  readonly rtl: boolean;
  /** Of the head that stays on top, in pixels. */
  readonly headerHeight: number;
  readonly supportedLanguages: readonly Locale[];
  /** Id of the content of an element while its application loads. */
  readonly loadingFallbackId: string;
  /** Opened from the device's home screen, without a browser around it. */
  readonly isMobileApp: boolean;
  readonly errorReportingKey: string | null;
  /** Where who can get no further may write to; null where the operator names none. */
  readonly supportEmail: string | null;
  /** null on the server. */
  readonly deviceId: string | null;
};

export type PageKit = {
  locale: Locale;
  dir: Direction;
  url: string;
  isDemo: boolean;
  flags: Flags;
  settings: AppSettings;
  /** The server's clock, in unix milliseconds: moves on by itself in the browser. */
  nowMs: () => number;
  /** The moment the page was made; what a first render must use so that server and browser draw the same. */
  madeAtMs: number;
  session: Store<SessionUser | null>;
  theme: Store<Theme>;
  t: Translate;
  call: Call;
  live: Live;
  /** The page's one store of server state; made by the first screen that keeps some, in sdk/query-store.ts. */
  queries: { client?: QueryClient };
  toast: (kind: MessageKind, text: string) => void;
  href: <K extends PathKey | ContentKey>(key: K, input: PathInput<K>) => string;
  /** Settles only when the reader comes back to this page. */
  go: <K extends PathKey | ContentKey>(key: K, input: PathInput<K>) => Promise<void>;
  /** Makes the tab call for attention until it is looked at. */
  alertTab: (text: string) => void;
};

const PageContext = createContext<PageKit | null>(null);
export const PageProvider = PageContext.Provider;

export function usePage(): PageKit {
  const kit = useContext(PageContext);
  if (!kit) throw new Error("a screen must be mounted by the page");
  return kit;
}

export function useT(): Translate {
  return usePage().t;
}

/** The signed-in person, or null; draws again when that changes. */
export function useSession(): SessionUser | null {
  return useStore(usePage().session);
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
