/** The server's way in: renderPage makes a whole document out of a page's name, its props and what surrounds it. */
import type { PageInput, PageOutput } from "#contract/platform/page.ts";
import { renderDocument } from "./document.tsx";
import { pageOf } from "./pages.tsx";

export function renderPage(input: PageInput): PageOutput {
  const page = pageOf(input.page);
  return { status: page.status ?? 200, ...renderDocument(input, page) };
}
