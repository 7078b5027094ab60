/** What staff see of a document: a picture, or a page of a PDF as one, with who looks and when across it. */
import { askFileWork } from "../../../platform/file-work/ask.ts";

type Wanted = {
  readonly bytes: Uint8Array;
  /** Undefined of a picture. */
  readonly page?: number | undefined;
  readonly mark: string;
  readonly account: string;
  readonly isWanted?: () => boolean;
};

/** JPEG bytes. Refuses upload.busy, also where nobody waits for it any more, broken_pdf and too_heavy. */
export async function shownWith({ page, mark, ...asked }: Wanted): Promise<Buffer> {
  const task = page === undefined ? ({ do: "mark", mark } as const) : ({ do: "page", number: page, mark } as const);
  const { parts: [shown] = [] } = await askFileWork({ task, ...asked });
  if (!shown) throw new Error("a page was answered without its bytes");
  return Buffer.from(shown);
}
