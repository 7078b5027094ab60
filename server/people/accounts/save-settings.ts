/** A user changes their settings; what is absent stays as it is. */
import {
  type AskedVisibility,
  COMPANY_VISIBILITIES,
  NAME_VISIBILITIES,
  type NameVisibility,
  VISIBILITY_WORDS,
} from "#contract/name-visibility.ts";
import { fieldRefusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { fiatByCode } from "../../reference/catalog/index.ts";
import { checkBio } from "./user.ts";
import { findUserById, updatePhrase, updateSettings } from "./rows.ts";

export const LOCALES = ["en", "es", "ar"] as const;
const INTERVAL_MAX_MIN = 1440;

export type Settings = {
  readonly bio?: string | undefined;
  readonly notifyIntervalMin?: string | undefined;
  readonly locale?: string | undefined;
  readonly currencyCode?: string | undefined;
  readonly timezone?: string | undefined;
  readonly fullNameVisibility?: AskedVisibility | undefined;
  readonly isBalanceHidden?: boolean | undefined;
  /** Stands in the user's emails; an empty one takes it away. */
  readonly mailPhrase?: string | undefined;
};

/** Refuses account.bio_max, account.bio_contact, account.bio_limit, account.settings_invalid with the field. */
export async function saveSettings(
  tx: Tx,
  { userId, settings }: { userId: bigint; settings: Settings },
): Promise<void> {
  if (settings.bio !== undefined) checkBio(settings.bio);
  const interval = settings.notifyIntervalMin === undefined ? undefined : Number(settings.notifyIntervalMin);
  if (interval !== undefined && (interval < 1 || interval > INTERVAL_MAX_MIN)) {
    throw fieldRefusal("account.settings_invalid", "notify_trade_messages_interval", { max: INTERVAL_MAX_MIN });
  }
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

  await updateSettings(tx, userId, { ...settings, fullNameVisibility: visibility, intervalMin: interval });
  if (settings.mailPhrase === undefined) return;
  const user = await findUserById(tx, userId);
  if (user) await updatePhrase(tx, user, settings.mailPhrase);
}

/** As it is kept. What a company is asked to be seen by is what it is seen by in any case; a person has no such name. */
async function visibilityOf(
  tx: ReadTx,
  userId: bigint,
  asked: AskedVisibility | undefined,
): Promise<NameVisibility | undefined> {
  if (asked === "YES" || asked === "NO") return VISIBILITY_WORDS[asked];
  if (!COMPANY_VISIBILITIES.some((one) => one === asked)) return NAME_VISIBILITIES.find((one) => one === asked);
  const user = await findUserById(tx, userId);
  if (!user?.corporate_since) throw fieldRefusal("account.settings_invalid", "full_name_visibility");
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
