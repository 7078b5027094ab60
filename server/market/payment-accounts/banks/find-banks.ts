/** Banks by country and by the codes that people know: what directories say, and nothing where none says it. */
import { isValidBIC, isValidIBAN } from "ibantools";
import type { Bank } from "#contract/market/trades/payment/accounts.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { COUNTRIES } from "../../../reference/catalog/index.ts";
import { isAbaNumber, isBik } from "../checksums.ts";
import { bareNumber } from "../bare-number.ts";
import { bankLetters } from "../countries/iban.ts";
import { type BankEntry, carriedBank, carriedBanksBySwift, carriedBanksOf } from "./directories.ts";
import { importedBank, importedBanks, importedBanksOf, importedCount } from "./bank-rows.ts";

const MOST = 1000;

/** In a carried directory, or in one that the operator has imported. */
export async function findBank(tx: ReadTx, id: string): Promise<BankEntry | undefined> {
  return carriedBank(id) ?? (await importedBank(tx, id));
}

type Wanted = { readonly countryId: number; readonly limit?: number | undefined; readonly offset?: number | undefined };

/** An imported directory of the country goes before what its SWIFT codes say. */
export async function listBanks(
  tx: ReadTx,
  { countryId, limit = MOST, offset = 0 }: Wanted,
): Promise<{ data: Bank[]; meta: { total: number } }> {
  const iso = COUNTRIES.find(({ id }) => id === countryId)?.iso;
  if (!iso) return { data: [], meta: { total: 0 } };
  const total = await importedCount(tx, iso);
  if (total > 0) return { data: await importedBanksOf(tx, { iso, limit, offset }), meta: { total } };
  const all = carriedBanksOf(iso);
  return { data: all.slice(offset, offset + limit), meta: { total: all.length } };
}

/** `countries` are those of which the code can be; a right code is not listed where no directory names its bank. */
export type FoundBanks = {
  readonly data: Bank[];
  readonly meta: { readonly isListed: boolean; readonly countries: string[] };
};

const found = (data: Bank[], countries: readonly string[]): FoundBanks => ({
  data,
  meta: { isListed: data.length > 0, countries: [...countries] },
});

/** Refuses bank.code for what is no IBAN. */
export function banksByIban(iban: string): FoundBanks {
  const bare = bareNumber(iban).toUpperCase();
  if (!isValidIBAN(bare)) throw fieldRefusal("bank.code", "iban");
  const letters = bankLetters(bare);
  const country = bare.slice(0, 2);
  return found(letters === undefined ? [] : carriedBanksBySwift(letters + country), [country]);
}

/** Refuses bank.code for what is no SWIFT code. */
export function banksBySwift(code: string): FoundBanks {
  const bare = bareNumber(code).toUpperCase();
  if (!isValidBIC(bare)) throw fieldRefusal("bank.code", "swift_code");
  const bank = carriedBank(`bic-${bare.slice(0, 8)}`);
  return found(bank ? [bank] : [], [bare.slice(4, 6)]);
}

/** Refuses bank.code for what is none of those of any country. Nine digits may be one of two. */
export async function banksByRoutingNumber(tx: ReadTx, text: string): Promise<FoundBanks> {
  const bare = bareNumber(text).toUpperCase();
  if (/^[A-Z]{4}0[A-Z0-9]{6}$/.test(bare)) {
    const bank = carriedBank(`in-${bare.slice(0, 4)}`);
    return found(bank ? [bank] : [], ["IN"]);
  }
  // A sort code: who has which is published by nobody whose files may be carried.
  if (/^[0-9]{6}$/.test(bare)) return found([], ["GB"]);
  const countries = [...(isAbaNumber(bare) ? ["US"] : []), ...(isBik(bare) ? ["RU"] : [])];
  if (countries.length === 0) throw fieldRefusal("bank.code", "routing_number");
  const wanted = countries.map((country) => `${country.toLowerCase()}-${bare}`);
  return found(await importedBanks(tx, wanted), countries);
}
