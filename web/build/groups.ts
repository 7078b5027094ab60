/**
 * Which modules go together into one file. A page loads three at most: what all pages share, then `work` where its screen
 * asks the server or has forms, and its screen. Many small files pack worse, each comes with headers of its own, and a
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
  "web/apps/marketplace/offer-row/offer-row.tsx",
  ...["below", "card", "countdown", "empty-state", "segments"].map((name) => `web/ui/${name}.tsx`),
  "web/ui/pictures/coin.tsx",
];

const OF_WORK = [
  "web/apps/account/sign-in/leave-to.ts",
  "web/apps/account/sign-in/go-to-provider.ts",
  "web/apps/staff/console/queue/move-by-arrows.ts",
  // Shared by all screens of the staff.
  "web/apps/staff/console/console-nav.tsx",
  ...["queue-cards.tsx", "queue-filters.tsx", "queue-pager.tsx", "use-queue.ts"].map(
    (name) => `web/apps/staff/console/queue/${name}`,
  ),
  ...[
    "card-check",
    "case-reason",
    "contact-support",
    "divide-field",
    "hold-notice",
    "message-button",
    "message-composer",
    "own-bank-account",
    "proof-field",
    "wallet-blocks",
  ].map((name) => `web/widgets/${name}.tsx`),
  "web/sdk/words/local-time.tsx",
  ...["number-input", "numbers-input"].map((name) => `web/sdk/${name}.tsx`),
  ...["award-call", "restriction-words"].map((name) => `web/widgets/${name}.ts`),
  "web/sdk/focus-by-slash.ts",
  ...["late-texts", "place-text"].map((name) => `web/sdk/words/${name}.ts`),
  ...["queries", "upload-file", "use-proof"].map((name) => `web/sdk/calls/${name}.ts`),
  ...["use-action", "use-toggle"].map((name) => `web/sdk/state/${name}.ts`),
  "web/sdk/live/use-live.ts",
  ...["alert", "copy-button", "fact-rows"].map((name) => `web/ui/${name}.tsx`),
  ...["checkbox", "code-input", "field", "form", "input"].map((name) => `web/ui/forms/${name}.tsx`),
  "web/ui/dialogs/dialog.tsx",
  ...["line-chart", "qr"].map((name) => `web/ui/pictures/${name}.tsx`),
  ...["pager", "table"].map((name) => `web/ui/${name}.tsx`),
  ...["picker-button", "picker-dialog", "radio-cards", "stepper"].map((name) => `web/ui/forms/${name}.tsx`),
  "contract/compliance/restriction-names.ts",
  ...["award-reasons", "case-names", "chargeback-names", "dispute-reasons", "evidence-names"].map(
    (name) => `contract/market/disputes/${name}.ts`,
  ),
  ...["listing-address", "offer-fields", "moderation-names", "payment-place", "requirement-names"].map(
    (name) => `contract/market/offers/${name}.ts`,
  ),
  ...["active-trade", "gift-card-names", "payment-account-names", "start-limits", "trade-statuses"].map(
    (name) => `contract/market/trades/${name}.ts`,
  ),
  ...["recovery-names", "verification-names"].map((name) => `contract/compliance/${name}.ts`),
  "contract/money/metals.ts",
  ...["name-visibility", "question-names"].map((name) => `contract/people/${name}.ts`),
  "contract/platform/live-channels.ts",
  ...["notification-channels", "messenger-names", "support-names"].map((name) => `contract/reach/${name}.ts`),
  "contract/reference/bank-reference-names.ts",
  "contract/staff/staff-names.ts",
];

/** Screens of one folder share more with each other than with the rest: they are one file. */
const OF_FOLDERS = [...Map.groupBy(allScreenFiles(), dirname)].filter(([, files]) => files.length > 1);

export const GROUPS = [
  { name: "page", priority: 3, test: isAmong(OF_EVERY_PAGE, /\0parley:react|node_modules[/\\]react(?:-dom)?[/\\]/) },
  { name: "work", priority: 2, test: isAmong(OF_WORK) },
  ...OF_FOLDERS.map(([folder, files]) => ({
    name: relative(join(WEB, "apps"), folder).replaceAll(/[/\\]/g, "-"),
    priority: 1,
    test: isAmong(files.map((file) => relative(dirname(WEB), file))),
  })),
];

function isAmong(files: readonly string[], others?: RegExp): (id: string) => boolean {
  const named = new Set(files.map((file) => `${dirname(WEB)}/${file}`.replaceAll("\\", "/")));
  return (id) => named.has(id.replaceAll("\\", "/")) || others?.test(id) === true;
}
