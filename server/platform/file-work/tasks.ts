/** What the server asks of a file, and the answers of the child process that reads it. Both sides import this, and nothing else of each other. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const MOST_PAGES = 10;
export const MOST_MEGAPIXELS = 100;

export type Task =
  /** A copy that is drawn anew without metadata, and its thumbnail. */
  | { readonly do: "picture"; readonly mimeType: "image/jpeg" | "image/png" }
  /** A JPEG on white, for a reviewer. */
  | { readonly do: "document" }
  /** Whether it may be kept, and how many pages it has. */
  | { readonly do: "pdf" }
  /** One page as a JPEG with the text across. */
  | { readonly do: "page"; readonly number: number; readonly mark: string }
  /** A picture as a JPEG with the text across. */
  | { readonly do: "mark"; readonly mark: string }
  /** A JPEG of a square. */
  | { readonly do: "square"; readonly side: number };

export const FILE_FAULTS = [
  ...["upload.broken_image", "upload.picture_pixels", "verification.picture_small"],
  ...["upload.broken_pdf", "upload.locked_pdf", "upload.active_pdf", "upload.empty_pdf", "upload.pdf_page_limit"],
  "upload.too_heavy",
] as const satisfies readonly RefusalCode[];
export type FileFault = (typeof FILE_FAULTS)[number];

export type Answer = {
  readonly refused?: FileFault;
  readonly width?: number;
  readonly height?: number;
  readonly pages?: number;
  readonly parts?: readonly Uint8Array[];
};

/** What the first line of an answer says; the bytes of the parts follow it. */
export type AnswerHead = Omit<Answer, "parts"> & { readonly lengths: readonly number[] };

/** The child writes this once its libraries are loaded: a death before it is no fault of the file. */
export const READY = "ready\n";

/** Refuses a file, inside of the child. */
export class FileRefused extends Error {
  readonly answer: Answer;

  constructor(refused: FileFault, seen: Pick<Answer, "width" | "height"> = {}) {
    super(refused);
    this.answer = { refused, ...seen };
  }
}
