/** What the server declined of a file, in the reader's language: files are sent beside the page's own calls, for their progress. */
import { filled } from "#contract/filled.ts";
import type { Locale } from "#contract/page.ts";
import { Declined } from "#sdk/declined.ts";
import { refusalTexts } from "#sdk/refusal-texts.ts";

export type UploadAnswer<T> = {
  readonly data?: T;
  readonly message?: string;
  readonly errors?: { readonly code: string };
  readonly context?: Record<string, unknown>;
};

// Made at the first refusal: the server draws the screens that load this file, and has no document.
let textOf: ReturnType<typeof refusalTexts> | undefined;

export async function uploadRefused(status: number, answer: UploadAnswer<unknown>): Promise<Declined> {
  const { message = "", context = {}, errors } = answer;
  // A proxy on the way may have a bound of its own.
  const isTooLarge = status === 413 || errors?.code === "request.too_large";
  const code = isTooLarge ? "upload.size_limit" : (errors?.code ?? "upload");
  textOf ??= refusalTexts(document.documentElement.lang as Locale);
  const text = await textOf(code);
  return new Declined(status, code, text === undefined ? message : filled(text, context), { context });
}
