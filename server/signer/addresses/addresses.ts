/**
 * Makes our addresses: the next key of a branch, for whom it is, and the signer's word on both, which others verify before
 * they show the address or count what came to it.
 */
import { CHAIN_OF, type ChainName } from "#contract/money/chains.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { attestationText } from "../../platform/outside/signer/attestation.ts";
import { HOT, type KeyPath } from "../../platform/outside/chains/chain-keys.ts";
import type { Attester, OwnAddressAsked, Signer } from "../../platform/outside/signer/signer.ts";
import { fewAtOnce } from "../../platform/few-at-once.ts";
import { SignerRefusal } from "../../platform/outside/signer/signer.ts";
import {
  findAddress,
  insertAddress,
  nextIndex,
  olderAddresses,
  setAttestation,
  type WantedAddress,
} from "./address-rows.ts";
import { addressOf, type Keys } from "./own-addresses.ts";

const OLDER_AT_ONCE = 500;

export type Addresses = Attester & Pick<Signer, "makeOwnAddress" | "attestOlder">;

/** One is made at a time: a second call for the same finds the first one's. */
export function openAddresses(db: Db, keys: Keys): Addresses {
  const inTurn = fewAtOnce({
    atOnce: 1,
    mostWaiting: 200,
    busy: () => new SignerRefusal("signer.busy", "too many addresses wait to be made"),
  });
  const make = (wanted: WantedAddress) => inTurn(() => db.tx((tx) => makeAddress(tx, keys, wanted)));
  return {
    attestationKey: async () => keys.vault.attestationKey,
    makeDepositAddress: ({ userId, currency }) =>
      make({ purpose: "user", userId: BigInt(userId), currency, subject: null }),
    makeOwnAddress: (asked) => make(ownAddress(asked)),
    attestOlder: ({ chain, after }) => db.tx((tx) => attestOlder(tx, keys, { chain, after: BigInt(after) })),
  };
}

/** Only our own payments go to these. */
const OWN: readonly WantedAddress["purpose"][] = ["change", "hot", "refill"];

function ownAddress(asked: OwnAddressAsked): WantedAddress {
  const currency: CryptoCode = asked.purpose === "hot" ? "ETH" : "BTC";
  const subject = asked.purpose === "change" ? asked.subject : null;
  return { purpose: asked.purpose, userId: null, currency, subject };
}

async function makeAddress(tx: Tx, keys: Keys, wanted: WantedAddress): Promise<void> {
  if (await findAddress(tx, wanted)) return;
  const chain = CHAIN_OF[wanted.currency];
  const branch = OWN.includes(wanted.purpose) ? 1 : 0;
  const path: KeyPath = { branch, index: await nextIndex(tx, { chain, branch }) };
  if (wanted.purpose === "hot" && path.index !== HOT.index)
    throw new Error("the hot address is the first of its branch");
  const made = { ...wanted, chain, branch: path.branch, path_index: path.index, address: addressOf(keys, chain, path) };
  await insertAddress(tx, { ...made, attestation: attest(keys, { ...made, user_id: wanted.userId }) });
}

/** Those whose path derives the address of the row; the others get no attestation. */
async function attestOlder(
  tx: Tx,
  keys: Keys,
  { chain, after }: { chain: ChainName; after: bigint },
): Promise<string | null> {
  const older = await olderAddresses(tx, { chain, after, most: OLDER_AT_ONCE });
  const right = older.filter(
    (row) => addressOf(keys, chain, { branch: row.branch, index: row.path_index }) === row.address,
  );
  await setAttestation(
    tx,
    right.map((row) => ({ id: row.id, attestation: attest(keys, row) })),
  );
  return older.at(-1)?.id.toString() ?? null;
}

type Attested = Omit<Parameters<typeof attestationText>[0], "network">;

function attest({ vault, bitcoinChain, ethereumChainId }: Keys, of: Attested): string {
  const network = of.chain === "bitcoin" ? bitcoinChain : String(ethereumChainId);
  return vault.attest(attestationText({ ...of, network }));
}
