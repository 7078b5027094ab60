/** Whether a PDF may be kept: unlocked, without anything that acts, short, and with something on a page. Runs in the child only. */
import { isActive, isLocked } from "./active.ts";
import { openPdf } from "./open.ts";
import { hasContent, packedObjects, plainObjects } from "./objects.ts";
import { type Answer, FileRefused, MOST_PAGES } from "../tasks.ts";

export async function judgePdf(bytes: Buffer): Promise<Answer> {
  const plain = plainObjects(bytes);
  if (isLocked(plain)) throw new FileRefused("upload.locked_pdf");
  if (isActive([...plain, ...packedObjects(plain, bytes)])) throw new FileRefused("upload.active_pdf");
  // An image is only to be found: drawing it is another task's.
  const document = await openPdf(bytes, { stopAtErrors: true, maxImageSize: 1 });
  if (document.numPages > MOST_PAGES) throw new FileRefused("upload.pdf_page_limit");
  if ((await document.hasJSActions()) || (await document.getAttachments())) throw new FileRefused("upload.active_pdf");
  let whole = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number).catch(() => undefined);
    if (!page) continue;
    whole++;
    if (await hasSomething(page)) return { pages: document.numPages };
  }
  // Nothing of it can be drawn, and something is there.
  if (whole > 0 && hasContent(plain, bytes)) return { pages: document.numPages };
  const isBroken = whole === 0 && document.numPages > 0;
  throw new FileRefused(isBroken ? "upload.broken_pdf" : "upload.empty_pdf");
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openPdf>>["getPage"]>>;

/** A page that can be drawn in part only has something on it. */
async function hasSomething(page: Page): Promise<boolean> {
  try {
    return (await page.getOperatorList()).fnArray.length > 0;
  } catch (error) {
    if (isMemory(error)) throw new FileRefused("upload.too_heavy");
    return true;
  }
}

const isMemory = (error: unknown) =>
  /allocation|out of memory|Invalid array length|Invalid typed array/i.test(String(error));
