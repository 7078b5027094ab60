/** Where each kind of notification goes unless its reader chose otherwise. The modules declare the kinds: server/notification-kinds.ts. */
import type { AccountChange } from "#contract/platform/events.ts";
import { type Area, type Channel, CHANNELS } from "#contract/reach/notification-channels.ts";
import { ACCOUNT_NOTIFICATIONS, TRADE_NOTIFICATIONS, WALLET_NOTIFICATIONS } from "../../notification-kinds.ts";
import type { AccountKind, NotificationKind, Notifications } from "../../platform/notification-kinds.ts";

/** Special offers: their partner is notified. */
export const OFFER_NOTIFICATIONS = {
  "offer.made_for": "special_offer",
} as const satisfies Record<string, NotificationKind>;

const entriesOf = <Rule>(table: { readonly [Kind in NotificationKind]?: Rule }) =>
  Object.entries(table) as [NotificationKind, Rule][];

export const TRADE_KINDS =
  entriesOf<NonNullable<NonNullable<Notifications["trade"]>[NotificationKind]>>(TRADE_NOTIFICATIONS);
export const WALLET_KINDS =
  entriesOf<NonNullable<NonNullable<Notifications["wallet"]>[NotificationKind]>>(WALLET_NOTIFICATIONS);

const ACCOUNT_RULES: Record<AccountChange, AccountKind> = ACCOUNT_NOTIFICATIONS;
const ACCOUNT_KINDS = Object.values(ACCOUNT_RULES);

/** The notification of a change of an account. */
export const accountKindOf = (change: AccountChange): AccountKind => ACCOUNT_RULES[change];

/** The channels of an event. Fixed ones cannot be turned off, by the reader or by an attacker with their session. */
export type EventSetting = {
  readonly event: NotificationKind;
  readonly area: Area;
  readonly usual: readonly Channel[];
  readonly fixed: readonly Channel[];
};

/** The table of events, in the order of the settings screen. */
export const EVENT_SETTINGS: readonly EventSetting[] = [
  ...TRADE_KINDS.map(([event]) => ({ event, area: "trades", usual: CHANNELS, fixed: [] }) as const),
  ...Object.values(OFFER_NOTIFICATIONS).map(
    (event) => ({ event, area: "trades", usual: CHANNELS, fixed: [] }) as const,
  ),
  // The page has the chat itself.
  { event: "chat_unread", area: "trades", usual: ["email", "telegram", "app"], fixed: [] },
  { event: "direct_message", area: "trades", usual: ["web", "app"], fixed: [] },
  ...WALLET_KINDS.map(([event, { isMinor, isFixed }]) => {
    const usual = isMinor ? (["web", "app"] as const) : CHANNELS;
    const fixed = isFixed ? (["web", "email"] as const) : [];
    return { event, area: "wallet", usual, fixed } as const;
  }),
  ...ACCOUNT_KINDS.map(({ kind, isOfStanding }) =>
    isOfStanding
      ? ({ event: kind, area: "trades", usual: CHANNELS, fixed: [] } as const)
      : ({ event: kind, area: "security", usual: CHANNELS, fixed: ["web", "email"] } as const),
  ),
];

const WAITS_FOR_READER: ReadonlySet<NotificationKind> = new Set([
  ...TRADE_KINDS.flatMap(([kind, { waitsForReader: waits }]) => (waits ? [kind] : [])),
  "direct_message" as const,
]);
export const waitsForReader = (kind: NotificationKind) => WAITS_FOR_READER.has(kind);

const BY_KIND = new Map<NotificationKind, EventSetting>(EVENT_SETTINGS.map((setting) => [setting.event, setting]));

/** Notifications for staff only. */
export const OF_STAFF: ReadonlySet<NotificationKind> = new Set(
  ACCOUNT_KINDS.flatMap(({ kind, isForStaff }) => (isForStaff ? [kind] : [])),
);

/** A dispute that ends with a division is set with the other endings; a test has no setting. */
export function settingOf(kind: NotificationKind): EventSetting | undefined {
  return BY_KIND.get(kind === "dispute_divided" ? "dispute_decided" : kind);
}
