/**
 * What broke, as one kind whatever it quotes: names, numbers and addresses of people are no part of what is kept of a
 * browser's words, and the same fault at two people's is one fault.
 */
import { createHash } from "node:crypto";
import type { ErrorKind } from "#contract/platform/errors/error-reports.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import type { ErrorToNote } from "./rows.ts";
import { makeFaultLimit } from "./fault-limit.ts";
import { withoutQuotes } from "../postgres/without-quotes.ts";

export type Broken = {
  readonly source: ErrorKind["source"];
  readonly place: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly release?: string | undefined;
  readonly requestId?: string;
};

/** Undefined where so many of its kind were noted in this hour; the next one of the next hour counts them. */
export type CountError = (broken: Broken) => ErrorToNote | undefined;

export function makeErrorCount(limit = makeFaultLimit()): CountError {
  return (broken) => {
    const mark = markOf(broken);
    const { isLogged, suppressed } = limit(mark);
    return isLogged ? noteOf(broken, { mark, times: 1 + suppressed }) : undefined;
  };
}

function noteOf(
  { source, place, message, stack, release, requestId }: Broken,
  { mark, times }: { mark: string; times: number },
): ErrorToNote {
  return {
    ...{ source, mark, times, place: place.slice(0, 200), message: message.slice(0, 500) },
    ...{ stack: stack?.slice(0, 4000) ?? null, release: release?.slice(0, 100) ?? null, requestId: requestId ?? null },
  };
}

function markOf({ source, place, message }: Broken): string {
  const kind = message.replace(/"[^"]*"|\d+/g, "…").slice(0, 100);
  return createHash("sha256").update(`${source} ${place} ${kind}`).digest("hex");
}

/** A stack without the addresses' queries and without what its first lines quote. */
export function plainStack(stack: string): string {
  return stack
    .split("\n")
    .map((line) => (/^\s*at |@https?:|@\//.test(line) ? line.replace(/[?#][^\s:)]*/g, "") : withoutQuotes(line)))
    .join("\n");
}

/** Sections whose next part is an identifier. */
const NAMED = new Set(["user", "trade", "offer", "receipt", "edit", "uploads"]);

/** A page's path without its language and identifiers. */
export function pagePlace(url: string): string {
  const path = URL.parse(url, "http://page")?.pathname ?? "";
  const [first = "", ...rest] = path.split("/").filter(Boolean);
  const parts = (LOCALES as readonly string[]).includes(first) ? rest : [first, ...rest].filter(Boolean);
  return `/${parts
    .slice(0, 8)
    .map((part, place) => (NAMED.has(parts[place - 1] ?? "") || /\d{3}|.{40}/.test(part) ? "…" : part))
    .join("/")}`;
}
