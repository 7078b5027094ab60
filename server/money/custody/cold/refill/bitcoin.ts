/** A refill of bitcoin: a PSBT from coins of the cold account to an address of ours that the signer attested. */
import type { KeyObject } from "node:crypto";
import type { Tx } from "../../../../platform/postgres/db.ts";
import { isAttested } from "../../../../platform/outside/signer/attestation.ts";
import { bitcoinAddress } from "../../../../platform/outside/chains/chain-keys.ts";
import { type ColdInput, writePsbt } from "../../../../platform/outside/chains/cold/psbt.ts";
import { pathOf } from "../../addresses/addresses.ts";
import type { OwnAddress } from "../../addresses/address-rows.ts";
import { type Choice, chooseCoins, feeFor, MOST_INPUTS, piecesOf, vbytesOf } from "../../coins/choose-coins.ts";
import { CustodyFault } from "../../custody-fault.ts";
import { coldAccountOf } from "../../blocks/cold-blocks.ts";
import { type ColdCoin, lastColdIndexes } from "../rows.ts";
import { bitcoinChainOf, type OpenRail } from "../../rails/rails.ts";
import { findRefillAddress, spendableCold } from "./rows.ts";

type ColdRail = OpenRail & { readonly cold_account: string };
type Wish = { readonly rail: ColdRail; readonly units: bigint; readonly key: KeyObject | undefined };

/** Satoshi per 1000 virtual bytes: whatever the tables say of the network, an operator signs no more. */
const HIGHEST_FEE = 200_000n;
const SCRIPT_BYTES = 22;
const SMALLEST_UNITS = 10_000n;
/** Not more, because who signs reads each of them. */
const PIECES = 5n;

/** Throws CustodyFault, also where the address is not one that the signer attested. */
export async function writeBitcoinRefill(tx: Tx, { rail, units, key }: Wish) {
  const own = await findRefillAddress(tx);
  if (!own || !isOurs(own, rail, key)) throw new CustodyFault("the signer has not attested an address for refills");
  const price = BigInt(rail.fee_price ?? 0);
  const ratePerKvb = price < HIGHEST_FEE ? price : HIGHEST_FEE;
  const choice = choose(await spendableCold(tx, rail.cold_account), { units, ratePerKvb });
  const sum = choice.coins.reduce((all, coin) => all + coin.units, 0n);
  const whole = sum - choice.feeUnits - choice.changeUnits;
  if (whole < SMALLEST_UNITS) throw new CustodyFault("this is too little to be worth its fee");
  const pieces = piecesOf(whole, { most: PIECES, ratePerKvb });
  const arriving = pieces.reduce((all, one) => all + one, 0n);
  const index = (await lastColdIndexes(tx, rail.cold_account)).change + 1;
  const unsigned = writePsbt(coldAccountOf(rail), bitcoinChainOf(rail), {
    inputs: choice.coins.map(inputOf),
    to: own.address,
    pieces,
    change: choice.changeUnits === 0n ? undefined : { path: { branch: 1, index }, units: choice.changeUnits },
  });
  return {
    unsigned,
    currency: "BTC" as const,
    units: arriving,
    feeUnits: choice.feeUnits + whole - arriving,
    to: own.address,
  };
}

/** Where all of it is wanted the fee comes out of that. */
function choose(coins: readonly ColdCoin[], target: { units: bigint; ratePerKvb: bigint }): Choice<ColdCoin> {
  const choice = chooseCoins({ ...target, coins, scriptBytes: SCRIPT_BYTES, mostFeeUnits: target.units });
  if (choice) return choice;
  const all = coins.slice(0, MOST_INPUTS);
  const feeUnits = feeFor(vbytesOf({ inputs: all.length, scriptBytes: [SCRIPT_BYTES] }), target.ratePerKvb);
  return { coins: all, feeUnits, changeUnits: 0n };
}

const inputOf = ({ txid, output_index: outputIndex, units, branch, path_index: index }: ColdCoin): ColdInput => ({
  txid,
  outputIndex,
  units,
  path: { branch, index },
});

function isOurs(own: OwnAddress, rail: OpenRail, key: KeyObject | undefined): boolean {
  if (key) return isAttested(key, { ...own, network: rail.network });
  return bitcoinAddress(rail.account_key, pathOf(own), bitcoinChainOf(rail)) === own.address;
}
