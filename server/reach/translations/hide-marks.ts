/**
 * Figures, addresses, account numbers, codes and names must leave a translation as they entered it. Each run of them is replaced by a word that
 * no language has before the text is translated, and put back afterwards. A translation that lost one, repeated one, or has a figure of its own
 * is not shown.
 */

/** What no word has: digits of any script, signs of addresses and currencies. */
const SIGN = /[\p{N}\p{Sc}@/\\_#=<>{}[\]^~|+*&%]/u;
const OWN_SIGN = /[\p{N}\p{Sc}@]|:\/\//u;
/** "paypal.me", "PayPal". */
const INNER = /\p{L}\.\p{L}|\p{Ll}\p{Lu}/u;
const CAPITALS = /^[\p{Lu}\p{M}'’.-]{2,}$/u;
const CAPITALIZED = /^\p{Lu}[\p{Ll}\p{M}-]{2,}$/u;
/** Around a word. */
const EDGES = /^([\p{Ps}\p{Pi}"'¿¡«*-]*)(.*?)([\p{Pe}\p{Pf}"'.,;:!?…»*-]*)$/su;
const SENTENCE_END = /[.!?:;…¡¿][\p{Pe}\p{Pf}"'»]*$/u;

export type Hidden = {
  readonly text: string;
  /** Undefined where the translation changed one of them. */
  restore(translation: string): string | undefined;
};

export function hideMarks(original: string): Hidden {
  const prefix = freePrefix(original);
  const marks: string[] = [];
  const text = original
    .split("\n")
    .map((line) => hideInLine(line, (mark) => `${prefix}${letters(marks.push(mark) - 1)}x`, namesOf(original)))
    .join("\n");
  // Apertium writes two blanks where it drops a word.
  const isTight = !original.includes("  ");
  const spaced = (translation: string) => (isTight ? translation.replaceAll(/ {2,}/g, " ") : translation);
  return { text, restore: (translation) => restored(spaced(translation), { prefix, marks }) };
}

type Names = { readonly areCapitalsCodes: boolean; readonly areCapitalizedNames: boolean };

/** In a text in capitals they say nothing, and in one with a capital for each word neither. */
function namesOf(text: string): Names {
  const words = text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const share = (form: RegExp) => words.filter((word) => form.test(word)).length / Math.max(1, words.length);
  return { areCapitalsCodes: share(CAPITALS) < 0.4, areCapitalizedNames: share(CAPITALIZED) < 0.5 };
}

/** Marks with only blanks between them are one, so that the groups of a card's number stay together. */
function hideInLine(line: string, hide: (mark: string) => string, names: Names): string {
  const pieces = line.split(/(\s+)/);
  let [shown, run, before, isStart] = ["", "", "", true];
  const flush = () => {
    if (run === "") return;
    // Blanks behind the last one are not of it.
    const mark = run.trimEnd();
    shown += hide(mark) + run.slice(mark.length);
    run = "";
  };
  for (const piece of pieces) {
    if (piece === "" || /^\s+$/.test(piece)) {
      if (run === "") shown += piece;
      else run += piece;
      continue;
    }
    const [, open = "", core = "", close = ""] = EDGES.exec(piece) ?? [];
    const isName = names.areCapitalizedNames && !isStart && !SENTENCE_END.test(before) && CAPITALIZED.test(core);
    if (isMark(core, names) || isName) {
      if (open !== "") {
        flush();
        shown += open;
      }
      run += core;
      if (close !== "") {
        flush();
        shown += close;
      }
    } else {
      flush();
      shown += piece;
    }
    [before, isStart] = [piece, false];
  }
  flush();
  return shown;
}

function isMark(core: string, { areCapitalsCodes }: Names): boolean {
  return SIGN.test(core) || INNER.test(core) || (areCapitalsCodes && CAPITALS.test(core));
}

function restored(
  translation: string,
  { prefix, marks }: { readonly prefix: string; readonly marks: readonly string[] },
): string | undefined {
  const found: number[] = [];
  const rest: string[] = [];
  const hidden = new RegExp(`(?<!\\p{L})${prefix}([a-j]+)x(?!\\p{L})`, "giu");
  let at = 0;
  let shown = "";
  for (const match of translation.matchAll(hidden)) {
    const number = numberOf(match[1] ?? "");
    const between = translation.slice(at, match.index);
    rest.push(between);
    shown += between + (marks[number] ?? "");
    found.push(number);
    at = match.index + match[0].length;
  }
  rest.push(translation.slice(at));
  shown += translation.slice(at);
  const isWhole =
    found.length === marks.length && new Set(found).size === marks.length && found.every((one) => one < marks.length);
  const isOwn = rest.some((part) => OWN_SIGN.test(part) || part.toLowerCase().includes(prefix));
  return isWhole && !isOwn ? shown : undefined;
}

/** Digits as letters from a to j. */
const letters = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
const numberOf = (text: string): number =>
  Number([...text.toLowerCase()].map((letter) => letter.charCodeAt(0) - 97).join(""));

/** The beginning of a word that the text does not have. */
function freePrefix(text: string): string {
  const lower = text.toLowerCase();
  for (let prefix = "xq"; ; prefix += "q") if (!lower.includes(prefix)) return prefix;
}
