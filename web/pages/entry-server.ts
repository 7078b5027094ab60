/** The server's way in: renderPage makes a whole document out of a page's name, its props and what surrounds it. */
import type { PageInput, PageName, PageOutput } from "#contract/platform/page.ts";
import { renderDocument } from "./document.tsx";
import type { Page } from "./page.ts";
import { PAGES } from "./pages.tsx";

export function renderPage(input: PageInput): PageOutput {
  // The table gives each name the page of that name; the compiler cannot follow a union that far.
  const page = PAGES[input.page] as Page<PageName>;
  if (!page) throw new Error(`there is no page ${input.page}`);
  return { status: page.status ?? 200, ...renderDocument(input, page) };
}
