/** Each act of the command, from its arguments to its output. */
import type { KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CHAIN_OF } from "#contract/money/chains.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import {
  type CoinStanding,
  CustodyFault,
  custodyStatus,
  refillState,
  takeSignedRefill,
  writeRefill,
} from "../../server/money/custody/index.ts";
import type { Config } from "../../server/platform/settings/config.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { readAttestationKey } from "../../server/platform/outside/signer/attestation.ts";
import { transactionText } from "../../server/platform/outside/chains/cold/transaction.ts";
import type { Wish } from "./read-wish.ts";

type At = { readonly db: Db; readonly config: Config; readonly tell: (line: string) => void };
type WishOf<A extends Wish["act"]> = Extract<Wish, { act: A }>;
type End = "done" | "alarm";

const show = (units: bigint, currency: CryptoCode) => `${displayFromUnits(units, CRYPTO[currency].digits)} ${currency}`;

export const acts: { readonly [A in Wish["act"]]: (at: At, wish: WishOf<A>) => Promise<End> } = {
  async status({ db, tell }) {
    const standings = await db.read(custodyStatus);
    for (const standing of standings) for (const line of linesOf(standing)) tell(line);
    return standings.some(isWaiting) ? "alarm" : "done";
  },

  async refill({ db, config, tell }, { currency, units, file }) {
    const about = { currency, units, key: keyOf(config), account: accountOf(config, currency) };
    const written = await db.tx((tx) => writeRefill(tx, about));
    const text = currency === "BTC" ? written.unsigned : transactionText(written.unsigned);
    const path = placeOf(file ?? fileOf(currency));
    writeFileSync(path, `${text}\n`, { flag: "wx", mode: 0o600 });
    tell(text);
    tell(`${show(written.units, currency)} to ${written.to}, which the signer has attested;`);
    tell(
      `the network takes at most ${show(written.feeUnits, currency === "BTC" ? "BTC" : "ETH")}. Written to ${path}.`,
    );
    tell("Have it signed, and then: npm run custody -- send FILE");
    return "done";
  },

  async send({ db, tell }, { file }) {
    const text = readFileSync(placeOf(file), "utf8");
    const { refill, txid } = await db.tx((tx) => takeSignedRefill(tx, text.trim()));
    tell(`${show(refill.units, refill.currency)} come back by ${txid}.`);
    tell(SAYS[await shown(db, txid)]);
    return "done";
  },
};

const fileOf = (currency: CryptoCode) =>
  `refill-${currency.toLowerCase()}-${new Date().toISOString().replace(/\W/g, "")}.${currency === "BTC" ? "psbt" : "json"}`;

const SAYS = {
  unknown: "It is kept.",
  signed: "It is kept, and shown to the network as soon as the process that follows the chains runs.",
  shown: "A node has it; npm run custody -- status shows when it is in a block.",
  in_block: "It is in a block.",
} as const;

const LOOKS = 20;
const BETWEEN_MS = 500;

/** Gives the process that follows the chains a moment. */
async function shown(db: Db, txid: string): Promise<keyof typeof SAYS> {
  for (let look = 1; ; look++) {
    const state = await db.read((tx) => refillState(tx, txid));
    if (state !== "signed" || look === LOOKS) return state;
    await sleep(BETWEEN_MS);
  }
}

const isWaiting = ({ coldAccount, waitingUnits, hotUnits }: CoinStanding) =>
  coldAccount !== null && waitingUnits > hotUnits;

const APART = "others sent it to the cold account; it covers what is owed, and is in no user's balance";

function linesOf(standing: CoinStanding): string[] {
  const { currency, coldAccount, hotUnits, coldUnits, owedUnits, limitUnits, waitingUnits, missingUnits } = standing;
  const { apartUnits } = standing;
  const facts: readonly (readonly [string, bigint])[] = [
    ["hot", hotUnits],
    ["cold", coldUnits],
    ["owed", owedUnits],
    ["may be hot", limitUnits],
    ["waiting", waitingUnits],
    ["to refill", coldAccount === null ? 0n : missingUnits],
  ];
  return [
    `${isWaiting(standing) ? "!" : " "} ${currency}  ${coldAccount ?? "no cold account: everything stays hot"}`,
    ...facts.map(([name, units]) => `    ${name.padEnd(11)} ${show(units, currency)}`),
    ...(apartUnits > 0n ? [`    came apart  ${show(apartUnits, currency)}: ${APART}`] : []),
    ...standing.underWay.map(({ txid, fault }) => `    on its way  ${txid}${fault === null ? "" : `: ${fault}`}`),
  ];
}

/** Throws where an attacker in the chains' process could claim addresses as ours. */
function keyOf({ attestationKey, demo }: Config): KeyObject | undefined {
  if (attestationKey !== undefined) return readAttestationKey(attestationKey);
  if (demo) return undefined;
  throw new CustodyFault("ATTESTATION_KEY is missing: without it nobody knows whether the address is the signer's");
}

function accountOf({ coldBitcoinXpub, coldEthereumAddress, demo }: Config, currency: CryptoCode): string | undefined {
  const isBitcoin = CHAIN_OF[currency] === "bitcoin";
  const named = isBitcoin ? coldBitcoinXpub : coldEthereumAddress;
  if (named === undefined && !demo)
    throw new CustodyFault(
      `${isBitcoin ? "COLD_BITCOIN_XPUB" : "COLD_ETHEREUM_ADDRESS"} is missing: set it as the signer has it`,
    );
  return named;
}

/** Relative to where the command was typed. */
const placeOf = (file: string) => resolve(process.env.INIT_CWD ?? ".", file);
