/** Refusals of a file in the reader's language: uploads do not use the page's own caller, because they report progress. */
import { filled } from "#contract/platform/filled.ts";
import type { Locale } from "#contract/platform/page.ts";
import { Declined } from "#sdk/declined.ts";
import { refusalTexts } from "#sdk/calls/refusal-texts.ts";

export type UploadAnswer<T> = {
  readonly data?: T;
  readonly message?: string;
  readonly errors?: { readonly code: string };
  readonly context?: Record<string, unknown>;
};

let textOf: ReturnType<typeof refusalTexts> | undefined;

export async function uploadRefused(status: number, answer: UploadAnswer<unknown>): Promise<Declined> {
  const { message = "", context = {}, errors } = answer;
  // A proxy on the way may have a bound of its own.
  const isTooLarge = status === 413 || errors?.code === "request.too_large";
  const code = isTooLarge ? "upload.size_limit" : (errors?.code ?? "upload");
  // Not when the module is loaded: the server, which draws the screens first, has no document.
  textOf ??= refusalTexts(document.documentElement.lang as Locale);
  const text = await textOf(code);
  return new Declined(status, code, text === undefined ? message : filled(text, context), { context });
}
