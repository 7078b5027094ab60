/**
 * Whether our addresses are still those that the signer attested: those that something came to at each look, all of them in
 * turn. One that differs stops the deposits of its chain before anything that came to it is credited.
 */
import type { KeyObject } from "node:crypto";
import type { ChainName } from "#contract/money/chains.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { isAttested, readAttestationKey } from "../../../platform/outside/signer/attestation.ts";
import type { Signer } from "../../../platform/outside/signer/signer.ts";
import { halt, isHalted } from "../../ledger/index.ts";
import { addressesAfter, awaitedAddresses } from "./address-rows.ts";
import { findRail } from "../rails/rails.ts";

const AT_ONCE = 200;

/** The last id that was looked at, by chain and database; from the first again after the last. */
const looked: Readonly<Record<ChainName, WeakMap<Db, bigint>>> = { bitcoin: new WeakMap(), ethereum: new WeakMap() };
const keys = new Map<string, KeyObject>();

export async function checkAddresses(
  { db, log, verifier }: Pick<AppPorts, "db" | "log" | "verifier">,
  chain: ChainName,
): Promise<void> {
  const key = keyOf(await verifier.attestationKey());
  const after = looked[chain].get(db) ?? 0n;
  const { rail, isStopped, awaited, next } = await db.read(async (tx) => ({
    rail: await findRail(tx, chain),
    isStopped: await isHalted(tx, `${chain}_in`),
    awaited: await awaitedAddresses(tx, chain),
    next: await addressesAfter(tx, { chain, after, most: AT_ONCE }),
  }));
  if (!rail) return;
  looked[chain].set(db, next.length < AT_ONCE ? 0n : (next.at(-1)?.id ?? 0n));
  const wrong = [...awaited, ...next].find((address) => !isAttested(key, { ...address, network: rail.network }));
  if (!wrong || isStopped) return;
  const reason = `the address ${wrong.id} is not one that the signer attested`;
  log.error({ chain, address: wrong.id.toString() }, "an address differs from what the signer attested; deposits stop");
  await db.tx((tx) => halt(tx, { name: `${chain}_in`, reason }));
}

/** Addresses of before the signer gave its word have it from then on, unless they are not the ones of their paths. */
export async function attestOlder(signer: Signer, chain: ChainName): Promise<void> {
  for (let after: string | null = "0"; after !== null; ) after = await signer.attestOlder({ chain, after });
}

function keyOf(text: string): KeyObject {
  const key = keys.get(text) ?? readAttestationKey(text);
  keys.set(text, key);
  return key;
}
