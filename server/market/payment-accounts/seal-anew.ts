/** Exchanges the secret that accounts are sealed and marked with. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { identityOf } from "./check-account.ts";
import { ruleNamed } from "./countries/index.ts";
import {
  type AccountToSeal,
  lockAccountsBefore,
  lockGivenBefore,
  lockPayersBefore,
  putAccountAnew,
  putGivenAnew,
  putPayerAnew,
} from "./seal-rows.ts";
import {
  accountMark,
  openFields,
  openHolder,
  placeInTrade,
  placeOfAccount,
  sealFields,
  sealHolder,
} from "./sealed-fields.ts";
import { walletIdentity } from "./wallets.ts";

/** As the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealAccountsAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  const accounts = await sealInRounds(db, sealAccounts);
  const given = await sealInRounds(db, sealGiven);
  const payers = await sealInRounds(db, sealPayers);
  return `sealed ${accounts} payment accounts, ${given + payers} in trades`;
}

async function sealAccounts(tx: Tx, bound: { version: number; limit: number }): Promise<number> {
  const rows = await lockAccountsBefore(tx, bound);
  for (const row of rows) {
    const place = placeOfAccount(row.public_id);
    const texts = openFields(row.fields, place);
    await putAccountAnew(tx, { id: row.id, ...sealFields(texts, place), mark: accountMark(identity(row, texts)) });
  }
  return rows.length;
}

function identity(
  { kind, country, country_iso: iso, method_id: methodId }: AccountToSeal,
  texts: Record<string, string>,
): string {
  if (kind === "wallet") return walletIdentity({ methodId: methodId ?? 0, phone: texts.phone ?? "" });
  return identityOf(texts, { rule: ruleNamed(country as Parameters<typeof ruleNamed>[0]), iso: iso ?? "" });
}

async function sealGiven(tx: Tx, bound: { version: number; limit: number }): Promise<number> {
  const rows = await lockGivenBefore(tx, bound);
  for (const { id, public_id, fields } of rows) {
    const place = placeInTrade(public_id);
    await putGivenAnew(tx, { id, ...sealFields(openFields(fields, place), place) });
  }
  return rows.length;
}

async function sealPayers(tx: Tx, bound: { version: number; limit: number }): Promise<number> {
  const rows = await lockPayersBefore(tx, bound);
  for (const { trade_id: tradeId, hash, holder_sealed: sealed } of rows)
    await putPayerAnew(tx, { tradeId, sealed: sealHolder(openHolder(sealed, hash), hash) });
  return rows.length;
}
