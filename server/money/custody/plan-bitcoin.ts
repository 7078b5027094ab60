/** The plan of a bitcoin send-out: coins that are locked for it, the receiver's output, and change to a fresh address. */
import type { Db, Tx } from "../../platform/db.ts";
import { bitcoinScript } from "../../platform/outside/chain-keys.ts";
import type { BitcoinPlan } from "../../platform/outside/signer.ts";
import { changeAddress, pathOf } from "./addresses.ts";
import { chooseCoins } from "./choose-coins.ts";
import { freeCoins, reserveCoins } from "./coin-rows.ts";
import { insertPayment } from "./payment-rows.ts";
import { bitcoinChainOf, getOpenRail } from "./rails.ts";
import type { SendOutRow } from "./send-out-rows.ts";

/** False when it has to wait: not enough free coins, or a network dearer than what the sender has paid for. */
export async function planBitcoin(db: Db, sendOut: SendOutRow): Promise<boolean> {
  return db.tx(async (tx) => {
    const rail = await getOpenRail(tx, "bitcoin");
    const scriptBytes = bitcoinScript(sendOut.destination, bitcoinChainOf(rail))?.length;
    if (scriptBytes === undefined) throw new Error(`send-out ${sendOut.hash} goes to no address`);
    const coins = await freeCoins(tx, { lock: true });
    const target = { coins, units: sendOut.units, scriptBytes, mostFeeUnits: sendOut.fee_units };
    const wanted = BigInt(rail.fee_price ?? 0);
    const lowest = BigInt(rail.fee_tip ?? 0);
    // The sender's fee is the cap; when the usual rate is above it, the lowest that a node takes is tried.
    const choice = chooseCoins({ ...target, ratePerKvb: wanted }) ?? chooseCoins({ ...target, ratePerKvb: lowest });
    if (!choice) return false;
    const plan: BitcoinPlan = {
      chain: "bitcoin",
      inputs: choice.coins.map((coin) => ({
        txid: coin.txid,
        outputIndex: coin.output_index,
        units: coin.units.toString(),
        path: pathOf(coin),
      })),
      outputs: [
        { address: sendOut.destination, units: sendOut.units.toString() },
        ...(await changeOutput(tx, choice.changeUnits)),
      ],
    };
    const id = await insertPayment(tx, {
      chain: "bitcoin",
      currency: "BTC",
      purpose: "send_out",
      subject: sendOut.hash,
      plan,
      from_address: null,
      nonce: null,
    });
    if (id === undefined) return true;
    await reserveCoins(tx, id, choice.coins);
    return true;
  });
}

async function changeOutput(tx: Tx, changeUnits: bigint): Promise<BitcoinPlan["outputs"]> {
  if (changeUnits === 0n) return [];
  const own = await changeAddress(tx, await getOpenRail(tx, "bitcoin"));
  return [{ address: own.address, units: changeUnits.toString(), path: pathOf(own) }];
}
