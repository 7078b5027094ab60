/** The pages of one's own account. */
import { PATHS, pathOf } from "#contract/platform/paths.ts";
import {
  CONTACT_LISTS,
  CONTACT_PATHS,
  type ContactsProps,
  type SettingsPageProps,
  type SettingsPrivacyProps,
  type SettingsSecurityProps,
} from "#contract/people/pages.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { oneOf, pageOf } from "../query.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { currencyName, FIATS } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { bioLimits, findUserById, openPersonal, renamesLeft } from "../../../people/accounts/index.ts";
import { listActivity, listSessions, viewRequests } from "../../../people/auth/index.ts";
import { viewDeliveries, viewWebhook } from "../../../reach/webhooks/index.ts";
import { listKeys } from "../../../people/api-keys/index.ts";
import { listConnections } from "../../../people/social-accounts/index.ts";
import { viewPolicies } from "../../../people/policies/index.ts";
import { viewPhone } from "../../../people/phones/index.ts";
import { viewOwnNames } from "../../../compliance/trading-names/index.ts";
import { closesAt } from "../../../compliance/closing/index.ts";
import { viewExport } from "../../../compliance/own-data/index.ts";
import { translationState } from "../../../reach/translations/index.ts";
import { acceptanceOf } from "../../../reach/messenger/index.ts";
import { type ContactList, listContacts } from "../../../people/contacts/index.ts";

async function loadSettings({ tx, viewer: known, locale }: PageContext): Promise<Shown> {
  const { userId } = needViewer(known);
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`user ${userId} is gone`);
  const personal = openPersonal(user);
  const props: SettingsPageProps = {
    username: user.username,
    renamesLeft: await renamesLeft(tx, user),
    email: personal.email,
    isEmailConfirmed: user.email_confirmed_at !== null,
    fullName: `${personal.firstName} ${personal.lastName}`,
    bio: user.bio,
    mostBio: (await bioLimits(tx)).letters,
    currency: user.currency_code,
    timezone: user.timezone,
    nameVisibility: user.corporate_since === null ? user.full_name_visibility : null,
    company:
      user.corporate_since === null
        ? null
        : { names: await viewOwnNames(tx, userId), isBusinessNameShown: user.shows_business_name },
    currencies: FIATS.map((fiat) => ({ code: fiat.code, name: currencyName(fiat, locale) })),
    phone: await viewPhone(tx, { userId, externalId: user.external_id }),
    holdHours: (await holdHours(tx)).newFactor,
  };
  return { page: "settings", props };
}

async function loadSecurity({ tx, viewer, locale }: PageContext): Promise<Shown> {
  const { userId, sessionId } = needViewer(viewer);
  const props: SettingsSecurityProps = {
    sessions: await listSessions(tx, { userId, currentId: sessionId, locale }),
    activity: await firstActivity(tx, userId, locale),
    social: await listConnections(tx, userId),
    holdHours: await holdHours(tx),
  };
  return { page: "settings-security", props };
}

async function loadPrivacy({ tx, viewer }: PageContext): Promise<Shown> {
  const { userId, sessionId } = needViewer(viewer);
  const people = async (list: ContactList) => {
    const { data, meta } = await listContacts(tx, { userId, list, page: 1 });
    return {
      people: data.map((one) => ({ username: one.user.username, avatarUrl: one.user.avatarUrl })),
      total: meta.total,
    };
  };
  const translation = await translationState(tx, userId);
  const props: SettingsPrivacyProps = {
    closesAt: await closesAt(tx, userId),
    dataExport: await viewExport(tx, { userId, sessionId }),
    acceptsChat: await acceptanceOf(tx, userId),
    policies: await viewPolicies(tx, userId),
    translation: {
      isOffered: translation.isContentTransfer3rdPartyAutoTranslationEnabled,
      acceptedAt: translation.acceptedAt,
    },
    trusted: await people("trusted"),
    blocked: await people("blocked"),
  };
  return { page: "settings-privacy", props };
}

async function holdHours(tx: ReadTx): Promise<SettingsSecurityProps["holdHours"]> {
  const [password, factor, lost] = [
    "auth.new_password_hold_hours",
    "auth.new_factor_hold_hours",
    "auth.lost_factor_hold_hours",
  ] as const;
  const settings = await readSettings(tx, [password, factor, lost]);
  return { newPassword: settings[password], newFactor: settings[factor], lostFactor: settings[lost] };
}

async function firstActivity(tx: ReadTx, userId: bigint, locale: string): Promise<SettingsSecurityProps["activity"]> {
  const { data: lines, meta } = await listActivity(tx, { userId, locale });
  return { lines, next: meta.next };
}

const MINE = { auth: "session", rateLimit: "read" } as const;

async function loadContacts(context: PageContext): Promise<Shown> {
  const list = CONTACT_LISTS.find((one) => CONTACT_PATHS[one] === context.params.list);
  if (!list) throw new Refusal("request.not_found");
  return showContacts(context, { list, isOfSettings: false });
}

async function showContacts(
  { tx, viewer, query }: PageContext,
  { list, isOfSettings }: Pick<ContactsProps, "list" | "isOfSettings">,
): Promise<Shown> {
  const { data, meta } = await listContacts(tx, {
    ...{ userId: needViewer(viewer).userId, list },
    page: pageOf(query.page),
  });
  return { page: "account-contacts", props: { list, isOfSettings, rows: data, meta } };
}

/** The address of before had the list in its query. */
async function leadToContacts({ query }: PageContext): Promise<Shown> {
  const list = oneOf(CONTACT_LISTS, query.list) ?? "recent";
  return { redirectTo: pathOf("en", "contacts", { list: CONTACT_PATHS[list] }) };
}

export const settingsPages: readonly PageRoute[] = [
  { path: PATHS.accountSettings, policy: MINE, load: loadSettings },
  { path: PATHS.accountSecurity, policy: MINE, load: loadSecurity },
  {
    path: PATHS.accountNotifications,
    policy: MINE,
    load: async () => ({ page: "settings-notifications", props: {} }),
  },
  { path: PATHS.accountPrivacy, policy: MINE, load: loadPrivacy },
  { path: PATHS.contacts, policy: MINE, load: loadContacts },
  {
    path: PATHS.blockedUsers,
    policy: MINE,
    load: (context) => showContacts(context, { list: "blocked", isOfSettings: true }),
  },
  { path: PATHS.anyContacts, policy: MINE, load: leadToContacts },
  { path: PATHS.accountContacts, policy: MINE, load: leadToContacts },
  { path: PATHS.traderSettings, policy: MINE, load: async () => ({ page: "trader-settings", props: {} }) },
  {
    path: PATHS.accountKeys,
    policy: { auth: "session", rateLimit: "read" },
    load: async ({ tx, viewer }) => ({
      page: "account-api-keys",
      props: { keys: await listKeys(tx, needViewer(viewer).userId) },
    }),
  },
  {
    path: PATHS.accountWebhooks,
    policy: { auth: "session", rateLimit: "read" },
    load: async ({ tx, viewer }) => {
      const { userId } = needViewer(viewer);
      const log = await viewDeliveries(tx, { userId, state: undefined, after: undefined });
      return {
        page: "account-webhooks",
        props: { webhook: await viewWebhook(tx, userId), log },
      };
    },
  },
  {
    path: PATHS.accountSignIns,
    policy: { auth: "session", rateLimit: "read" },
    load: async ({ tx, viewer, locale }) => ({
      page: "account-sign-ins",
      props: { requests: await viewRequests(tx, needViewer(viewer).userId, locale) },
    }),
  },
];
