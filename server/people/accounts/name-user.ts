/** A user gives their name, birth date and country: the step between a registration and the first trade. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { giveName } from "#contract/people/accounts.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { countryByIso } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { type LegalName, nameOnce } from "./name-rows.ts";
import { lockUser, updateSettings } from "./rows.ts";
import { isOfAge } from "./user.ts";

type Naming = { readonly userId: bigint; readonly form: BodyOf<typeof giveName> };

/**
 * Refuses account.named_before, auth.too_young, account.country_unknown and account.country_closed. Locks the user. A correction keeps the
 * country, and a currency that the user chose.
 */
export async function nameUser(tx: Tx, { userId, form }: Naming): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user) throw new Error(`user ${userId} is gone`);
  const isFirst = user.named_at === null;
  const countryIso = isFirst ? (form.country_iso ?? "") : user.country_iso;
  const name = { firstName: form.first_name, lastName: form.last_name, birthDate: form.birth_date };
  if (isFirst) await checkCountry(tx, countryIso);
  checkAge(tx, name.birthDate);

  const outcome = await nameOnce(tx, { userId, externalId: user.external_id, countryIso, ...name });
  if (outcome === "named_before") throw new Refusal("account.named_before");
  const isGuessed = user.currency_code === currencyOf(user.country_iso);
  await updateSettings(tx, userId, {
    fullNameVisibility: form.full_name_visibility,
    currencyCode: isFirst && isGuessed ? currencyOf(countryIso) : undefined,
  });

  tx.emit({ type: "account.named", subject: String(userId), payload: {} });
}

/** Refuses what nameUser refuses of a name. */
export async function checkName(
  tx: ReadTx,
  { birthDate, countryIso }: LegalName & { countryIso: string },
): Promise<void> {
  await checkCountry(tx, countryIso);
  checkAge(tx, birthDate);
}

/** The currency of a country, and dollars where it has none here. */
export const currencyOf = (countryIso: string): string => countryByIso(countryIso)?.currency ?? "USD";

async function checkCountry(tx: ReadTx, countryIso: string): Promise<void> {
  const country = countryByIso(countryIso);
  if (!country || country.iso === "YY") throw fieldRefusal("account.country_unknown", "country_iso");
  const settings = await readSettings(tx, ["catalog.disabled_countries"]);
  if (settings["catalog.disabled_countries"].includes(country.iso))
    throw fieldRefusal("account.country_closed", "country_iso");
}

function checkAge(tx: ReadTx, birthDate: string): void {
  if (!isOfAge(birthDate, tx.now)) throw fieldRefusal("auth.too_young", "birth_date");
}
