/** A user changes their settings; what is absent stays as it is. */
import {
  type AskedVisibility,
  COMPANY_VISIBILITIES,
  NAME_VISIBILITIES,
  type NameVisibility,
  VISIBILITY_WORDS,
} from "#contract/people/name-visibility.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { fieldRefusal, fieldsRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { fiatByCode } from "../../reference/catalog/index.ts";
import { chooseBusinessName } from "./company-rows.ts";
import { type BioLimits, bioFault, intervalFault } from "./user.ts";
import { findUserById, updatePhrase, updateSettings } from "./rows.ts";

export type Settings = {
  readonly bio?: string | undefined;
  readonly notifyIntervalMin?: string | undefined;
  readonly locale?: string | undefined;
  readonly currencyCode?: string | undefined;
  readonly timezone?: string | undefined;
  readonly fullNameVisibility?: AskedVisibility | undefined;
  readonly isBalanceHidden?: boolean | undefined;
  /** Is in the user's emails; an empty one removes it. */
  readonly mailPhrase?: string | undefined;
};

/** What a bio may have at most. */
export async function bioLimits(tx: ReadTx): Promise<BioLimits> {
  const [letters, words, lines] = ["accounts.bio_letters", "accounts.bio_words", "accounts.bio_lines"] as const;
  const settings = await readSettings(tx, [letters, words, lines]);
  return { letters: settings[letters], words: settings[words], lines: settings[lines] };
}

/** Between two emails about messages. */
export async function mostMinutes(tx: ReadTx): Promise<number> {
  return (await readSettings(tx, ["accounts.interval_minutes"]))["accounts.interval_minutes"];
}

/**
 * Refuses bio_max, bio_contact_error, bio_limit, notification_digits_error and notification_error, both fields at once;
 * account.settings_invalid with the field.
 */
export async function saveSettings(
  tx: Tx,
  { userId, settings }: { userId: bigint; settings: Settings },
): Promise<void> {
  const { bio, notifyIntervalMin: minutes } = settings;
  const [first, ...more] = [
    bio === undefined ? undefined : bioFault(bio, await bioLimits(tx)),
    minutes === undefined ? undefined : intervalFault(minutes, await mostMinutes(tx)),
  ].filter((fault) => fault !== undefined);
  if (first) throw fieldsRefusal([first, ...more]);
  if (settings.locale !== undefined && !LOCALES.some((locale) => locale === settings.locale)) {
    throw fieldRefusal("account.settings_invalid", "locale");
  }
  if (settings.currencyCode !== undefined && !fiatByCode(settings.currencyCode)) {
    throw fieldRefusal("account.settings_invalid", "currency_code");
  }
  if (settings.timezone !== undefined && !isTimezone(settings.timezone)) {
    throw fieldRefusal("account.settings_invalid", "timezone");
  }

  const visibility = await visibilityOf(tx, userId, settings.fullNameVisibility);

  await updateSettings(tx, userId, {
    ...settings,
    fullNameVisibility: visibility,
    intervalMin: minutes === undefined ? undefined : Number(minutes),
  });
  if (settings.mailPhrase === undefined) return;
  const user = await findUserById(tx, userId);
  if (user) await updatePhrase(tx, user, settings.mailPhrase);
}

/** As it is kept of a person. Which name a company shows is kept at once, and leaves what its person chose; a person has no such name. */
async function visibilityOf(
  tx: Tx,
  userId: bigint,
  asked: AskedVisibility | undefined,
): Promise<NameVisibility | undefined> {
  if (asked === "YES" || asked === "NO") return VISIBILITY_WORDS[asked];
  const ofCompany = COMPANY_VISIBILITIES.find((one) => one === asked);
  if (!ofCompany) return NAME_VISIBILITIES.find((one) => one === asked);
  const user = await findUserById(tx, userId);
  if (!user?.corporate_since) throw fieldRefusal("account.settings_invalid", "full_name_visibility");
  await chooseBusinessName(tx, userId, ofCompany === "business_name");
  return undefined;
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    // Intl throws for a name that it does not know; that is the question.
    return false;
  }
}
