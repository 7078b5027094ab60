/** The translations that a copy of Apertium has, as it lists them. */
import type { Pair } from "#contract/reach/translations/pairs.ts";

/** `mode`: the name by which the program is asked for it. */
export type Mode = Pair & { readonly mode: string };

const MODE = /^[a-z]{2,3}(?:_[A-Za-z]{2,8})?-[a-z]{2,3}(?:_[A-Za-z]{2,8})?$/;
const MOST_MODES = 200;

/** From the answer to `apertium -l`, which has a mode in each line. Of two modes for one pair the first is taken. */
export function modesFrom(listed: string): readonly Mode[] {
  const modes = new Map<string, Mode>();
  for (const line of listed.split("\n")) {
    const mode = line.trim();
    if (!MODE.test(mode)) continue;
    const [from, to] = mode.split("-").map(tagOf);
    const pair = `${from} ${to}`;
    if (from && to && from !== to && !modes.has(pair) && modes.size < MOST_MODES) modes.set(pair, { from, to, mode });
  }
  return [...modes.values()];
}

/** "spa" and "es" are "es", "pt_BR" is "pt-BR". */
function tagOf(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code.replace("_", "-"))[0];
  } catch {
    return undefined;
  }
}
