/** The frame around every page: the signed-in user, and the banners above. */
import { avatarUrl } from "#contract/people/avatar.ts";
import { outsideLinks } from "#contract/site/outside-links.ts";
import { wordsFor } from "#contract/platform/written.ts";
import type { Banner, Locale, SessionUser } from "#contract/platform/page.ts";
import type { Person, Site, Surround } from "../../../platform/http/pages/page-route.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { hasLightning } from "../../../products/lightning/index.ts";
import { hasCardIssuer } from "../../../products/cards/index.ts";
import { hasRamps } from "../../../products/ramps/index.ts";
import { hasStore } from "../../../products/store/index.ts";
import { hasTranslations } from "../../../reach/translations/index.ts";
import { hasTopUps } from "../../../products/top-ups/index.ts";
import { flagPercents, flagsOf } from "../../../reference/flags/index.ts";
import { rateOf } from "../../../money/rates/index.ts";
import { isHalted } from "../../../money/ledger/index.ts";
import { EMAIL_LEVEL, ID_LEVEL, openPersonal } from "../../../people/accounts/index.ts";
import { announcementsToShow } from "../../../staff/console/index.ts";
import { MOST_FAVORITES, type LinesRow, type PersonRow, personRow } from "./surround-rows.ts";

/** A rate grows old by itself. */
const SITE_FOR_MS = 10_000;

export const surround: Surround = {
  async site(tx) {
    const [percents, isMoneyOutHalted, rate, announcements, settings] = await Promise.all([
      flagPercents(tx),
      isHalted(tx, "money_out"),
      rateOf(tx, "BTC", "USD"),
      announcementsToShow(tx),
      readSettings(tx, [
        "catalog.gray_countries",
        "catalog.disabled_countries",
        "verification.closed_countries",
        "site.social_links",
        "site.founder_links",
      ]),
    ]);
    const site: Site = {
      flagPercents: percents,
      isMoneyOutHalted,
      announcements,
      hasRecordedRates: rate?.state === "recorded",
      grayCountries: settings["catalog.gray_countries"],
      links: {
        social: outsideLinks(settings["site.social_links"]),
        founder: outsideLinks(settings["site.founder_links"]),
      },
      closedCountries: [...settings["catalog.disabled_countries"], ...settings["verification.closed_countries"]],
    };
    return { site, keeping: { topics: ["rates"], forMs: SITE_FOR_MS } };
  },

  async person(tx, viewer) {
    const row = await personRow(tx, viewer.userId);
    return row && personFrom(row, viewer);
  },

  flags(site, { viewer, person }) {
    const flags = flagsOf(site.flagPercents, viewer && person?.ownFlags);
    // Without a provider there is nothing to switch on.
    return {
      ...flags,
      isMobileTopUpEnabled: flags.isMobileTopUpEnabled && hasTopUps(),
      isOnRampEnabled: flags.isOnRampEnabled && hasRamps(),
      isOfframpEnabled: flags.isOfframpEnabled && hasRamps(),
      isGiftCardStoreEnabled: flags.isGiftCardStoreEnabled && hasStore(),
      isLightningEnabled: flags.isLightningEnabled && hasLightning(),
      isContentTransfer3rdPartyAutoTranslationEnabled:
        flags.isContentTransfer3rdPartyAutoTranslationEnabled && hasTranslations(),
      isVirtualCardEnabled: flags.isVirtualCardEnabled && hasCardIssuer(),
    };
  },

  banners(site, { viewer, person, isDemo, locale, now }) {
    const { hasRecordedRates, isMoneyOutHalted, announcements } = site;
    return [
      ...announcements.flatMap(({ kind, text, starts_at, ends_at }) =>
        starts_at <= now && ends_at > now ? [saidIn(locale, { kind, text })] : [],
      ),
      ...(isDemo ? [{ kind: "demo_mode" as const }] : []),
      ...(hasRecordedRates ? [{ kind: "recorded_rates" as const }] : []),
      ...(viewer && person
        ? bannersOf(site, { viewer, lines: person, isDemoAccount: person.session.isDemoAccount && !isDemo })
        : []),
      ...(isMoneyOutHalted ? [{ kind: "money_out_halted" as const }] : []),
    ];
  },
};

