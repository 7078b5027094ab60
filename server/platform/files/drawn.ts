/** Pictures that are drawn of kept files: the square of an avatar, and what staff see of a document. */
import { askFileWork } from "../file-work/ask.ts";
import type { Task } from "../file-work/tasks.ts";

type Given = {
  readonly bytes: Uint8Array;
  readonly account: string;
  /** Not begun when nobody waits for it any more. */
  readonly isWanted?: () => boolean;
};

/** A square of this side. JPEG bytes. Refuses upload.busy, broken_image and too_heavy. */
export function drawSquare(side: number, given: Given): Promise<Buffer> {
  return draw({ do: "square", side }, given);
}

type Marked = Given & {
  /** Undefined of a picture. */
  readonly page?: number | undefined;
  /** The reader and the time, drawn across it. */
  readonly mark: string;
};

/** A picture, or a page of a PDF as one. JPEG bytes. Refuses upload.busy, also where nobody waits for it any more, broken_pdf and too_heavy. */
export function drawMarked({ page, mark, ...given }: Marked): Promise<Buffer> {
  return draw(page === undefined ? { do: "mark", mark } : { do: "page", number: page, mark }, given);
}

async function draw(task: Task, given: Given): Promise<Buffer> {
  const { parts: [drawn] = [] } = await askFileWork({ task, ...given });
  if (!drawn) throw new Error("a drawing was answered without its bytes");
  return Buffer.from(drawn);
}
