/** Every user of tests has a passkey, the same key for all, and uses it where a person would be asked to. */
import { createHash } from "node:crypto";
import type pg from "pg";
import { decideDispute } from "#contract/disputes.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money.ts";
import type { Assertion, ProofFor, ShownSendOut } from "#contract/proofs.ts";
import { releaseTrade, reopenTrade } from "#contract/trades.ts";
import { createSendOut } from "#contract/wallet.ts";
import { assertWith, makeSoftwareKey } from "../demo/software-key.ts";
import type { Tx } from "../platform/db.ts";
import type { ProofOutcome, Verifier } from "../platform/outside/signer.ts";

const { key: TEST_KEY, publicKey } = makeSoftwareKey("test");
const keyIdOf = (userId: bigint) => `test-${userId}`;

/** As the owner of the tables. */
export async function enrollTestKey(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`select enroll_passkeys(${[userId]}::bigint[], ${[keyIdOf(userId)]}::text[], ${[publicKey]}::bytea[])`;
}

/** The key as a robot would hold it. */
export function testKeyOf(userId: bigint): { id: string; privateKey: string } {
  return { id: keyIdOf(userId), privateKey: TEST_KEY.privateKey };
}

type Asserting = { readonly origin: string; readonly now: Date; readonly sendOut?: ShownSendOut };

export function testAssertion(userId: bigint, wanted: ProofFor, at: Asserting): Assertion {
  return assertWith(testKeyOf(userId), { wanted, ...at });
}

export type Proving = { readonly owner: pg.Pool; readonly verifier: Verifier; readonly origin: string };

/** Undefined for nobody. */
export async function proveWith(
  { owner, verifier, origin }: Proving,
  { token, wanted }: { token: string; wanted: ProofFor },
): Promise<ProofOutcome | undefined> {
  const { rows } = await owner.query<{ user_id: string; now: Date }>(
    "select user_id, market_now() as now from sessions where token_hash = $1",
    [createHash("sha256").update(token).digest()],
  );
  const [session] = rows;
  if (!session) return undefined;
  const sendOut = wanted.kind === "send_out" ? await quoteOf(owner, wanted.id) : undefined;
  const at = { origin, now: session.now, ...(sendOut ? { sendOut } : {}) };
  const passkey = testAssertion(BigInt(session.user_id), wanted, at);
  const [outcome] = await verifier.prove([{ userId: session.user_id, for: wanted, shown: { passkey } }]);
  return outcome;
}

async function quoteOf(owner: pg.Pool, id: string): Promise<ShownSendOut | undefined> {
  const { rows } = await owner.query<{ currency: CryptoCode; destination: string; units: string; fee_units: string }>(
    "select currency, destination, units, fee_units from send_out_quotes where hash = $1",
    [id],
  );
  const [quote] = rows;
  if (!quote) return undefined;
  const show = (sum: string) => displayFromUnits(BigInt(sum), CRYPTO[quote.currency].digits);
  return {
    cryptoCurrencyCode: quote.currency,
    amount: show(quote.units),
    fee: show(quote.fee_units),
    address: quote.destination,
  };
}

/** What the web client would ask the person to prove for this call. */
export function proofWantedBy(endpoint: EndpointShape, { params, body }: { params?: unknown; body?: unknown }) {
  const given = { ...(params as Record<string, string>), ...(body as Record<string, string>) };
  const { id = "", quote_id = "", winner } = given;
  if (endpoint === (releaseTrade as EndpointShape)) return { kind: "release", id } satisfies ProofFor;
  if (endpoint === (createSendOut as EndpointShape)) return { kind: "send_out", id: quote_id } satisfies ProofFor;
  if (endpoint === (reopenTrade as EndpointShape)) return { kind: "reopen", id } satisfies ProofFor;
  if (endpoint !== (decideDispute as EndpointShape) || (winner !== "buyer" && winner !== "seller")) return undefined;
  return { kind: "award", id, winner } satisfies ProofFor;
}
