/** What keeps drawn pages true. */
import type { Guard } from "./guard.ts";

const KEPT = "server/platform/http/kept-pages.ts";
const OF_KEPT = "server/platform/http/kept-pages.test.ts";
const SHOWN = "server/outward/pages/kept.test.ts";

export const GUARDS_OF_PAGES: readonly Guard[] = [
  {
    promise: "what commits late is shown although others began later",
    file: "server/platform/http/page-changes.ts",
    text: "pg_snapshot_xmin(pg_current_snapshot())",
    without: "pg_snapshot_xmax(pg_current_snapshot())",
    test: SHOWN,
    only: "commits late",
  },
  {
    promise: "a page that was drawn over a change is not kept",
    file: KEPT,
    text: "    if (keeping && !hasChanged && since",
    without: "    if (keeping && since",
    test: OF_KEPT,
    only: "while a page was drawn",
  },
  {
    promise: "a page is not shown while nobody says what changes",
    file: KEPT,
    text: "changes.isFresh() ? shelf.find(key) : undefined;",
    without: "shelf.find(key);",
    test: OF_KEPT,
    only: "nobody says",
  },
  {
    promise: "the page of who is signed in is shown to nobody else",
    file: "server/platform/http/pages.ts",
    text: "const mayBeKept = !request.viewer && ",
    without: "const mayBeKept = ",
    test: SHOWN,
    only: "never for who is signed in",
  },
  {
    promise: "how many offers there are is told to the listings that say so",
    file: "server/migrations/0232-page-changes.sql",
    text: "perform note_page_changes(array(select distinct 'counts:' || crypto from added));",
    without: "perform note_page_changes(array(select distinct 'nobody:' || crypto from added));",
    test: SHOWN,
    only: "told of by each",
  },
  {
    promise: "who someone is now called is told to the pages that name them",
    file: "server/migrations/0232-page-changes.sql",
    text: "  perform note_page_changes(array['owner:' || old.username, 'owner:' || new.username]);",
    without: "  perform note_page_changes(array['owner:' || new.username]);",
    test: SHOWN,
    only: "told of by each",
  },
];
