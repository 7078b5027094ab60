/** Every page of the site by name. A page of islands only is a few lines; pages of text are in static/. */
import { listingTitle } from "../apps/marketplace/listing/listing-title.ts";
import { offerTitle } from "../apps/marketplace/offer/offer-title.ts";
import { Island } from "./island.tsx";
import type { PageTable } from "./page.ts";
import { ErrorPage } from "./error-page.tsx";
import { TradeClosed } from "./trade-closed.tsx";
import { HomePage } from "./home/home-page.tsx";
import { AboutPage } from "./static/about.tsx";
import { FeesPage } from "./static/fees.tsx";
import { PrivacyPage } from "./static/privacy.tsx";
import { RulebookPage } from "./static/rulebook.tsx";
import { TermsPage } from "./static/terms.tsx";

export const PAGES: PageTable = {
  home: {
    title: (_, { t }) => t("pages.home.title"),
    description: (_, { t }) => t("home.lead"),
    body: (props, setting) => <HomePage {...props} setting={setting} />,
  },
  listing: {
    title: ({ state, methodName }, { t }) => listingTitle({ ...state, method: methodName }, t),
    description: ({ state: { side, isOfGiftCards } }, { t }) =>
      t(`listing.lead_${side}${isOfGiftCards ? "_cards" : ""}` as const),
    active: ({ state }) => state.side,
    body: (props) => <Island app="marketplace" route="listing" props={props} />,
  },
  offer: {
    title: ({ offer }, { t }) => offerTitle(offer, t),
    active: ({ offer }) => (offer.isSell ? "buy" : "sell"),
    body: (props) => <Island app="marketplace" route="offer" props={props} />,
  },
  trade: {
    title: ({ trade }, { t }) => `${t("trade.page_title")} ${trade.tradeHash}`,
    isPrivate: true,
    active: () => "trades",
    body: (props) => <Island app="marketplace" route="trade" props={props} />,
  },
  receipt: {
    title: (_, { t }) => t("trade.receipt"),
    isPrivate: true,
    body: (props) => <Island app="marketplace" route="receipt" props={props} />,
  },
  wallet: {
    title: (_, { t }) => t("wallet.title"),
    isPrivate: true,
    active: () => "wallet",
    body: (props) => <Island app="layout" route="wallet" props={props} />,
  },
  "cancel-transfer": {
    title: (_, { t }) => t("wallet.cancel.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="cancel-transfer" props={props} />,
  },
  "stop-emails": {
    title: (_, { t }) => t("account.stop.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="stop-emails" props={props} />,
  },
  "undo-email": {
    title: (_, { t }) => t("account.undo.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="undo-email" props={props} />,
  },
  dashboard: {
    title: (_, { t }) => t("shell.nav.dashboard"),
    isPrivate: true,
    active: () => "trades",
    body: (props) => <Island app="layout" route="dashboard" props={props} />,
  },
  trades: {
    title: (_, { t }) => t("dashboard.history.title"),
    isPrivate: true,
    active: () => "trades",
    body: (props) => <Island app="layout" route="trades" props={props} />,
  },
  "offer-form": {
    title: ({ hash, special }, { t }) =>
      special
        ? t("myoffers.form.special_title", { name: special.partner })
        : t(hash === null ? "myoffers.form.title_new" : "myoffers.form.title_edit"),
    isPrivate: true,
    active: () => "my_offers",
    body: (props) => <Island app="marketplace" route="offer-form" props={props} />,
  },
  "gift-cards": {
    title: (_, { t }) => t("giftcards.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="gift-cards" props={props} />,
  },
  "my-offers": {
    title: (_, { t }) => t("myoffers.title"),
    isPrivate: true,
    active: () => "my_offers",
    body: (props) => <Island app="layout" route="my-offers" props={props} />,
  },
  profile: {
    title: ({ user }, { t }) => t("profile.title", { name: user.username }),
    description: ({ user }, { t }) => t("profile.description", { name: user.username, count: user.totalTrades }),
    body: (props) => <Island app="marketplace" route="profile" props={props} />,
  },
  favorites: {
    title: (_, { t }) => t("profile.favorites.title"),
    isPrivate: true,
    body: (props) => <Island app="marketplace" route="favorites" props={props} />,
  },
  "staff-desk": {
    title: (_, { t }) => t("staff.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-desk" props={props} />,
  },
  "staff-settings": {
    title: (_, { t }) => t("console.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-settings" props={props} />,
  },
  "staff-ledger": {
    title: (_, { t }) => t("console.ledger.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-ledger" props={props} />,
  },
  "staff-errors": {
    title: (_, { t }) => t("console.errors.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-errors" props={props} />,
  },
  "staff-send-outs": {
    title: (_, { t }) => t("heldtransfers.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-send-outs" props={props} />,
  },
  "staff-audit": {
    title: (_, { t }) => t("audit.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-audit" props={props} />,
  },
  "staff-announcements": {
    title: (_, { t }) => t("console.announcements.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-announcements" props={props} />,
  },
  "staff-flags": {
    title: (_, { t }) => t("console.flags.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-flags" props={props} />,
  },
  "staff-restrictions": {
    title: (_, { t }) => t("restrictions.staff.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-restrictions" props={props} />,
  },
  "staff-offers": {
    title: (_, { t }) => t("moderation.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-offers" props={props} />,
  },
  "account-sign-ins": {
    title: (_, { t }) => t("account.sign_ins.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="account-sign-ins" props={props} />,
  },
  "account-payments": {
    title: (_, { t }) => t("payments.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="account-payments" props={props} />,
  },
  "account-api-keys": {
    title: (_, { t }) => t("apikeys.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="account-api-keys" props={props} />,
  },
  "account-restrictions": {
    title: (_, { t }) => t("restrictions.own.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="account-restrictions" props={props} />,
  },
  "account-verification": {
    title: (_, { t }) => t("verification.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="account-verification" props={props} />,
  },
  "account-company": {
    title: (_, { t }) => t("verification.company.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="account-company" props={props} />,
  },
  "account-level": {
    title: (_, { t }) => t("verification.level.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="account-level" props={props} />,
  },
  "trader-program": {
    title: (_, { t }) => t("program.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="trader-program" props={props} />,
  },
  "staff-verifications": {
    title: (_, { t }) => t("verification.staff.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-verifications" props={props} />,
  },
  "recover-account": {
    title: (_, { t }) => t("recovery.ask.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="recover-account" props={props} />,
  },
  "recovered-account": {
    title: (_, { t }) => t("recovery.finish.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="recovered-account" props={props} />,
  },
  "stop-recovery": {
    title: (_, { t }) => t("recovery.stop.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="stop-recovery" props={props} />,
  },
  "staff-recoveries": {
    title: (_, { t }) => t("recovery.staff.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-recoveries" props={props} />,
  },
  "trade-closed": {
    title: (_, { t }) => t("pages.trade_closed.title"),
    isPrivate: true,
    body: (_, setting) => <TradeClosed setting={setting} />,
  },
  "staff-case": {
    title: (_, { t }) => t("dashboard.disputes.door.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-case" props={props} />,
  },
  "staff-disputes": {
    title: (_, { t }) => t("dashboard.disputes.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="staff-disputes" props={props} />,
  },
  login: {
    title: (_, { t }) => t("auth.login.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="login" props={props} />,
  },
  register: {
    title: (_, { t }) => t("auth.register.title"),
    body: (props) => <Island app="layout" route="register" props={props} />,
  },
  "social-return": {
    title: ({ provider }, { t }) => t("auth.social.coming", { name: provider.title }),
    isPrivate: true,
    body: (props) => <Island app="layout" route="social-return" props={props} />,
  },
  "forgot-password": {
    title: (_, { t }) => t("auth.forgot.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="forgot-password" props={props} />,
  },
  "reset-password": {
    title: (_, { t }) => t("auth.reset.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="reset-password" props={props} />,
  },
  "verify-email": {
    title: (_, { t }) => t("auth.verify.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="verify-email" props={props} />,
  },
  settings: {
    title: (_, { t }) => t("account.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="settings" props={props} />,
  },
  inbox: {
    title: (_, { t }) => t("inbox.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="inbox" props={props} />,
  },
  "demo-codes": {
    title: (_, { t }) => t("inbox.codes.title"),
    isPrivate: true,
    body: (props) => <Island app="layout" route="demo-codes" props={props} />,
  },
  about: { title: (_, { t }) => t("pages.about.title"), body: (_, { t }) => <AboutPage t={t} /> },
  "terms-of-service": { title: (_, { t }) => t("pages.terms.title"), body: (_, { t }) => <TermsPage t={t} /> },
  "privacy-policy": { title: (_, { t }) => t("pages.privacy.title"), body: (_, { t }) => <PrivacyPage t={t} /> },
  rulebook: {
    title: (_, { t }) => t("pages.rulebook.title"),
    body: (props, { t }) => <RulebookPage t={t} {...props} />,
  },
  fees: {
    title: (_, { t }) => t("pages.fees.title"),
    body: (props, { t, locale }) => <FeesPage t={t} locale={locale} {...props} />,
  },
  "error-403": {
    status: 403,
    isPrivate: true,
    title: (_, { t }) => t("pages.error_403.title"),
    body: (props, setting) => <ErrorPage kind="error_403" setting={setting} {...props} />,
  },
  "error-404": {
    status: 404,
    isPrivate: true,
    title: (_, { t }) => t("pages.error_404.title"),
    body: (props, setting) => <ErrorPage kind="error_404" setting={setting} {...props} />,
  },
  "error-500": {
    status: 500,
    isPrivate: true,
    title: (_, { t }) => t("pages.error_500.title"),
    body: (props, setting) => <ErrorPage kind="error_500" setting={setting} {...props} />,
  },
  "error-ip-blocked": {
    status: 451,
    isPrivate: true,
    title: (_, { t }) => t("pages.error_ip.title"),
    body: (props, setting) => <ErrorPage kind="error_ip" setting={setting} {...props} />,
  },
};
