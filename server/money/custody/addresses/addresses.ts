/**
 * Our addresses. The signer derives each and attests that it is ours and which user it belongs to; the attestation is
 * verified before a payer sees the address.
 */
import type { KeyObject } from "node:crypto";
import { CHAIN_OF } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { DepositAddress } from "#contract/products/wallet/wallet.ts";
import type { Db, ReadTx } from "../../../platform/postgres/db.ts";
import { isAttested, readAttestationKey } from "../../../platform/outside/signer/attestation.ts";
import { bitcoinAddress, ethereumAddress, HOT, type KeyPath } from "../../../platform/outside/chains/chain-keys.ts";
import { type Attester, SignerRefusal, SignerSilent } from "../../../platform/outside/signer/signer.ts";
import { isHalted } from "../../ledger/index.ts";
import { bitcoinChainOf, CLOSURES, findOpenRail, getOpenRail, type OpenRail } from "../rails/rails.ts";
import { addressOfUser, findChangeAddress, findHotAddress, findHouseAddress, type OwnAddress } from "./address-rows.ts";

type Whose = { readonly userId: bigint; readonly currency: CryptoCode };
type Ports = { readonly db: Db; readonly verifier: Attester };

/** The key that verifies the signer's attestations; undefined while the signer is unreachable since the start. */
export type AddressKey = { readonly key: KeyObject | undefined };

/** Before a transaction: the key, and an address of the user from the signer where there is none yet. */
export async function prepareDepositAddress({ db, verifier }: Ports, whose: Whose): Promise<AddressKey> {
  const isMissing = await db.read(
    async (tx) => (await findOpenRail(tx, CHAIN_OF[whose.currency])) && !(await addressOfUser(tx, whose)),
  );
  if (isMissing)
    await verifier.makeDepositAddress({ userId: whose.userId.toString(), currency: whose.currency }).catch(isAway);
  return addressKey({ verifier });
}

/** Before a transaction that shows an address. */
export async function addressKey({ verifier }: Pick<Ports, "verifier">): Promise<AddressKey> {
  const text = await verifier.attestationKey().catch(isAway);
  return { key: text === undefined ? undefined : readAttestationKey(text) };
}

/** The chain is then as good as closed; another fault is ours. */
function isAway(error: unknown): undefined {
  if (!(error instanceof SignerSilent || error instanceof SignerRefusal)) throw error;
  return undefined;
}

/** The user's deposit address, which was prepared. Refuses wallet.rail_unavailable. */
export async function giveDepositAddress(tx: ReadTx, whose: Whose, prepared: AddressKey): Promise<DepositAddress> {
  const found = await findDepositAddress(tx, whose, prepared);
  if (found) return found;
  await getOpenRail(tx, CHAIN_OF[whose.currency]);
  throw new Refusal("wallet.rail_unavailable", { reason: CLOSURES.not_reached });
}

/** Null when the user has none. Refuses wallet.rail_unavailable. Throws for a row that the signer did not attest. */
export async function findDepositAddress(
  tx: ReadTx,
  whose: Whose,
  { key }: AddressKey,
): Promise<DepositAddress | null> {
  const own = await addressOfUser(tx, whose);
  if (!own) return null;
  const rail = await getOpenRail(tx, CHAIN_OF[whose.currency]);
  if (!key || (await isHalted(tx, `${rail.chain}_in`)))
    throw new Refusal("wallet.rail_unavailable", { reason: CLOSURES.not_reached });
  if (!isAttested(key, { ...own, network: rail.network }))
    throw new Error(`the address ${own.id} is not one that the signer attested`);
  const { address, currency } = own;
  return {
    cryptoCurrencyCode: currency,
    address,
    uri: uriOf(rail, { address, currency }),
    network: rail.network,
    isTestNetwork: rail.is_test,
  };
}

/** Where the operator's own money comes in: a deposit address for bitcoin, the hot address for ether and tokens. */
export async function houseAddress(tx: ReadTx, currency: CryptoCode): Promise<OwnAddress> {
  const rail = await getOpenRail(tx, CHAIN_OF[currency]);
  return rail.chain === "ethereum" ? hotAddress(tx, rail) : derivedAgain(rail, await findHouseAddress(tx, currency));
}

/** Ethereum's address that pays out: index 0 of our own branch, always. */
export async function hotAddress(tx: ReadTx, rail: OpenRail): Promise<OwnAddress> {
  return derivedAgain(rail, await findHotAddress(tx, HOT));
}

/** Where the change of a send-out comes back to, which was made for it. */
export async function changeAddress(tx: ReadTx, rail: OpenRail, sendOut: string): Promise<OwnAddress> {
  return derivedAgain(rail, await findChangeAddress(tx, sendOut));
}

export function pathOf({ branch, path_index }: Pick<OwnAddress, "branch" | "path_index">): KeyPath {
  return { branch, index: path_index };
}

function derive(rail: OpenRail, path: KeyPath): string {
  return rail.chain === "bitcoin"
    ? bitcoinAddress(rail.account_key, path, bitcoinChainOf(rail))
    : ethereumAddress(rail.account_key, path);
}

/** The signer makes them as the chain is opened. A row that is not the one of its path was tampered with: it is never paid to. */
function derivedAgain(rail: OpenRail, address: OwnAddress | undefined): OwnAddress {
  if (!address) throw new Error(`the signer has made no address for this on ${rail.chain}`);
  if (derive(rail, pathOf(address)) !== address.address) {
    throw new Error(`the address ${address.id} is not the one of its path`);
  }
  return address;
}

function uriOf(rail: OpenRail, { address, currency }: { address: string; currency: CryptoCode }): string {
  if (currency === "BTC") return `bitcoin:${address}`;
  if (currency === "ETH") return `ethereum:${address}@${rail.network}`;
  return `ethereum:${rail.token}@${rail.network}/transfer?address=${address}`;
}
