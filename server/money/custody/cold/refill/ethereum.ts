/** A refill of ether or tokens: an unsigned transaction from the cold address to the hot one. */
import type { KeyObject } from "node:crypto";
import { CRYPTO, displayFromUnits, divideUp } from "#contract/money/money.ts";
import type { ReadTx } from "../../../../platform/postgres/db.ts";
import { isAttested } from "../../../../platform/outside/signer/attestation.ts";
import { ethereumAddress, HOT } from "../../../../platform/outside/chains/chain-keys.ts";
import { writeTransaction } from "../../../../platform/outside/chains/cold/transaction.ts";
import { findHotAddress, type OwnAddress } from "../../addresses/address-rows.ts";
import { pathOf } from "../../addresses/addresses.ts";
import { CustodyFault } from "../../custody-fault.ts";
import { measuredUnits } from "../float-rows.ts";
import { gasPriceWithin } from "../../payments/plan-ethereum.ts";
import { CHAIN_UNITS, type OpenRail } from "../../rails/rails.ts";
import { GAS } from "../../send-outs/fee.ts";
import { MOST_GAS_WEI } from "../../deposits/sweep-ethereum.ts";

type Wish = {
  readonly rail: OpenRail;
  readonly currency: "ETH" | "USDT";
  readonly units: bigint;
  readonly key: KeyObject | undefined;
};

/** Throws CustodyFault, also where the address is not one that the signer attested. */
export async function writeEthereumRefill(tx: ReadTx, { rail, currency, units, key }: Wish) {
  const own = await findHotAddress(tx, HOT);
  if (!own || !isOurs(own, rail, key)) throw new CustodyFault("the signer has not attested the hot address");
  const price = gasPriceWithin(rail, { gas: GAS[currency], mostWei: MOST_GAS_WEI });
  if (!price || rail.cold_nonce === null || rail.token === null)
    throw new CustodyFault("the network is too dear now, or was not looked at yet");
  const feeUnits = divideUp(GAS[currency] * price.maxFeePerGasWei, CHAIN_UNITS.ETH);
  const ether = (await measuredUnits(tx, "ETH")).cold_units;
  const rest = ether - feeUnits;
  const arriving = currency === "ETH" && units > rest ? rest : units;
  if (rest < 0n || arriving <= 0n)
    throw new CustodyFault(
      `the cold account has no ether for the network's fee: ${displayFromUnits(feeUnits, CRYPTO.ETH.digits)} ETH`,
    );
  const unsigned = writeTransaction({
    chainId: Number(rail.network),
    nonce: rail.cold_nonce,
    to: own.address,
    value: arriving * CHAIN_UNITS[currency],
    token: currency === "USDT" ? rail.token : undefined,
    gas: GAS[currency],
    ...price,
  });
  return { unsigned, currency, units: arriving, feeUnits, to: own.address };
}

function isOurs(own: OwnAddress, rail: OpenRail, key: KeyObject | undefined): boolean {
  if (key) return isAttested(key, { ...own, network: rail.network });
  return ethereumAddress(rail.account_key, pathOf(own)) === own.address;
}
