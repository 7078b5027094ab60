/**
 * THE MAP: every module, in the order of who may know whom. A module imports only modules that stand before it, and
 * only their front doors; tidy.test.ts reads this order.
 */
import {
  ACCOUNT_CHANGES,
  LEVEL_CHANGES,
  TRADE_EVENTS,
  TRADE_FILES,
  TRADE_REMINDERS,
  TRADE_NEWS,
  TRADE_STEPS,
  WALLET_EVENTS,
} from "#contract/platform/events.ts";
import { type Module, on } from "./platform/app-ports.ts";
import { forgetOldErrors } from "./platform/errors/error-rows.ts";
import { forgetChanges } from "./platform/events/changes.ts";
import { partsJob } from "./platform/postgres/time-parts.ts";
import { jobs as demoJobs, routes as demoRoutes } from "./demo/index.ts";
import { jobs as rateJobs, liveRates, routes as rateRoutes } from "./money/rates/index.ts";
import { routes as accountRoutes } from "./people/accounts/index.ts";
import {
  forgetOldActivity,
  forgetOldFailures,
  routes as authRoutes,
  sendResetLinks,
  tellUnfinishedSignIns,
} from "./people/auth/index.ts";
import { forgetEndedKeys, routes as apiKeyRoutes } from "./people/api-keys/index.ts";
import {
  factorCodeJob,
  forgetPhoneCodes,
  nameLines,
  phoneCodeJob,
  routes as phoneRoutes,
} from "./people/phones/index.ts";
import { routes as emailChangeRoutes, sendUndoLinks, tellTakenAway } from "./people/email-change/index.ts";
import {
  askProvidersJob,
  forgetAttempts,
  nameProvidersJob,
  routes as socialRoutes,
} from "./people/social-accounts/index.ts";
import { routes as contactRoutes } from "./people/contacts/index.ts";
import { routes as giftCardRoutes } from "./market/gift-cards/index.ts";
import { routes as paymentAccountRoutes } from "./market/payment-accounts/index.ts";
import { pushPosted, pushRead, pushStepsToModerators, routes as chatRoutes } from "./market/chat/index.ts";
import { routes as attachmentRoutes } from "./market/attachments/index.ts";
import { closeSettled, routes as disputeRoutes } from "./market/disputes/index.ts";
import { pushFeedback, routes as feedbackRoutes } from "./market/feedback/index.ts";
import { followLevel, followFlag, followRestriction, followSetting, jobs as offerJobs } from "./market/offers/index.ts";
import { routes as listingRoutes } from "./market/listing/index.ts";
import { routes as moderationRoutes } from "./market/moderation/index.ts";
import { routes as myOfferRoutes } from "./market/my-offers/index.ts";
import { jobs as custodyJobs } from "./money/custody/index.ts";
import {
  jobs as tradeJobs,
  followFigures,
  moveDeadlines,
  pushTrade,
  routes as tradeRoutes,
  updateOffers,
} from "./market/trades/index.ts";
import { makeExports, routes as ownDataRoutes } from "./outward/own-data/index.ts";
import { closeDue, routes as closingRoutes } from "./outward/closing/index.ts";
import {
  awaitReaders,
  climbJob,
  notifyAccount,
  notifyOffer,
  notifyTest,
  notifyTrade,
  notifyUnread,
  notifyWallet,
  giveUpJob,
  pushCodeJob,
  pushJobs,
  reminderJobs,
  routes as notificationRoutes,
  telegramReadJob,
  telegramSendJob,
  unreadChatJob,
} from "./outward/notifications/index.ts";
import { routes as levelRoutes } from "./outward/levels/index.ts";
import {
  askProvider,
  providerTokenJob,
  endExpired,
  eraseDocuments,
  routes as verificationRoutes,
  screenAgain,
} from "./outward/verification/index.ts";
import { endOldRecoveries, openDue, routes as recoveryRoutes, tellRecovery } from "./outward/recovery/index.ts";
import { eraseOld } from "./outward/retention/index.ts";
import { routes as messengerRoutes } from "./outward/messenger/index.ts";
import { routes as profileRoutes } from "./outward/profiles/index.ts";
import { pushAccount } from "./outward/pages/index.ts";
import { gauges as staffGauges, jobs as staffJobs, routes as staffRoutes } from "./outward/staff/index.ts";
import { emptySentMails, mailJob } from "./platform/mail/mail.ts";
import { routes as catalogRoutes } from "./reference/catalog/index.ts";
import {
  jobs as walletJobs,
  routes as walletRoutes,
  subscriptions as walletSubscriptions,
} from "./products/wallet/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const platform: Module = {
  name: "platform",
  jobs: [
    mailJob,
    partsJob,
    { name: "forget-page-changes", everyMs: MINUTE, run: ({ db }) => db.tx(forgetChanges) },
    {
      name: "forget-old-platform-rows",
      everyMs: HOUR,
      run: ({ db }) =>
        db.tx(async (tx) => {
          await forgetOldErrors(tx);
          await emptySentMails(tx);
        }),
    },
  ],
};

