// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** What is promised of notifications: who is told, where, and what a link from outside can do. */
import type { Guard } from "./guard.ts";

const OF_NOTIFICATIONS = "server/outward/notifications";
const CHOICES = `${OF_NOTIFICATIONS}/choices.test.ts`;
const PUSH = `${OF_NOTIFICATIONS}/push.test.ts`;
const TELEGRAM = `${OF_NOTIFICATIONS}/telegram.test.ts`;
const PUSH_SERVICE = "server/platform/outside/push-service.ts";

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
  {
    promise: "nothing is pushed to a browser whose session has ended",
    file: `${OF_NOTIFICATIONS}/send-rows.ts`,
    text: "    left join sessions on sessions.id = push_devices.session_id and sessions.ended_at is null",
    without: "    left join sessions on sessions.id = push_devices.session_id",
    test: PUSH,
    only: "nothing goes to a browser",
  },
  {
    promise: "nobody ends the notifications of somebody else's browser",
    file: `${OF_NOTIFICATIONS}/device-rows.ts`,
    text: "    where endpoint_hash = ${hashOf(endpoint)} and user_id = ${userId}`;",
    without: "    where endpoint_hash = ${hashOf(endpoint)}`;",
    test: PUSH,
    only: "nothing goes to a browser",
  },
  {
    promise: "a browser that is gone is forgotten",
    file: `${OF_NOTIFICATIONS}/push.ts`,
    text: '  return outcome.outcome === "gone" ? { end, goneDevice: device } : { end };',
    without: "  return { end };",
    test: PUSH,
    only: "a push service that is away",
  },
  {
    promise: "a receipt is for the notification that it came with",
    file: `${OF_NOTIFICATIONS}/receipts.ts`,
    text: " || !isSigned(mark, { text: id, purpose: RECEIPT })",
    without: "",
    test: PUSH,
    only: "a browser decrypts what happened",
  },
  {
    promise: "an address of a network of ours is not asked when a browser writes it",
    file: PUSH_SERVICE,
    text: " || (isIP(bare) && !isPublicAddress(bare))",
    without: "",
    test: PUSH,
    only: "an address that is not of the internet",
  },
  {
    promise: "a push goes over HTTPS",
    file: PUSH_SERVICE,
    text: '  if (protocol !== "https:") return "not HTTPS";\n',
    without: "",
    test: PUSH,
    only: "an address that is not of the internet",
  },
  {
    promise: "an address of a network of ours is not asked when a name leads there",
    file: PUSH_SERVICE,
    text: "      if (hidden || !first)",
    without: "      if (!first)",
    test: PUSH,
    only: "an address that is not of the internet",
  },
  {
    promise: "a code for Telegram ends",
    file: `${OF_NOTIFICATIONS}/telegram-rows.ts`,
    text: "  return row?.is_valid ? row.user_id : undefined;",
    without: "  return row?.user_id;",
    test: TELEGRAM,
    only: "a code ends after a quarter of an hour",
  },
  {
    promise: "a group is nobody's chat",
    file: `${OF_NOTIFICATIONS}/telegram.ts`,
    text: "if (message.isPrivate) said.push",
    without: "said.push",
    test: TELEGRAM,
    only: "a code ends after a quarter of an hour",
  },
  {
    promise: "who blocked the bot is forgotten",
    file: `${OF_NOTIFICATIONS}/telegram.ts`,
    text: '  return outcome.outcome === "gone" ? { end, goneChat: chatId } : { end };',
    without: "  return { end };",
    test: TELEGRAM,
    only: "it ends when its owner says stop",
  },
  {
    promise: "a test goes by one channel",
    file: `${OF_NOTIFICATIONS}/send-notification.ts`,
    text: '  if (only || !setting) return [only ?? "web"];',
    without: '  if (!setting) return only ? ["web", "email", "telegram", "app"] : ["web"];',
    test: `${OF_NOTIFICATIONS}/deliveries.test.ts`,
    only: "a test goes by its channel alone",
  },
];
