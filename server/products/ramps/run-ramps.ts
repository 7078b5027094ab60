/** What the workers do: orders at the provider, corridors, statements. */
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { likenessToNameOf, payeesByIds } from "../../market/payment-accounts/index.ts";
import { findUsersById, openPersonal } from "../../people/accounts/index.ts";
import { importStatements, type ProviderAnswer, readMessages, runOrders } from "../providers/index.ts";
import type { RampProvider, RampWanted } from "./provider.ts";
import { openRampProvider } from "./ramp-provider.ts";
import { keepCorridors, userOfQuote, wantedRows } from "./rows.ts";
import { sealPayTo, sealText } from "./sealed-ramp.ts";

/** One for the process. */
let opened: { readonly db: AppPorts["db"]; readonly provider: RampProvider | undefined } | undefined;

function providerOf(app: AppPorts): RampProvider | undefined {
  if (opened?.db !== app.db) opened = { db: app.db, provider: openRampProvider(app) };
  return opened.provider;
}

export async function runRamps(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (!provider) return;
  await readMessages(app, provider);
  await Promise.all([
    runOrders(app, { name: "on_ramp", wanted: wantedByQuotes, tell: tellOfPurchase }, provider),
    runOrders(app, { name: "off_ramp", wanted: wantedByQuotes }, provider),
  ]);
}

export async function readCorridors(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (!provider) return;
  const offered = await provider.corridors().catch((error: unknown) => {
    app.log.warn({ provider: provider.name, err: String(error) }, "what a provider of ramps offers could not be read");
  });
  if (offered) await app.db.tx((tx) => keepCorridors(tx, provider.name, offered));
}

export async function readRampStatements(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (provider) await importStatements(app, { product: "off_ramp", provider });
}

/** An order whose account has changed since has nothing that could be paid: it is a case of the staff. */
async function wantedByQuotes(tx: Tx, quoteIds: readonly bigint[]): Promise<Map<bigint, RampWanted>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await wantedRows(tx, quoteIds);
  const accounts = rows.flatMap(({ account }) => (account === null ? [] : [account]));
  const payees = await payeesByIds(tx, accounts);
  const users = await findUsersById(
    tx,
    rows.map(({ user_id }) => user_id),
  );
  const wanted = new Map<bigint, RampWanted>();
  for (const row of rows) {
    const payee = row.account === null ? null : payees.get(row.account);
    const user = users.get(row.user_id);
    const isSame = payee === null || payee?.updatedAt.getTime() === row.account_at?.getTime();
    if (payee === undefined || !user || !isSame) continue;
    const { firstName, lastName } = openPersonal(user);
    wanted.set(row.quote_id, {
      ...{ direction: row.direction, corridor: row.code, rail: row.rail, countryIso: row.country },
      ...{ currency: row.got_currency, units: row.got_units, cents: row.cost_units, words: row.reference },
      ...{ userRef: row.external_id, userName: `${firstName} ${lastName}`, party: payee },
    });
  }
  return wanted;
}

/** Where to pay, and whose money came: the database compares no names. */
async function tellOfPurchase(
  tx: Tx,
  { quote_id }: { readonly quote_id: bigint },
  answer: ProviderAnswer,
): Promise<Record<string, string | undefined>> {
  const userId = await userOfQuote(tx, quote_id);
  if (userId === undefined) return {};
  if (answer.outcome === "pending")
    return answer.instructions ? { instructions: sealPayTo(answer.instructions, userId).toString("base64") } : {};
  if (answer.outcome !== "succeeded") return {};
  const { payerName } = answer;
  if (payerName === undefined) return { payerMatch: "unknown" };
  return {
    payer: sealText("payer", payerName.slice(0, 200), userId).toString("base64"),
    payerMatch: await likenessToNameOf(tx, userId, payerName),
  };
}
