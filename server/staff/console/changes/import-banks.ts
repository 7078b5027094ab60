/** The operator reads in a country's directory of banks. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { type BankFile, importBanks } from "../../../market/payment-accounts/index.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";

/** It is the country's directory from now on. Returns how many banks the one before had. */
export async function importBanksByOperator(
  tx: Tx,
  { read, reason }: { readonly read: BankFile; readonly reason: string },
): Promise<number> {
  const { countryIso, banks } = read;
  const before = await importBanks(tx, read);
  const subject = `${countryIso} ${banks[0]?.source} ${banks[0]?.asOf}: ${banks.length}`;
  await recordStaffAct(tx, { staffId: null, act: "banks.import", subject, reason });
  return before;
}
