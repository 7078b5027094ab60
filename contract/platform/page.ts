/**
 * The input and output of the page renderer. The server imports `renderPage` from dist/server/entry-server.js and no
 * other file of the web; the renderer does no I/O and reads no clock.
 */
import { type Direction, directionOf, LOCALES, type Locale } from "./locales.ts";
import type { MissingVerification, WalletBlock } from "../products/wallet/blocks.ts";
import type { VerificationKind } from "../compliance/verification/names.ts";
import type { MenuLinks } from "../site/content.ts";
import type { OutsideLinks } from "../site/outside-links.ts";
import type { PageName, PageProps } from "../pages.ts";

export { type Direction, directionOf, LOCALES, type Locale };

/** `system` follows the reader's device. The cookie `site_theme=dark` means dark; without it the server says system. */
export type Theme = "light" | "dark" | "system";

/** The signed-in person as every page needs him; the whole entity comes from the current-user call. */
export type SessionUser = {
  username: string;
  externalId: string;
  avatarUrl: string | null;
  email: string;
  isEmailConfirmed: boolean;
  /** With a birth date and a country: trading asks for them. */
  isNamed: boolean;
  roles: readonly ("moderator" | "supermoderator" | "admin")[];
  /** ISO 3166 alpha-2, or null before it is known. */
  countryIso: string | null;
  /** ISO 4217. */
  fiatCode: string;
  isDemoAccount: boolean;
  isBanned: boolean;
  isFrozen: boolean;
  isRestricted: boolean;
  isSuspended: boolean;
  isOnHold: boolean;
  /** All current ones. */
  restrictions: readonly string[];
  /** Staff have closed their ended trades to them. */
  areTradesClosed: boolean;
  isBalanceHidden: boolean;
  /** Hashes of the trades that are not final; their number is the badge on "Trades". */
  activeTrades: readonly string[];
  /** Notices that were not looked at; the badge on the bell. */
  unreadNotices: number;
  /** Conversations outside trades with unread messages; the badge in the account menu. */
  unreadChats: number;
  /** Changes received since the page was rendered: the current lines about the account, the blocks of the wallet anywhere, and their remedies. */
  liveBanners?: readonly string[];
  liveBlocks?: readonly WalletBlock[];
  liveMissing?: readonly MissingVerification[];
};

export type Flags = Readonly<Record<string, boolean | string>>;

/** Documents that staff may request from a user; a company has another line. */
export type AskedProof = Exclude<VerificationKind, "company">;

/** A line above every page until it is dismissed or its cause is gone. */
export type Banner = {
  kind:
    | "demo_mode"
    | "verify_email"
    | "banned"
    | "frozen"
    | "restricted"
    | "suspended"
    | "on_hold"
    | "compliance_hold"
    | "compromised"
    | "kyc_id_required"
    /** Staff ask for what was verified anew. */
    | "kyc_forced"
    /** Staff ask for what was never verified. */
    | "id_requested"
    /** The reader's country is Nigeria, and it is closed. */
    | "nigeria_block"
    /** The market is closed where the reader is. */
    | "blocked_in_location"
    /** A company without submitted documents, unless that was postponed. */
    | "company_unverified"
    /** Its application was not accepted. */
    | "company_application"
    /** A new version of the terms waits to be accepted. */
    | "policy_due"
    | "admin_alert"
    | "maintenance"
    | "recorded_rates"
    | "money_out_halted";
  /** The documents that staff request. */
  proof?: AskedProof;
  /** Of an account with demo money outside a demo market. */
  isOfAccount?: boolean;
  /** Text of an admin alert or a maintenance notice, already in the reader's language. */
  text?: string;
  /** For a restriction: its reason, the latest time of its review, and its number. */
  restriction?: { reasonCode: string; caseNumber: string; reviewAt: string };
};

export type PageSurroundings = {
  /** null: a visitor. */
  session: SessionUser | null;
  locale: Locale;
  theme: Theme;
  /** Path and query as asked, with the locale prefix. */
  url: string;
  /** Scheme and host, without a slash at the end: for canonical links. */
  origin: string;
  /** True where the demo market runs: the tour card, the faucet and the robots are shown. */
  isDemo: boolean;
  /** Where the browser sends what broke, if anywhere: a path of this host and the key that goes along. */
  /** Where pages tell what broke, with the key of the operator's service; empty where reports stay here. */
  errorReporting?: { path: string; key: string };
  /** Where the reader may write to who can get no further. */
  supportEmail?: string | undefined;
  /** The reader has dismissed the tour of the first page. */
  isTourDismissed?: boolean;
  flags: Flags;
  banners: readonly Banner[];
  /** The pages of text that the footer lists. */
  menus: MenuLinks;
  /** The operator's accounts elsewhere. */
  links: OutsideLinks;
  /** Unix milliseconds of the market clock when the page was made; ages and countdowns begin from it. */
  nowMs: number;
  /**
   * The last number of each live channel before the page's facts were read, by the channel's short name: the browser
   * listens from there, so that nothing falls between the document and the socket.
   */
  liveAfter?: Readonly<Record<string, string>>;
  /**
   * These props, the same object, come again for others who see the same: what was drawn of them is kept as long
   * as they are, and shown to users with the same values of everything that was read from the session during the render.
   */
  isShared?: boolean;
  assets: PageAssets;
};

/** One page with its own props: `{ page: "offer", props: PageProps["offer"], … }`. */
export type PageInput = { [P in PageName]: { page: P; props: PageProps[P] } & PageSurroundings }[PageName];

/** A piece of a document. One that is kept is the same object next time, so that it need not be packed again. */
export type PagePart = { readonly text: string; readonly isKept?: boolean };

/**
 * A document from the doctype to where visitTail() follows: the content of one visit comes after everything that may be cached.
 * The Content-Security-Policy must allow inline content by its hash.
 */
export type PageOutput = {
  status: number;
  parts: readonly PagePart[];
  inline: { readonly scripts: readonly string[]; readonly style: string };
};

/** The end of every document: the visit's anti-forgery token, and the market's clock in Unix milliseconds as it is sent. */
export function visitTail({ csrfToken, nowMs }: { csrfToken: string; nowMs: number }): string {
  return `<meta name="csrf-token" content="${csrfToken}"><meta name="page-now" content="${nowMs}"></body></html>`;
}

export type RenderPage = (input: PageInput) => PageOutput;

// The content of dist/assets.json from the build. Read it once at the start and pass it to each page.

export type Style = { href: string; text: string };
/** The manifest of one version of an external application. */
export type AppVersion = { js: string; css: string[] };
export type PageAssets = {
  applicationHash: string;
  /** React, for applications from elsewhere. */
  importMap: Record<string, string>;
  /** The scripts of every page, the starting script first. */
  scripts: string[];
  /** Of the pages and of all applications that are built with them. */
  css: Style;
  /** By language, the files of letters that a page asks for beforehand. */
  fonts: Record<Locale, readonly string[]>;
  /** By application and route, what its screen loads besides. */
  apps: Record<string, Record<string, string[]>>;
};
