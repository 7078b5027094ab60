/**
 * Which modules go together into one file. A page loads four at most: what all pages share, then `work` where its screen
 * asks the server or has forms, `own` where it is about somebody's account or trade, and its screen. Many small files pack worse, each comes with headers of its own, and a
 * browser asks for six at a time. A module that is named takes along all that it imports.
 */
import { dirname, join, relative } from "node:path";
import { allScreenFiles } from "./app-files.ts";
import { WEB } from "./place.ts";

/** The file that holds the shell. */
export const SHELL_SOURCE = "web/shell/main.ts";

const OF_EVERY_PAGE = [
  SHELL_SOURCE,
  "web/sdk/embedded-app.tsx",
  "web/sdk/state/use-now.ts",
  "web/apps/layout/header/header-screen.tsx",
  "web/apps/marketplace/offer-row/offer-rows.tsx",
  ...["below", "card", "segments"].map((name) => `web/ui/${name}.tsx`),
  "web/ui/pictures/coin.tsx",
];

const OF_WORK = [
  "web/widgets/message-button.tsx",
  "web/widgets/proof-names.ts",
  "web/sdk/words/local-time.tsx",
  ...["late", "number-input"].map((name) => `web/sdk/${name}.tsx`),
  "web/sdk/focus-by-slash.ts",
  ...["country-name", "late-texts", "place-text"].map((name) => `web/sdk/words/${name}.ts`),
  ...["queries", "upload-file"].map((name) => `web/sdk/calls/${name}.ts`),
  ...["use-action", "use-toggle"].map((name) => `web/sdk/state/${name}.ts`),
  "web/sdk/live/use-live.ts",
  ...["alert", "copy-button", "countdown", "fact-rows"].map((name) => `web/ui/${name}.tsx`),
  ...["checkbox", "field", "form", "input"].map((name) => `web/ui/forms/${name}.tsx`),
  "web/ui/dialogs/dialog.tsx",
  ...["chip", "empty-state", "numbered-steps", "pager", "rows", "stat", "table", "user-chip"].map(
    (name) => `web/ui/${name}.tsx`,
  ),
  ...["picker/button", "picker/dialog", "radio-cards", "stepper"].map((name) => `web/ui/forms/${name}.tsx`),
  ...["listing/address", "offer-fields", "moderation-names", "payment-place", "requirement-names"].map(
    (name) => `contract/market/offers/${name}.ts`,
  ),
  ...["active-trade", "gift-card-names", "payment/account-names", "start-limits", "trade/statuses"].map(
    (name) => `contract/market/trades/${name}.ts`,
  ),
  "contract/compliance/ways-out.ts",
  "contract/money/metals.ts",
  "contract/platform/live-channels.ts",
  "contract/reference/bank-reference-names.ts",
];

const OF_OWN = [
  "web/apps/account/sign-in/leave-to.ts",
  ...["auth-card.tsx", "go-to-provider.ts", "kept-person.ts"].map((name) => `web/apps/account/sign-in/${name}`),
  ...[
    "contact-support",
    "hold-notice",
    "message-composer",
    "price-valid",
    "proof-field",
    "ticket-files",
    "wallet-blocks",
  ].map((name) => `web/widgets/${name}.tsx`),
  "web/widgets/restriction-words.ts",
  "web/sdk/words/device-text.ts",
  "web/sdk/calls/use-proof.ts",
  "web/sdk/state/use-hidden-balance.ts",
  ...["settings-frame", "settings-card", "api-places"].map((name) => `web/apps/account/settings/${name}.tsx`),
  ...["meter", "side-links", "skeleton"].map((name) => `web/ui/${name}.tsx`),
  "web/apps/account/verification/limit-bars.tsx",
  ...["line-chart", "qr"].map((name) => `web/ui/pictures/${name}.tsx`),
  ...["code-input", "fold-on-phone"].map((name) => `web/ui/forms/${name}.tsx`),
  ...["recovery/names", "restriction-names", "verification/names"].map((name) => `contract/compliance/${name}.ts`),
  ...["award-reasons", "case-names", "chargeback-names", "reasons", "evidence-names"].map(
    (name) => `contract/market/disputes/${name}.ts`,
  ),
  "contract/platform/language-names.ts",
  ...["name-visibility", "sign-in/question-names"].map((name) => `contract/people/${name}.ts`),
  ...["ambassador-names", "notification-channels", "messenger/names", "support/names"].map(
    (name) => `contract/reach/${name}.ts`,
  ),
];

/** Screens of one folder share more with each other than with the rest: they are one file. So are all screens of the staff. */
const OF_FOLDERS = [
  ...Map.groupBy(allScreenFiles(), (file) => (isOfStaff(file) ? join(WEB, "apps", "staff") : dirname(file))),
].filter(([, files]) => files.length > 1);

/** A screen with the words of its product, which the screen's calls load later as well. */
const OF_SCREENS = {
  hedging: ["web/apps/hedging/hedging-screen.tsx", "contract/products/hedging/names.ts"],
};

function isOfStaff(file: string): boolean {
  return file.startsWith(join(WEB, "apps", "staff"));
}

export const GROUPS = [
  { name: "page", priority: 4, test: isAmong(OF_EVERY_PAGE, /\0parley:react|node_modules[/\\]react(?:-dom)?[/\\]/) },
  { name: "work", priority: 3, test: isAmong(OF_WORK) },
  { name: "own", priority: 2, test: isAmong(OF_OWN) },
  ...OF_FOLDERS.map(([folder, files]) => ({
    name: relative(join(WEB, "apps"), folder).replaceAll(/[/\\]/g, "-"),
    priority: 1,
    test: isAmong(files.map((file) => relative(dirname(WEB), file))),
  })),
  ...Object.entries(OF_SCREENS).map(([name, files]) => ({ name, priority: 1, test: isAmong(files) })),
];

function isAmong(files: readonly string[], others?: RegExp): (id: string) => boolean {
  const named = new Set(files.map((file) => `${dirname(WEB)}/${file}`.replaceAll("\\", "/")));
  return (id) => named.has(id.replaceAll("\\", "/")) || others?.test(id) === true;
}
