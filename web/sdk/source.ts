/** From where this visit came. It is kept for the visit, in the tab, and goes with a registration and the start of a trade. */
import { type Source, sourceOf } from "#contract/people/sources.ts";

/** In `sessionStorage`, once the page is at rest: the registration and the start of a trade send what is there. */
const SOURCE_KEY = "source_id";

/** Of the address of the page, else of an earlier page of the visit. An unknown one is ignored. */
function visitSource(): Source | undefined {
  const said = new URLSearchParams(location.search);
  // A link of the partner program has a code.
  return (
    sourceOf(said.get("sourceId")) ??
    (said.has("referralCode") ? "partner" : sourceOf(sessionStorage.getItem(SOURCE_KEY)))
  );
}

/** The last one counts. */
export function keepSource(): void {
  const source = visitSource();
  if (source) sessionStorage.setItem(SOURCE_KEY, source);
}
