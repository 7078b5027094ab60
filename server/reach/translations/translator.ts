/** The translator of this process, and what it translated lately. */
import { createHash } from "node:crypto";
import type { Pair } from "#contract/reach/translations/pairs.ts";
import { openApertium, type Translator } from "../../platform/outside/apertium/apertium.ts";
import type { Config } from "../../platform/settings/config.ts";

let current: Translator | undefined;

/** At the start. The program is asked in the background: until it answers there are no pairs. */
export function useTranslator({ apertium }: Pick<Config, "apertium">): void {
  current = apertium === undefined ? undefined : openApertium({ program: apertium });
  lately.clear();
}

/** Ends when the program has been asked. */
export const translatorAsked = (): Promise<void> => current?.isAsked ?? Promise.resolve();

export const installedPairs = (): readonly Pair[] => current?.pairs() ?? [];
export const hasTranslations = (): boolean => installedPairs().length > 0;
export const theTranslator = (): Translator | undefined => current;

/** In memory alone, the earliest first. */
const lately = new Map<string, { readonly text: string; readonly endsMs: number }>();
const MOST_KEPT = 500;
const KEPT_MS = 1_800_000;

/** A text that several readers, or one reader again, want within half an hour is translated once. */
export async function onceIn(
  { from, to, text, nowMs }: Pair & { readonly text: string; readonly nowMs: number },
  translate: () => Promise<string>,
): Promise<string> {
  const key = createHash("sha256").update(`${from} ${to} ${text}`).digest("base64");
  for (const [earliest, { endsMs }] of lately) {
    if (endsMs > nowMs && lately.size < MOST_KEPT) break;
    lately.delete(earliest);
  }
  const known = lately.get(key);
  if (known) return known.text;
  const made = await translate();
  lately.set(key, { text: made, endsMs: nowMs + KEPT_MS });
  return made;
}
