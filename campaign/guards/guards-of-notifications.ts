// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** What is promised of notifications: who is told, where, and what a link from outside can do. */
import type { Guard } from "./guard.ts";

const OF_NOTIFICATIONS = "server/outward/notifications";
const CHOICES = `${OF_NOTIFICATIONS}/choices.test.ts`;

export const GUARDS_OF_NOTIFICATIONS: readonly Guard[] = [
  {
    promise: "security events reach page and email whatever the settings say",
    file: `${OF_NOTIFICATIONS}/send-notification.ts`,
    text: "...setting.fixed, ",
    without: "",
    test: CHOICES,
    only: "a security event reaches",
  },
  {
    promise: "nobody is emailed at an address that may be a stranger's",
    file: `${OF_NOTIFICATIONS}/send-notification.ts`,
    text: " || !user.email_confirmed_at",
    without: "",
    test: CHOICES,
    only: "an email to an address that nobody confirmed",
  },
  {
    promise: "a link that stops emails is one that we signed",
    file: `${OF_NOTIFICATIONS}/stop-emails.ts`,
    text: " || !isSigned(mark, { text: `${externalId}.${area}`, purpose: PURPOSE })",
    without: "",
    test: CHOICES,
    only: "one press in a mail program",
  },
  {
    promise: "an email leads nowhere but to this market",
    file: "server/platform/mail-html.ts",
    text: "    if (!(address === origin || address.startsWith(`${origin}/`))) continue;\n",
    without: "",
    test: "server/platform/mail-html.test.ts",
  },
  {
    promise: "what somebody wrote is no HTML in an email",
    file: "server/platform/mail-html.ts",
    text: "ENTITIES[letter] ?? letter",
    without: "letter",
    test: "server/platform/mail-html.test.ts",
  },
];
