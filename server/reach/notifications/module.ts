/** The declaration of this module; server/modules.ts lists all modules. */
import {
  ACCOUNT_CHANGES,
  TRADE_EVENTS,
  TRADE_FILES,
  TRADE_REMINDERS,
  WALLET_EVENTS,
} from "#contract/platform/events.ts";
import { type Module, on } from "../../platform/app-ports.ts";
import { climbJob } from "./channels/climb.ts";
import { routes } from "./http.ts";
import { notifyAccount } from "./sources/account.ts";
import { awaitReaders, notifyUnread, unreadChatJob } from "./sources/chat.ts";
import { notifyOffer } from "./sources/offer.ts";
import { notifyTrade } from "./sources/trade.ts";
import { notifyWallet } from "./sources/wallet.ts";
import { pushJobs } from "./channels/push/push.ts";
import { pushCodeJob } from "./channels/push/codes.ts";
import { reminderJobs } from "./sources/remind.ts";
import { giveUpJob } from "./channels/sending/due.ts";
import { telegramCodeJob } from "./channels/telegram/codes.ts";
import { telegramReadJob, telegramSendJob } from "./channels/telegram/telegram.ts";
import { notifyTest } from "./channels/test-channel.ts";
import { openSealedLine } from "../../people/accounts/index.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "reach/notifications",
  routes,
  jobs: [
    ...[climbJob, giveUpJob, pushCodeJob, telegramCodeJob, telegramReadJob, telegramSendJob, unreadChatJob],
    ...pushJobs,
    ...reminderJobs,
  ],
  subscriptions: [
    on([...TRADE_EVENTS, ...TRADE_REMINDERS, ...TRADE_FILES], notifyTrade),
    on(WALLET_EVENTS, notifyWallet),
    on(ACCOUNT_CHANGES, notifyAccount),
    on(["offer.made_for"], notifyOffer),
    on(["notification.test_asked"], notifyTest),
    on(["chat.posted"], awaitReaders),
    on(["chat.unread"], notifyUnread),
  ],
  ownData: [
    { file: "notifications", lines: "notifications" },
    { file: "channels", lines: "channels", open: openSealedLine },
  ],
  retention: [{ kind: "notifications" }, { kind: "push_devices" }],
  closing: { erases: "erase_user_from_notifications" },
  data: DATA,
};
