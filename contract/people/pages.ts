/** The pages of people: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../define-page.ts";
import type { OwnTradingNames } from "../compliance/trading-names.ts";
import type { getDataExport } from "../compliance/own-data.ts";
import type { listTrusted } from "./accounts.ts";
import type { listActivity } from "./activity.ts";
import type { ApiKey } from "./api-keys.ts";
import type { listSessions } from "./sign-in/auth.ts";
import type { NameVisibility } from "./name-visibility.ts";
import type { PolicyLine } from "./policy-names.ts";
import type { PhoneView } from "./phones.ts";
import type { SignInRequest } from "./sign-in/sign-in-approvals.ts";
import type { SocialAccounts } from "./sign-in/social.ts";
import type { MetaOf, ReplyOf } from "../platform/endpoint.ts";
import type { ChatAcceptance } from "../reach/messenger/names.ts";

export type LoginProps = {
  /** A path of ours to go to afterwards. */
  next: string | null;
  /** In a demo market: who can be played, with the password that all of them have. */
  demoUsers: { username: string; email: string; role: string; password: string }[];
  /** By whom else one may sign in. */
  providers: { id: string; title: string }[];
};

/** The browser comes back from this one. */
/** How long transfers are on hold once it is connected. */
export type SocialReturnProps = { provider: { id: string; title: string }; holdHours: number };

export type RegisterProps = {
  referralCode: string | null;
  next: string | null;
  /** By whom else one may register. */
  providers: { id: string; title: string }[];
};

export type VerifyEmailProps = {
  email: string;
  /** Until another code may be asked for. */
  waitSec: number;
  next: string | null;
};

/** How long transfers are on hold after another password. */
export type ResetPasswordProps = { holdHours: number };

export const CONTACT_LISTS = ["recent", "trusted", "blocked"] as const;
/** As the address of each names it. */
export const CONTACT_PATHS = { recent: "recent-trades", trusted: "trusted", blocked: "blocked" } as const;

export type ContactsProps = {
  list: (typeof CONTACT_LISTS)[number];
  /** Shown as a page of the trader's settings, with the blocked users alone. */
  isOfSettings: boolean;
  rows: ReplyOf<typeof listTrusted>;
  meta: MetaOf<typeof listTrusted>;
};

type People = { people: { username: string; avatarUrl: string }[]; total: number };

/** The page of the profile, which is the first of the settings. */
export type SettingsPageProps = {
  username: string;
  /** The username can be chosen anew once. */
  renamesLeft: number;
  email: string;
  isEmailConfirmed: boolean;
  fullName: string;
  bio: string;
  currency: string;
  timezone: string;
  /** Null for a company, which is seen by one of its own names. */
  nameVisibility: NameVisibility | null;
  /** Null for a person. */
  company: { names: OwnTradingNames; isBusinessNameShown: boolean } | null;
  currencies: { code: string; name: string }[];
  phone: PhoneView;
  mostBio: number;
  /** How long transfers are on hold after another email. */
  holdHours: number;
};

export type SettingsSecurityProps = {
  sessions: ReplyOf<typeof listSessions>;
  /** The newest; null as the key when there is no more. */
  activity: { lines: ReplyOf<typeof listActivity>; next: number | null };
  /** Accounts elsewhere, by which one signs in. */
  social: SocialAccounts;
  /** How long transfers are on hold after each. */
  holdHours: { newPassword: number; newFactor: number; lostFactor: number };
};

export type SettingsPrivacyProps = {
  /** The account is due to close then. */
  closesAt: string | null;
  dataExport: ReplyOf<typeof getDataExport>;
  acceptsChat: ChatAcceptance;
  policies: PolicyLine[];
  /** Of texts of others; since when the user accepts it. */
  translation: { isOffered: boolean; acceptedAt: string | null };
  /** The latest ten each, with how many there are. */
  trusted: People;
  blocked: People;
};

export type ApiKeysProps = { keys: ApiKey[] };

export type SignInsProps = { requests: readonly SignInRequest[] };

export const PEOPLE_PAGES = {
  login: definePage<LoginProps>()({ login: "/login" }),
  register: definePage<RegisterProps>()({
    register: "/register",
    /** It leads to the first, and from there to the offer. */
    registrationOfferPage: "/register/offer/:hash",
  }),
  logout: definePage<Record<string, never>>()({ logout: "/logout" }),
  "social-return": definePage<SocialReturnProps>()({ socialReturn: "/login/social/:provider" }),
  "forgot-password": definePage<Record<string, never>>()({ forgotPassword: "/forgot-password" }),
  "reset-password": definePage<ResetPasswordProps>()({ resetPassword: "/reset-password" }),
  "verify-email": definePage<VerifyEmailProps>()({ confirmEmail: "/verify-email" }),
  "undo-email": definePage<Record<string, never>>()({ undoEmail: "/undo-email" }),
  settings: definePage<SettingsPageProps>()({
    accountSettings: "/account/settings",
    accountPhone: "/account/settings#phone",
  }),
  "settings-security": definePage<SettingsSecurityProps>()({ accountSecurity: "/account/settings/security" }),
  "settings-notifications": definePage<Record<string, never>>()({
    accountNotifications: "/account/settings/notifications",
  }),
  "settings-privacy": definePage<SettingsPrivacyProps>()({ accountPrivacy: "/account/settings/privacy" }),
  "account-contacts": definePage<ContactsProps>()({
    contacts: "/dashboard/contacts/:list",
    blockedUsers: "/trader-settings/blocked-users",
    /** They lead to the first. */
    anyContacts: "/dashboard/contacts",
    accountContacts: "/account/contacts",
  }),
  "trader-settings": definePage<Record<string, never>>()({ traderSettings: "/trader-settings" }),
  "account-api-keys": definePage<ApiKeysProps>()({ accountKeys: "/account/api-keys" }),
  "account-sign-ins": definePage<SignInsProps>()({ accountSignIns: "/account/sign-ins" }),
};
