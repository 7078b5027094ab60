/** Lightning for tests: people with coins, invoices of others and of users, a node that was seen. */
import type { TestApp } from "../app.ts";
import { ids } from "../../platform/ids.ts";
import { type TestInvoice, signedInvoice } from "../outside/bolt11.ts";
import { giveCoins } from "./offers.ts";
import { aPerson, freshRates, giveLevel, type TestPerson } from "./trades.ts";

/** A person with a hundredth of a bitcoin, while there are prices and the node was seen. */
export async function aLightningPayer(app: TestApp, units = 1_000_000n): Promise<TestPerson> {
  await freshRates(app);
  await seeNode(app);
  const person = await aPerson(app);
  await giveLevel(app, person.id, 2);
  await app.db.tx((tx) => giveCoins(tx, person.id, "BTC", units));
  return person;
}

/** As the Lightning process does. */
export async function seeNode({ owner }: TestApp): Promise<void> {
  await owner.query(
    "select note_lightning_node($1, 5000000000, 5000000000, 0, 4000000000, 4000000000, 1, 0, '[]', 0, 0, 0, false, market_now())",
    ["02".repeat(33)],
  );
}

export async function anOutsideInvoice({ owner }: TestApp, msat = 10_000_000n): Promise<TestInvoice> {
  const { rows } = await owner.query("select market_now() as now");
  return signedInvoice({ msat, at: Math.floor((rows[0].now as Date).getTime() / 1000) });
}

type Made = TestInvoice & { readonly hash: string };

/** An invoice of a user, which the node has made. */
export async function anOpenInvoice(app: TestApp, userId: bigint, msat = 10_000_000n): Promise<Made> {
  const hash = ids.hash();
  const made = await anOutsideInvoice(app, msat);
  await app.owner.query("select ask_lightning_invoice($1, $2, $3, '', 3600, null, market_now())", [hash, userId, msat]);
  await app.owner.query("select open_lightning_invoice($1, $2, $3, market_now())", [
    hash,
    made.paymentHash,
    made.bolt11,
  ]);
  return { ...made, hash };
}

/** A quote that is taken with a proof. */
export async function aLightningQuote(app: TestApp, userId: bigint, of?: TestInvoice): Promise<string> {
  const invoice = of ?? (await anOutsideInvoice(app));
  const hash = ids.hash();
  await app.owner.query(
    "select quote_lightning($1, $2, $3, $4, 10000000, $5, '', market_now() + interval '1 hour', market_now())",
    [hash, userId, invoice.bolt11, invoice.paymentHash, "02".repeat(33)],
  );
  return hash;
}

/** The quote of a withdrawal. */
export async function aWithdrawalQuote({ owner }: TestApp, userId: bigint): Promise<string> {
  const hash = ids.hash();
  await owner.query("select quote_lightning_withdrawal($1, $2, 10000, market_now())", [hash, userId]);
  return hash;
}

/** Ten thousand satoshi that are set aside, as if they were proved. */
export async function anOpenWithdrawal(app: TestApp, userId: bigint): Promise<{ hash: string; k1: string }> {
  const hash = await aWithdrawalQuote(app, userId);
  const k1 = Buffer.from(ids.secret(), "base64url").toString("hex");
  await app.owner.query(
    `insert into proofs (subject, user_id, method, proved_at, expires_at)
     values ($1, $2, 'passkey', market_now(), market_now() + interval '15 minutes')`,
    [`provider_order:${hash}`, userId],
  );
  await app.owner.query("select open_lightning_withdrawal($1, $2, $3, market_now())", [hash, userId, k1]);
  return { hash, k1 };
}
