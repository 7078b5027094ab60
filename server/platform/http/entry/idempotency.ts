/**
 * One request key, one effect, one answer. The record is written in the transaction of the effect itself, so after a
 * crash either both are there or neither. A refusal for a business reason is an answer too and is kept.
 */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { pack, unpack } from "../../packing/packed.ts";
import type { ReadTx, Tx } from "../../postgres/db.ts";

export type RequestKey = {
  readonly principal: string;
  readonly key: string;
  readonly route: string;
  readonly bodyHash: string;
};

/** `body` is the JSON text: written once, sent and kept as it is. `bytes` are the same, of what is sent again and again. */
export type Answer = { readonly status: number; readonly body: string; readonly bytes?: Buffer };

export function requestKey({
  principal,
  key,
  route,
  body,
}: {
  principal: string;
  key: string;
  route: string;
  body: unknown;
}) {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key)) throw new Refusal("idempotency.key_malformed");
  const bodyHash = createHash("sha256")
    .update(JSON.stringify(body ?? null))
    .digest("base64url");
  return { principal, key, route, bodyHash };
}

/** The answer given before under this key. Refuses `idempotency.in_flight` and `idempotency.other_body`. */
export async function findAnswer(tx: Tx, wanted: RequestKey): Promise<Answer | undefined> {
  const [lock] = await tx.rows<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${wanted.principal}\n${wanted.key}`}, 0)) as mine`;
  if (!lock?.mine) throw new Refusal("idempotency.in_flight");
  const [found] = await findAnswers(tx, [wanted]);
  if (found === undefined) return undefined;
  confirmSeen(tx);
  return replay(found, wanted);
}

/**
 * What was read before is where its commit was not yet: with a synchronous standby the commit of this transaction waits until the standby has all that
 * was written before it. An answer may be given again only after that, for the first one may have ended as unknown.
 */
export function confirmSeen(tx: Tx): void {
  tx.later(tx.rows`
    select pg_logical_emit_message(true, 'parley', '')
    where current_setting('synchronous_standby_names') <> ''`);
}

export type StoredAnswer = {
  principal: string;
  key: string;
  route: string;
  body_hash: string;
  status: number;
  answer: string;
};

/** Those that were given. In the transaction that keeps the others: a part of the table begins between transactions only. */
export async function findAnswers(tx: ReadTx, wanted: readonly RequestKey[]): Promise<StoredAnswer[]> {
  if (wanted.length === 0) return [];
  const rows = await tx.rows<Omit<StoredAnswer, "answer"> & { text: string | null; packed: Buffer | null }>`
    select principal, key, route, body_hash, status, answer as text, packed
    from idempotency_keys
    join unnest(${wanted.map((w) => w.principal)}::text[], ${wanted.map((w) => w.key)}::text[])
      as wanted (principal, key) using (principal, key)`;
  return rows.map(({ text, packed, ...row }) => ({ ...row, answer: unpack({ text, packed }) }));
}

export function replay(found: StoredAnswer, wanted: RequestKey): Answer {
  if (found.route !== wanted.route || found.body_hash !== wanted.bodyHash) throw new Refusal("idempotency.other_body");
  return { status: found.status, body: found.answer };
}

export function keepAnswers(tx: Tx, kept: readonly { key: RequestKey; answer: Answer }[]): void {
  if (kept.length === 0) return;
  const answers = kept.map(({ answer }) => pack(answer.body));
  tx.later(tx.rows`
    insert into idempotency_keys (principal, key, route, body_hash, status, answer, packed, created_at)
    select principal, key, route, body_hash, status, answer, packed, ${tx.now}
    from unnest(
      ${kept.map(({ key }) => key.principal)}::text[], ${kept.map(({ key }) => key.key)}::text[],
      ${kept.map(({ key }) => key.route)}::text[], ${kept.map(({ key }) => key.bodyHash)}::text[],
      ${kept.map(({ answer }) => answer.status)}::int[],
      ${answers.map(({ text }) => text)}::text[], ${answers.map(({ packed }) => packed)}::bytea[]
    ) as kept (principal, key, route, body_hash, status, answer, packed)`);
}

/**
 * Does the work, and a second time if another transaction committed a conflicting unique row meanwhile: a response
 * under the same key, a name, a subscription. The first attempt is rolled back, and the second finds that row and
 * applies its rule.
 */
export async function againIfTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTaken(error)) throw error;
    return work();
  }
}

const UNIQUE_VIOLATION = "23505";

function isTaken(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === UNIQUE_VIOLATION;
}

/** Whether the answer to a refusal belongs to the request for good: rules yes; "not now" and bad shape no. */
export function isKept(refusal: Refusal): boolean {
  return (
    ![400, 401, 429, 500, 503].includes(refusal.status) &&
    refusal.code !== "ERROR_INPUT_VALIDATION" &&
    refusal.code !== "idempotency.in_flight"
  );
}