export const MODULES: readonly Module[] = [
  platform,
  { name: "reference/settings" },
  { name: "reference/flags" },
  { name: "reference/catalog", routes: catalogRoutes },
  { name: "money/rates", routes: rateRoutes, jobs: rateJobs, liveStates: liveRates },
  { name: "money/ledger" },
  { name: "money/custody", jobs: custodyJobs },
  { name: "people/accounts", routes: accountRoutes },
  { name: "people/reputation" },
  {
    name: "people/auth",
    routes: authRoutes,
    subscriptions: [on(["account.password_forgotten"], sendResetLinks)],
    jobs: [
      { name: "tell-unfinished-sign-ins", everyMs: MINUTE, run: ({ db }) => tellUnfinishedSignIns(db) },
      { name: "forget-old-failures", everyMs: HOUR, run: ({ db }) => forgetOldFailures(db) },
      { name: "forget-old-activity", everyMs: HOUR, run: ({ db }) => forgetOldActivity(db) },
    ],
  },
  {
    name: "people/api-keys",
    routes: apiKeyRoutes,
    jobs: [{ name: "forget-ended-keys", everyMs: HOUR, run: ({ db }) => forgetEndedKeys(db) }],
  },
  {
    name: "people/phones",
    routes: phoneRoutes,
    jobs: [
      factorCodeJob,
      phoneCodeJob,
      { name: "name-phone-lines", everyMs: 5000, run: nameLines },
      { name: "forget-phone-codes", everyMs: HOUR, run: forgetPhoneCodes },
    ],
  },
  {
    name: "people/email-change",
    routes: emailChangeRoutes,
    subscriptions: [on(["account.email_changed"], sendUndoLinks), on(["account.email_restored"], tellTakenAway)],
  },
  {
    name: "people/social-accounts",
    routes: socialRoutes,
    jobs: [nameProvidersJob, askProvidersJob, { name: "forget-social-attempts", everyMs: HOUR, run: forgetAttempts }],
  },
  { name: "people/contacts", routes: contactRoutes },
  { name: "market/payment-accounts", routes: paymentAccountRoutes },
  { name: "market/bonds" },
  {
    name: "market/chat",
    routes: chatRoutes,
    subscriptions: [
      on(["chat.posted"], pushPosted),
      on(TRADE_STEPS, pushStepsToModerators),
      on(["chat.read"], pushRead),
    ],
  },
  { name: "market/gift-cards", routes: giftCardRoutes },
  {
    name: "market/offers",
    jobs: offerJobs,
    subscriptions: [
      on(["setting.changed"], followSetting, { isLast: true }),
      on(["flag.changed"], followFlag),
      on(
        ["account.restricted", "account.restriction_lifted", "account.role_granted", "account.role_revoked"],
        followRestriction,
      ),
      on(LEVEL_CHANGES, followLevel),
    ],
  },
  { name: "market/listing", routes: listingRoutes },
  { name: "market/moderation", routes: moderationRoutes },
  { name: "market/my-offers", routes: myOfferRoutes },
  {
    name: "market/trades",
    routes: tradeRoutes,
    jobs: tradeJobs,
    subscriptions: [
      on(TRADE_NEWS, pushTrade),
      on(TRADE_EVENTS, followFigures, { isLast: true }),
      on(TRADE_EVENTS, updateOffers, { isLast: true }),
    ],
    afterOutage: moveDeadlines,
  },
  { name: "market/attachments", routes: attachmentRoutes },
  {
    name: "market/disputes",
    routes: disputeRoutes,
    subscriptions: [on(["trade.release", "trade.cancel"], closeSettled, { isLast: true })],
  },
  {
    name: "market/feedback",
    routes: feedbackRoutes,
    subscriptions: [on(["feedback.given", "feedback.replied"], pushFeedback)],
  },
  { name: "products/wallet", routes: walletRoutes, jobs: walletJobs, subscriptions: walletSubscriptions },
  {
    name: "outward/notifications",
    routes: notificationRoutes,
    jobs: [
      ...[climbJob, giveUpJob, pushCodeJob, telegramReadJob, telegramSendJob, unreadChatJob],
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
  },
  {
    name: "outward/verification",
    routes: verificationRoutes,
    jobs: [
      { name: "end-expired-documents", everyMs: HOUR, run: endExpired },
      { name: "erase-documents", everyMs: HOUR, run: eraseDocuments },
      { name: "screen-again", everyMs: MINUTE, run: screenAgain },
      { name: "ask-document-provider", everyMs: 10_000, run: askProvider },
      providerTokenJob,
    ],
  },
  {
    name: "outward/recovery",
    routes: recoveryRoutes,
    subscriptions: [on(["recovery.changed"], tellRecovery)],
    jobs: [
      { name: "open-recoveries", everyMs: MINUTE, run: openDue },
      { name: "end-old-recoveries", everyMs: HOUR, run: endOldRecoveries },
    ],
  },
  { name: "outward/levels", routes: levelRoutes },
  {
    name: "outward/own-data",
    routes: ownDataRoutes,
    jobs: [{ name: "make-data-exports", everyMs: 10_000, run: makeExports }],
  },
  {
    name: "outward/closing",
    routes: closingRoutes,
    jobs: [{ name: "close-due-accounts", everyMs: 10 * MINUTE, run: closeDue }],
  },
  { name: "outward/retention", jobs: [{ name: "erase-by-age", everyMs: HOUR, run: eraseOld }] },
  { name: "outward/messenger", routes: messengerRoutes },
  { name: "outward/profiles", routes: profileRoutes },
  { name: "outward/staff", routes: staffRoutes, jobs: staffJobs, gauges: staffGauges },
  {
    name: "outward/pages",
    subscriptions: [on(["account.restricted", "account.restriction_lifted", ...LEVEL_CHANGES], pushAccount)],
  },
  { name: "demo", routes: demoRoutes, jobs: demoJobs },
];

/** Every route of every module. */
export const ROUTED = MODULES.flatMap((module) => module.routes ?? []);

/** Every family of public channels. */
export const LIVE_STATES = MODULES.flatMap(({ liveStates }) => liveStates ?? []);

/** Every figure for the metrics that a module reads from the database. */
export const GAUGES = MODULES.flatMap(({ gauges }) => gauges ?? []);
