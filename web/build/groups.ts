/**
 * Which modules go together into one file. A page loads three at most: what all pages share, then `work` where its screen
 * asks the server or has forms, and its screen. Many small files pack worse, each comes with headers of its own, and a
 * browser asks for six at a time. A module that is named takes along all that it imports.
 */
import { dirname } from "node:path";
import { WEB } from "./place.ts";

/** The file that holds the shell. */
export const SHELL_SOURCE = "web/shell/main.ts";

const OF_EVERY_PAGE = [
  SHELL_SOURCE,
  "web/sdk/embedded-app.tsx",
  "web/sdk/state/use-now.ts",
  "web/apps/layout/header/header.tsx",
  "web/apps/marketplace/offer-row/offer-row.tsx",
  ...["below", "card", "countdown", "empty-state", "segments"].map((name) => `web/ui/${name}.tsx`),
  "web/ui/pictures/coin.tsx",
];

const OF_WORK = [
  "web/apps/layout/auth/leave-to.ts",
  "web/apps/layout/auth/go-to-provider.ts",
  "web/apps/layout/console/queue/move-by-arrows.ts",
  // Shared by all screens of the staff.
  "web/apps/layout/console/console-nav.tsx",
  ...["queue-cards.tsx", "queue-filters.tsx", "queue-pager.tsx", "use-queue.ts"].map(
    (name) => `web/apps/layout/console/queue/${name}`,
  ),
  ...[
    "card-check",
    "case-reason",
    "divide-field",
    "hold-notice",
    "own-bank-account",
    "proof-field",
    "wallet-blocks",
  ].map((name) => `web/widgets/${name}.tsx`),
  "web/sdk/words/local-time.tsx",
  ...["number-input", "numbers-input"].map((name) => `web/sdk/${name}.tsx`),
  "web/widgets/award-call.ts",
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
  "contract/money/metals.ts",
  ...["name-visibility", "question-names"].map((name) => `contract/people/${name}.ts`),
  "contract/platform/live-channels.ts",
  ...["notification-channels", "messenger-names"].map((name) => `contract/reach/${name}.ts`),
  "contract/reference/bank-reference-names.ts",
  "contract/staff/staff-names.ts",
];

/** Screens that share more with each other than with the rest. */
const OF_SIGN_IN = [
  ...[
    "login-screen",
    "register-screen",
    "social-return-screen",
    "forgot-screen",
    "reset-screen",
    "verify-email-screen",
  ].map((name) => `web/apps/layout/auth/${name}.tsx`),
  // A new password, and the link that stops one.
  ...["finish-screen", "stop-screen"].map((name) => `web/apps/layout/recovery/${name}.tsx`),
];
const OF_DASHBOARD = ["dashboard-screen", "trades-screen"].map((name) => `web/apps/layout/dashboard/${name}.tsx`);
const OF_WALLET = ["wallet-screen", "cancel-transfer-screen"].map((name) => `web/apps/layout/wallet/${name}.tsx`);
const OF_RESTRICTIONS = ["queue-screen", "own-screen"].map((name) => `web/apps/layout/restrictions/${name}.tsx`);
const OF_VERIFICATION = [
  ...["own-screen", "company-screen", "level-screen", "program-screen", "review-screen"].map(
    (name) => `web/apps/layout/verification/${name}.tsx`,
  ),
  // Pictures are taken and compared there as well.
  ...["ask-screen", "queue-screen"].map((name) => `web/apps/layout/recovery/${name}.tsx`),
];
const OF_CONSOLE = [
  "web/apps/layout/staff/desk-screen.tsx",
  ...["settings-screen", "flags-screen"].map((name) => `web/apps/layout/console/settings/${name}.tsx`),
  ...["announcements-screen", "errors-screen"].map((name) => `web/apps/layout/console/${name}.tsx`),
  "web/apps/layout/console/ledger/ledger-screen.tsx",
  "web/apps/layout/console/audit/audit-screen.tsx",
  "web/apps/layout/console/held/held-screen.tsx",
];

export const GROUPS = [
  { name: "page", priority: 3, test: isAmong(OF_EVERY_PAGE, /\0parley:react|node_modules[/\\]react(?:-dom)?[/\\]/) },
  { name: "work", priority: 2, test: isAmong(OF_WORK) },
  { name: "sign-in", priority: 1, test: isAmong(OF_SIGN_IN) },
  { name: "dashboard", priority: 1, test: isAmong(OF_DASHBOARD) },
  { name: "wallet", priority: 1, test: isAmong(OF_WALLET) },
  { name: "restrictions", priority: 1, test: isAmong(OF_RESTRICTIONS) },
  { name: "verification", priority: 1, test: isAmong(OF_VERIFICATION) },
  { name: "console", priority: 1, test: isAmong(OF_CONSOLE) },
];

function isAmong(files: readonly string[], others?: RegExp): (id: string) => boolean {
  const named = new Set(files.map((file) => `${dirname(WEB)}/${file}`));
  return (id) => named.has(id.replaceAll("\\", "/")) || others?.test(id) === true;
}
