/** What keeps drawn pages true. */
import type { Guard } from "./guard.ts";

const KEPT = "server/platform/kept.ts";
const OF_KEPT = "server/platform/kept.test.ts";
const SHOWN = "server/outward/pages/kept.test.ts";
const VIEWERS = "server/people/auth/kept-viewers.ts";
const OF_VIEWERS = "server/people/auth/kept-viewers.test.ts";
const SHARED = "server/platform/http/shared-pages.ts";
const OF_SHARED = "server/outward/pages/shared.test.ts";
const SEEN = "whoever looked before";
const TOLD = "server/migrations/0250-viewer-changes.sql";

const KEEPING = "server/market/listing/keeping.ts";
const ANSWERS = "server/platform/http/kept-answers.ts";
const OF_ANSWERS = "server/market/listing/kept-answers.test.ts";

export const GUARDS_OF_PAGES: readonly Guard[] = [
  {
    promise: "what commits late is shown although others began later",
    file: "server/platform/changes.ts",
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
    text: "(isFresh() ? shelf.find(key) : undefined);",
    without: "shelf.find(key);",
    test: OF_KEPT,
    only: "nobody says",
  },
  {
    promise: "the page of who is signed in is shown to nobody else",
    file: "server/platform/http/pages.ts",
    text: "? await drawOwn(request, request.viewer, mounting)",
    without: "? await visitorsPage(request, mounting)",
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
  {
    promise: "who is signed out in one process is out in all a second later",
    file: TOLD,
    text: "after update of token_hash, token_at, user_id, expires_at, ended_at, idle_hours",
    without: "after update of token_hash, token_at, user_id, expires_at, idle_hours",
    test: OF_VIEWERS,
    only: "a session that was ended",
  },
  {
    promise: "who was frozen acts in no process a second later",
    file: TOLD,
    text: `create trigger viewers_of_new_restrictions after insert on user_restrictions
  referencing new table as touched for each statement execute function note_viewers('user_id');
`,
    without: "",
    test: OF_VIEWERS,
    only: "who was frozen acts in no process",
  },
  {
    promise: "what somebody changed is heard before they are answered",
    file: "server/platform/http/mount.ts",
    text: "if (isUnsafe(endpoint) || policy.guardedGet) await changes.look();",
    without: "",
    test: OF_VIEWERS,
    only: "who signs out is out at once",
  },
  {
    promise: "what was kept of a viewer refuses nobody",
    file: "server/platform/http/server.ts",
    text: "const asked = kept ? viewers.findAnew(token) : viewers.find(token);",
    without: "const asked = viewers.find(token);",
    test: OF_VIEWERS,
    only: "acts again at once",
  },
  {
    promise: "a process that does not look knows nobody by heart",
    file: VIEWERS,
    text: "isFresh: () => changes.isFresh(BELIEVED_FOR_MS),",
    without: "isFresh: () => changes.isFresh(BELIEVED_FOR_MS) || true,",
    test: OF_VIEWERS,
    only: "asks the tables each time",
  },
  {
    promise: "a viewer is kept no longer than until they are recorded as seen",
    file: VIEWERS,
    text: "forMs: found.goodForMs",
    without: "forMs: 60_000",
    test: OF_VIEWERS,
    only: "recorded as seen",
  },
  {
    promise: "what restricts somebody is read in the transaction of a group that acts",
    file: "server/platform/http/group.ts",
    text: "if (context instanceof Refusal) answers[index] = refusedNow(context);\n    else if (call && context) asked.push({ index, route: call.route, context });",
    without: "if (call) asked.push({ index, route: call.route, context: call.context });",
    test: OF_VIEWERS,
    only: "whom the tables restrict",
  },
  {
    promise: "what restricts somebody is read in the transaction of any call that acts",
    file: "server/platform/http/answer.ts",
    text: "if (now instanceof Refusal) throw now;",
    without: "",
    test: OF_VIEWERS,
    only: "whom the tables restrict",
  },
  {
    promise: "what was drawn for somebody is shown only to who is the same in what was read of them",
    file: "web/pages/note-reads.ts",
    text: "textOf(Reflect.get(other, name)) === value",
    without: 'textOf(Reflect.get(other, name)) !== ""',
    test: OF_SHARED,
    only: "by whom it concerns",
  },
  {
    promise: "the head of a page is its reader's",
    file: "web/pages/document.tsx",
    text: "flags, nowMs, props, session]);",
    without: "flags, nowMs, props]);",
    test: OF_SHARED,
    only: "by whom it concerns",
  },
  {
    promise: "a page is made of what its reader was found to see",
    file: SHARED,
    text: "const before = map.get(text);",
    without: "const before = [...map.values()][0];",
    test: OF_SHARED,
    only: SEEN,
  },
  {
    promise: "who hides somebody has listings of their own",
    file: "server/outward/pages/browse-pages.ts",
    text: "if (hidesOwners || !favorites) return undefined;",
    without: "if (!favorites) return undefined;",
    test: OF_SHARED,
    only: "by whom it concerns",
  },
  {
    promise: "one's own offer says so on a page that many see",
    file: "server/outward/pages/browse-pages.ts",
    text: "isMine: mine.includes(card.hash) }",
    without: "isMine: false }",
    test: OF_SHARED,
    only: SEEN,
  },
  {
    promise: "an offer that somebody keeps says so on a page that many see",
    file: "server/outward/pages/browse-pages.ts",
    text: "isFavorite: kept.includes(card.hash),",
    without: "isFavorite: false,",
    test: OF_SHARED,
    only: "by whom it concerns",
  },
  {
    promise: "the page of an offer is cut by what its owner has now",
    file: "server/market/listing/shared-offer.ts",
    text: 'seller_units: offer.side === "sell" ? own.sellerUnits : null',
    without: "seller_units: shared.row.seller_units",
    test: OF_SHARED,
    only: "what its owner has now",
  },
  {
    promise: "a listing is kept until something of its market changes",
    file: KEEPING,
    text: 'topics: ["rates", ...markets, ',
    without: 'topics: ["rates", ',
    test: OF_ANSWERS,
    only: "told to the answers",
  },
  {
    promise: "a filtered listing says how many the other side has now",
    file: KEEPING,
    text: 'const sides = isFiltered ? ["buy", "sell"] : [side];',
    without: "const sides = [side];",
    test: OF_ANSWERS,
    only: "told to the answers",
  },
  {
    promise: "what can be taken of an offer at the most follows its owner's balance",
    file: "server/market/offers/jobs.ts",
    text: "await tellOfOwners(tx, owners);",
    without: "",
    test: OF_ANSWERS,
    only: "told to the answers",
  },
  {
    promise: "somebody with an account is not answered what everybody else is",
    file: ANSWERS,
    text: "find: (asked) => (isAlike(asked) ?",
    without: "find: (asked) => (isAlike({ ...asked, viewer: undefined }) ?",
    test: OF_ANSWERS,
    only: "never given to",
  },
  {
    promise: "what somebody with an account is answered is kept for nobody",
    file: ANSWERS,
    text: "if (!isAlike(asked) ||",
    without: "if (!isAlike({ ...asked, viewer: undefined }) ||",
    test: OF_ANSWERS,
    only: "never given to",
  },
  {
    promise: "what calls answer carries the headers of every answer",
    file: "server/platform/http/carried-headers.ts",
    text: "storeHeader.call(this, firstLine + this.prewritten, headers);",
    without: "storeHeader.call(this, firstLine, headers);",
    test: "server/platform/http/headers.test.ts",
    only: "each header once",
  },
  {
    promise: "nobody is recommended an offer that is closed to their country",
    file: "server/market/listing/shared-offer.ts",
    text: " && isOpenTo(offerFrom(row), viewer.countryIso),",
    without: ",",
    test: OF_SHARED,
    only: "closed to their country",
  },
  {
    promise: "the secret end of a page for one reader tells nothing by its length",
    file: "server/platform/http/page-body.ts",
    text: 'return { bytes: gzipOf(parts, end), encoding: "gzip" };',
    without: 'return { bytes: gzipOf([...parts, { text: end }], ""), encoding: "gzip" };',
    test: "server/platform/http/page-body.test.ts",
    only: "comes in what their browser unpacks",
  },
];
