/** What a mutant is: one small change of one source file, with a name that outlives moves of files and lines. */
import { createHash } from "node:crypto";

export const KINDS = [
  "refusal",
  "event",
  "write",
  "clock",
  "scope",
  "predicate",
  "comparison",
  "constraint",
  "policy",
  "constant",
  "arithmetic",
] as const;
export type Kind = (typeof KINDS)[number];

/** A change of a text: the characters from `start` to `end` become `to`. */
export type Edit = {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly to: string;
  /** Names under which tests may know the changed place: declarations, endpoints, tables. */
  readonly names: readonly string[];
  /** The types of the file may depend on it: without it the compiler need not be asked. */
  readonly isTyped?: boolean;
};

export type Mutant = Edit & {
  /** A hash of the change and of the text around it. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly from: string;
};

export type SourceFile = { readonly path: string; readonly text: string };

const AROUND = 90;
const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

/** Gives every edit its id. Edits that look alike to the character get numbers, in the order of files and places. */
export function nameMutants(
  found: readonly { readonly source: SourceFile; readonly edits: readonly Edit[] }[],
): Mutant[] {
  const seen = new Map<string, number>();
  return found.flatMap(({ source: { path, text }, edits }) =>
    edits.map((edit) => {
      const from = text.slice(edit.start, edit.end);
      const before = squeezed(text.slice(Math.max(0, edit.start - AROUND), edit.start));
      const after = squeezed(text.slice(edit.end, edit.end + AROUND));
      const hash = createHash("sha256")
        .update([edit.kind, squeezed(from), edit.to, before, after].join("\0"))
        .digest("base64url")
        .replace(/[-_]/g, "x")
        .slice(0, 12);
      const count = (seen.get(hash) ?? 0) + 1;
      seen.set(hash, count);
      const line = text.slice(0, edit.start).split("\n").length;
      return { ...edit, id: count === 1 ? hash : `${hash}-${count}`, file: path, line, from };
    }),
  );
}

export function applied({ start, end, to }: Edit, text: string): string {
  return text.slice(0, start) + to + text.slice(end);
}

/** One line for people: what stood there and what stands there now. */
export function describe({ kind, from, to }: Pick<Mutant, "kind" | "from" | "to">): string {
  const short = (text: string) => {
    const line = squeezed(text);
    return line.length > 110 ? `${line.slice(0, 107)}...` : line;
  };
  return `${kind}: ${short(from)}  =>  ${short(to) || "(nothing)"}`;
}

/** What asks the time, in TypeScript and SQL. That a moment is set at all ("is null") is a state, not the clock. */
const CLOCK =
  /\bnow\b|\bnow\(|clock|expires|deadline|getTime\(|interval '|\b\w+(?:_at|At|_until|Until|_since)\b(?!\s*(?:is\b|===?|!==?))/;
const SCOPE =
  /\b(?:user|owner|viewer|buyer|seller|starter|sender|recipient|author|account|person|giver|receiver)_id\b|\b(?:user|owner|viewer|buyer|seller|starter|sender|recipient|author|actor)Id\b|viewer|\bis(?:Own|Owner|Staff)\b|session_id/;

/** The kind of a condition: of the clock, of whose it is, or the kind given. */
export function kindOfCondition(text: string, otherwise: Kind): Kind {
  if (CLOCK.test(text)) return "clock";
  return SCOPE.test(text) ? "scope" : otherwise;
}
