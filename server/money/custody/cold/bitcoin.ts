/** Moves bitcoin beyond the hot limit to the cold account, by a payment like others. The operator pays for the network. */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { BitcoinPlan, Signer } from "../../../platform/outside/signer/signer.ts";
import { accountOf, balanceOf } from "../../ledger/index.ts";
import { changeAddress, pathOf } from "../addresses/addresses.ts";
import { findChangeAddress } from "../addresses/address-rows.ts";
import { type Choice, chooseCoins, MOST_INPUTS, piecesOf } from "../coins/choose-coins.ts";
import { type FreeCoin, freeCoins, reserveCoins } from "../coins/coin-rows.ts";
import { coldAccountOf } from "../blocks/cold-blocks.ts";
import { lastColdIndexes } from "./rows.ts";
import { surplusOf } from "./float.ts";
import { pastColdMoves } from "./float-rows.ts";
import { insertPayment } from "../payments/rows.ts";
import { getOpenRail, type OpenRail } from "../rails/rails.ts";
import { bitcoinFloat } from "./read-float.ts";

/** Of what moves, at most so much goes to the network; the signer takes no more. */
const FEE_PART = 100n;

/** Logged once per process. */
const warned = new WeakSet<Db>();

/** Plans one move at a time, and the next an hour after the signer refused one. */
export async function planColdBitcoin({ db, log }: Pick<AppPorts, "db" | "log">, signer: Signer): Promise<void> {
  const subject = await db.read(nextMove);
  if (subject === undefined) return;
  if (!(await db.read((tx) => findChangeAddress(tx, subject))))
    await signer.makeOwnAddress({ purpose: "change", subject });
  await db.tx(async (tx) => {
    if ((await nextMove(tx)) !== subject) return;
    const rail = await getOpenRail(tx, "bitcoin");
    const choice = await choose(tx, rail);
    if (!choice) return;
    if (!(await mayPayFee(tx, choice.feeUnits))) {
      if (!warned.has(db)) log.warn({}, "bitcoin stays hot: the operator has none for the network's fee");
      warned.add(db);
      return;
    }
    const id = await insertPayment(tx, {
      chain: "bitcoin",
      currency: "BTC",
      purpose: "cold",
      subject,
      plan: await planOf(tx, rail, { choice, subject }),
      from_address: null,
      nonce: null,
    });
    if (id !== undefined) await reserveCoins(tx, id, choice.coins);
  });
}

/** The number of the next move; undefined while nothing is to move. */
async function nextMove(tx: ReadTx): Promise<string | undefined> {
  const rail = await getOpenRail(tx, "bitcoin");
  if (rail.cold_account === null) return undefined;
  const { count, must_wait } = await pastColdMoves(tx, "BTC");
  if (must_wait || surplusOf(await bitcoinFloat(tx, rail)) === 0n) return undefined;
  return `BTC-${count + 1}`;
}

async function choose(tx: Tx, rail: OpenRail): Promise<Choice<FreeCoin> | undefined> {
  const surplus = surplusOf(await bitcoinFloat(tx, rail));
  const coins = await freeCoins(tx, { lock: true });
  // One payment spends so many coins only: the rest moves by the next.
  const reach = coins.slice(0, MOST_INPUTS).reduce((sum, coin) => sum + coin.units, 0n);
  const most = reach - reach / FEE_PART;
  const units = surplus < most ? surplus : most;
  if (units <= 0n) return undefined;
  const scriptBytes = 22;
  const ratePerKvb = BigInt(rail.fee_price ?? 0);
  return chooseCoins({ coins, units, scriptBytes, ratePerKvb, mostFeeUnits: units / FEE_PART });
}

/** From what the operator has put aside, or has of its own: users' coins pay for nothing. */
async function mayPayFee(tx: ReadTx, feeUnits: bigint): Promise<boolean> {
  const have =
    (await balanceOf(tx, accountOf.house("BTC", "network"))) +
    (await balanceOf(tx, accountOf.house("BTC", "inventory")));
  return have >= feeUnits;
}

/** What stays hot lies in so many coins at most. */
const PIECES = 10n;

type Move = { readonly choice: Choice<FreeCoin>; readonly subject: string };

async function planOf(tx: Tx, rail: OpenRail, { choice, subject }: Move): Promise<BitcoinPlan> {
  const { cold_account: name } = rail;
  if (name === null) throw new Error("there is no cold account");
  const coldIndex = (await lastColdIndexes(tx, name)).planned + 1;
  const { address } = coldAccountOf({ ...rail, cold_account: name }).addressAt({ branch: 0, index: coldIndex });
  const sum = choice.coins.reduce((units, coin) => units + coin.units, 0n);
  const units = (sum - choice.feeUnits - choice.changeUnits).toString();
  return {
    chain: "bitcoin",
    inputs: choice.coins.map((coin) => ({
      txid: coin.txid,
      outputIndex: coin.output_index,
      units: coin.units.toString(),
      path: pathOf(coin),
    })),
    outputs: [{ address, units }, ...(await changeOutputs(tx, rail, { choice, subject }))],
    coldIndex,
  };
}

async function changeOutputs(tx: Tx, rail: OpenRail, { choice, subject }: Move): Promise<BitcoinPlan["outputs"]> {
  if (choice.changeUnits === 0n) return [];
  const own = await changeAddress(tx, rail, subject);
  const pieces = piecesOf(choice.changeUnits, { most: PIECES, ratePerKvb: BigInt(rail.fee_price ?? 0) });
  return pieces.map((units) => ({ address: own.address, units: units.toString(), path: pathOf(own) }));
}
