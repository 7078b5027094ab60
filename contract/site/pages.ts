/** The pages of the site itself: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../define-page.ts";
import type { ContentProps } from "./content.ts";

export type ErrorProps = { requestId: string };

export const SITE_PAGES = {
  content: definePage<ContentProps>()({}),
  "error-403": definePage<ErrorProps>()({}),
  "error-404": definePage<ErrorProps>()({}),
  "error-500": definePage<ErrorProps>()({}),
  "error-ip-blocked": definePage<ErrorProps>()({}),
};
