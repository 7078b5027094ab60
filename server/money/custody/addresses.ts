/** Our addresses: taken from the account's public key by path, and derived again before it is shown to anybody who pays. */
import { CHAIN_OF } from "#contract/chains.ts";
import type { CryptoCode } from "#contract/money.ts";
import type { DepositAddress } from "#contract/wallet.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { bitcoinAddress, ethereumAddress, HOT, type KeyPath } from "../../platform/outside/chain-keys.ts";
import { bitcoinChainOf, getOpenRail, type OpenRail } from "./rails.ts";
import {
  addressOfUser,
  type AddressPurpose,
  findHotAddress,
  findHouseAddress,
  insertAddress,
  nextIndex,
  type OwnAddress,
} from "./address-rows.ts";

/** The user's deposit address, made at the first call. Locks the branch's counter. Refuses wallet.rail_unavailable. */
export async function giveDepositAddress(
  tx: Tx,
  { userId, currency }: { userId: bigint; currency: CryptoCode },
): Promise<DepositAddress> {
  const rail = await getOpenRail(tx, CHAIN_OF[currency]);
  const address =
    (await addressOfUser(tx, { userId, currency })) ??
    (await takeAddress(tx, rail, { purpose: "user", userId, currency }));
  return shown(rail, address);
}

export async function findDepositAddress(
  tx: ReadTx,
  { userId, currency }: { userId: bigint; currency: CryptoCode },
): Promise<DepositAddress | null> {
  const address = await addressOfUser(tx, { userId, currency });
  return address ? shown(await getOpenRail(tx, CHAIN_OF[currency]), address) : null;
}

/** Where the operator's own money comes in: a deposit address for bitcoin, the hot address for ether and tokens. */
export async function houseAddress(tx: Tx, currency: CryptoCode): Promise<OwnAddress> {
  const rail = await getOpenRail(tx, CHAIN_OF[currency]);
  if (rail.chain === "ethereum") return hotAddress(tx, rail);
  const found = await findHouseAddress(tx, currency);
  return derivedAgain(rail, found ?? (await takeAddress(tx, rail, { purpose: "house", userId: null, currency })));
}

/** Ethereum's address that pays out: index 0 of our own branch, always. */
export async function hotAddress(tx: Tx, rail: OpenRail): Promise<OwnAddress> {
  const found = await findHotAddress(tx, HOT);
  return derivedAgain(rail, found ?? (await takeAddress(tx, rail, { purpose: "hot", userId: null, currency: "ETH" })));
}

/** A fresh address for change. */
export function changeAddress(tx: Tx, rail: OpenRail): Promise<OwnAddress> {
  return takeAddress(tx, rail, { purpose: "change", userId: null, currency: "BTC" });
}

export function pathOf({ branch, path_index }: Pick<OwnAddress, "branch" | "path_index">): KeyPath {
  return { branch, index: path_index };
}

type Wanted = { purpose: AddressPurpose; userId: bigint | null; currency: CryptoCode };

async function takeAddress(tx: Tx, rail: OpenRail, { purpose, userId, currency }: Wanted): Promise<OwnAddress> {
  const branch = purpose === "change" || purpose === "hot" ? 1 : 0;
  const index = await nextIndex(tx, rail.chain, branch);
  const made = await insertAddress(tx, {
    chain: rail.chain,
    branch,
    index,
    address: derive(rail, { branch, index }),
    purpose,
    userId,
    currency,
  });
  // Two calls of one user at once: the second finds what the first has made.
  const kept = made ?? (userId === null ? undefined : await addressOfUser(tx, { userId, currency }));
  if (!kept) throw new Error("no address was taken");
  return kept;
}

function derive(rail: OpenRail, path: KeyPath): string {
  return rail.chain === "bitcoin"
    ? bitcoinAddress(rail.account_key, path, bitcoinChainOf(rail))
    : ethereumAddress(rail.account_key, path);
}

/** A row whose address is not the one of its path was tampered with: it is never shown and never paid to. */
function derivedAgain(rail: OpenRail, address: OwnAddress): OwnAddress {
  if (derive(rail, pathOf(address)) !== address.address) {
    throw new Error(`the address ${address.id} is not the one of its path`);
  }
  return address;
}

function shown(rail: OpenRail, own: OwnAddress): DepositAddress {
  const { address, currency } = derivedAgain(rail, own);
  return {
    cryptoCurrencyCode: currency,
    address,
    uri: uriOf(rail, { address, currency }),
    network: rail.network,
    isTestNetwork: rail.is_test,
  };
}

function uriOf(rail: OpenRail, { address, currency }: { address: string; currency: CryptoCode }): string {
  if (currency === "BTC") return `bitcoin:${address}`;
  if (currency === "ETH") return `ethereum:${address}@${rail.network}`;
  return `ethereum:${rail.token}@${rail.network}/transfer?address=${address}`;
}
