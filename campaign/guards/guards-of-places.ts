/** Countries that the operator has closed, by the address of the caller. */
import type { Guard } from "./guard.ts";

const ADMISSION = "server/platform/http/admission.ts";
const PLACES = "server/platform/http/closed-places.ts";
const TEST = "server/outward/pages/closed-places.test.ts";

export const GUARDS_OF_PLACES: readonly Guard[] = [
  {
    promise: "a visitor from a closed country is shown no market, kept or not",
    file: ADMISSION,
    text: `    if (isClosed && isClosedTo(request, policy, viewer)) throw new Refusal("request.blocked_in_location");\n`,
    without: "",
    test: TEST,
    only: "a page that is kept",
  },
  {
    promise: "whoever is signed in opens no second account from a closed country",
    file: PLACES,
    text: `  return !viewer || request.method !== "GET";`,
    without: "  return !viewer;",
    test: TEST,
    only: "who is signed in there",
  },
  {
    promise: "whoever is signed in starts nothing from a closed country",
    file: ADMISSION,
    text: "viewer && isClosed ? blockedHere(viewer) : viewer",
    without: "viewer",
    test: TEST,
    only: "who is signed in there",
  },
  {
    promise: "where the caller is counts in the transaction that acts",
    file: "server/platform/http/standing.ts",
    text: "withPlace(context.viewer, standing.blocks)",
    without: "standing.blocks",
    test: TEST,
    only: "who is signed in there",
  },
  {
    promise: "no offer is put on the market from a closed country",
    file: "server/people/accounts/blocks.ts",
    text: `"convert", "show_offers"]`,
    without: `"convert"]`,
    test: TEST,
    only: "who is signed in there",
  },
  {
    promise: "sign-in is open from everywhere",
    file: "server/people/auth/http.ts",
    text: `rate: "auth", openEverywhere: true }`,
    without: `rate: "auth" }`,
    test: TEST,
    only: "over HTTP",
  },
  {
    promise: "legal pages are open from everywhere",
    file: "server/outward/pages/browse-pages.ts",
    text: "{ ...OPEN, openEverywhere: true }",
    without: "OPEN",
    test: TEST,
    only: "legal pages",
  },
  {
    promise: "a demo market closes nothing",
    file: PLACES,
    text: "config.demo ? undefined : ",
    without: "",
    test: TEST,
    only: "an address that the file",
  },
];