function saidIn(locale: Locale, { kind, text }: Pick<Site["announcements"][number], "kind" | "text">): Banner {
  const { words, lang } = wordsFor(text, locale);
  return { kind, text: words, ...(lang === locale ? {} : { lang }) };
}

type Lines = Pick<Person, "asked" | "company" | "hasDuePolicies" | "restrictions">;
type Reader = {
  readonly viewer: Pick<Viewer, "level" | "lacks" | "countryIso" | "blocks">;
  readonly lines: Lines;
  /** Of an account with demo money outside a demo market. */
  readonly isDemoAccount: boolean;
};

/** Banners about the viewer's account. */
export function bannersOf(
  { grayCountries, closedCountries }: Pick<Site, "grayCountries" | "closedCountries">,
  { viewer, lines, isDemoAccount }: Reader,
): Banner[] {
  const isNigeria = viewer.countryIso === "NG" && closedCountries.includes("NG");
  const isIdRequired = viewer.blocks.includes("ID_REQUIRED") || needsId(viewer, grayCountries);
  return [
    ...(isDemoAccount ? [{ kind: "demo_mode" as const, isOfAccount: true }] : []),
    ...(viewer.level < EMAIL_LEVEL && viewer.lacks !== "name" ? [{ kind: "verify_email" as const }] : []),
    ...lines.asked.map(({ proof, isAgain }) => ({
      kind: isAgain ? ("kyc_forced" as const) : ("id_requested" as const),
      proof,
    })),
    ...(lines.hasDuePolicies ? [{ kind: "policy_due" as const }] : []),
    ...(lines.company === "unverified" ? [{ kind: "company_unverified" as const }] : []),
    ...(lines.company === "not_accepted" ? [{ kind: "company_application" as const }] : []),
    ...(viewer.blocks.includes("BLOCKED_IN_LOCATION")
      ? [{ kind: isNigeria ? ("nigeria_block" as const) : ("blocked_in_location" as const) }]
      : []),
    ...(isIdRequired ? [{ kind: "kyc_id_required" as const }] : []),
    ...lines.restrictions,
  ];
}

/** Some countries need a verified identity for anything, once the email is confirmed. */
function needsId({ level, countryIso }: Pick<Viewer, "level" | "countryIso">, gray: readonly string[]): boolean {
  return level >= EMAIL_LEVEL && level < ID_LEVEL && gray.includes(countryIso);
}

function personFrom(row: PersonRow, viewer: Viewer): Person {
  return {
    session: sessionUser(row, viewer),
    lastSeq: row.last_seq,
    favorites: row.favorites.length < MOST_FAVORITES ? new Set(row.favorites) : undefined,
    hidesOwners: row.hides_owners,
    ownFlags: row.own_flags,
    ...linesFrom(row),
  };
}

export const linesFrom = (row: LinesRow): Lines => ({
  asked: row.asked.map(({ proof, is_again: isAgain }) => ({ proof, isAgain })),
  company: row.company,
  hasDuePolicies: row.has_due_policies,
  restrictions: row.restrictions.map(({ state, reason_code, case_number, review_at }) => ({
    kind: state,
    restriction: { reasonCode: reason_code, caseNumber: case_number, reviewAt: new Date(review_at).toISOString() },
  })),
});

function sessionUser(user: PersonRow, viewer: Viewer): SessionUser {
  const has = (state: string) => viewer.restrictions.includes(state);
  return {
    username: user.username,
    externalId: user.external_id,
    avatarUrl: avatarUrl(user.username, user.avatar),
    email: openPersonal(user).email,
    isEmailConfirmed: user.email_confirmed_at !== null,
    isNamed: user.named_at !== null,
    roles: viewer.roles,
    countryIso: user.country_iso === "YY" ? null : user.country_iso,
    fiatCode: user.currency_code,
    isDemoAccount: user.is_demo,
    isBanned: has("banned"),
    isFrozen: has("frozen"),
    isRestricted: has("restricted"),
    isSuspended: has("suspended"),
    isOnHold: has("on_hold") || has("compliance_hold"),
    restrictions: viewer.restrictions,
    areTradesClosed: user.trades_closed_at !== null,
    isBalanceHidden: user.is_balance_hidden,
    activeTrades: user.active_trades,
    unreadNotices: user.unread,
    unreadChats: user.unread_chats,
  };
}
