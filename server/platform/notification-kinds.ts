/** What a module declares in its `notifications.ts`; texts are in web/i18n/notifications, under the name of the kind. */
import type { AccountChange, TradeEvent, TradeFile, TradeReminder, WalletEvent } from "#contract/platform/events.ts";
import type { Namespaces } from "#i18n/namespaces.ts";
import type { JOURNAL_SIDES } from "#contract/staff/names.ts";
import type { PaymentStatus } from "#contract/products/wallet/wallet.ts";

type Texts = Namespaces["notifications"];
export type NotificationKind = keyof Texts["title"];
export type MailFact = keyof Texts["facts"];

/** other: the side that did not do it. owner: of the offer that was taken. seller: whatever they have to do with it. */
export type TradeNotification = {
  readonly on: TradeEvent | TradeReminder | TradeFile;
  readonly to: "other" | "owner" | "seller";
};

/** Of a trade. `waitsForReader`: if it stays unopened for some minutes, it is sent by the next channel. */
type TradeKind = { readonly from: readonly TradeNotification[]; readonly waitsForReader?: true };

type WalletKind = {
  readonly on: WalletEvent;
  /** Where it leads; to the wallet without one. */
  readonly link?: string;
  /** The status of its events is shown as the reason. */
  readonly hasReason?: true;
  readonly status?: PaymentStatus | (typeof JOURNAL_SIDES)[number];
  /** In the page and the app alone unless its reader wants more. */
  readonly isMinor?: true;
  /** In the page and by email whatever its reader chooses: a thief with their session could send out and hide it. */
  readonly isFixed?: true;
};

export type AccountKind = {
  readonly kind: NotificationKind;
  /** The text that names the detail in the email. */
  readonly fact: MailFact;
  readonly link: string;
  /** News that a thief with the session gains nothing by hiding: its reader chooses every channel. */
  readonly isOfStanding?: true;
  /** For staff only. */
  readonly isForStaff?: true;
};

export type Notifications = {
  readonly trade?: { readonly [Kind in NotificationKind]?: TradeKind };
  readonly wallet?: { readonly [Kind in NotificationKind]?: WalletKind };
  readonly account?: { readonly [Change in AccountChange]?: AccountKind };
};
