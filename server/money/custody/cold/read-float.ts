/** What is hot and cold of a coin now, beside what is owed and what may stay hot. */
import { CRYPTO, type CryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { accountOf, balanceOf } from "../../ledger/index.ts";
import { type Float, limitOf } from "./float.ts";
import {
  coldBitcoin,
  hotBitcoin,
  leavingEthereum,
  measuredUnits,
  owedAndWaiting,
  tokenSendOutsWaiting,
} from "./float-rows.ts";
import { tokenGasUnits } from "../payments/plan-ethereum.ts";
import type { Rail } from "../rails/rail-rows.ts";

export async function bitcoinFloat(tx: ReadTx, { cold_account: account }: Pick<Rail, "cold_account">): Promise<Float> {
  return {
    hotUnits: await hotBitcoin(tx),
    coldUnits: account === null ? 0n : await coldBitcoin(tx, account),
    ...(await demandOf(tx, "BTC")),
  };
}

type EthereumRail = Pick<Rail, "cold_account" | "fee_price" | "fee_tip">;

/** Of ether what is put aside for the network stays hot beside the limit, and the way of tokens that wait is waited for. */
export async function ethereumFloat(tx: ReadTx, rail: EthereumRail, currency: "ETH" | "USDT"): Promise<Float> {
  const { hot_units: hotUnits, cold_units: coldUnits } = await measuredUnits(tx, currency);
  const demand = await demandOf(tx, currency);
  const isEther = currency === "ETH";
  const aside = isEther ? await balanceOf(tx, accountOf.house("ETH", "network")) : 0n;
  const ways = isEther ? (await tokenSendOutsWaiting(tx)) * (tokenGasUnits(rail) ?? 0n) : 0n;
  return {
    ...demand,
    limitUnits: demand.limitUnits + aside,
    waitingUnits: demand.waitingUnits + ways,
    hotUnits: hotUnits - (await leavingEthereum(tx, currency)),
    coldUnits: rail.cold_account === null ? 0n : coldUnits,
  };
}

export function readFloat(tx: ReadTx, rail: EthereumRail, currency: CryptoCode): Promise<Float> {
  return currency === "BTC" ? bitcoinFloat(tx, rail) : ethereumFloat(tx, rail, currency);
}

async function demandOf(
  tx: ReadTx,
  currency: CryptoCode,
): Promise<Pick<Float, "owedUnits" | "waitingUnits" | "limitUnits">> {
  const { owedUnits, waitingUnits } = await owedAndWaiting(tx, currency);
  const set = await readSettings(tx, ["wallet.hot_float_bp", "wallet.hot_floor"]);
  const floorUnits = unitsFromDisplay(set["wallet.hot_floor"][currency] ?? "0", CRYPTO[currency].digits);
  return {
    owedUnits,
    waitingUnits,
    limitUnits: limitOf({ owedUnits, floatBp: set["wallet.hot_float_bp"], floorUnits }),
  };
}
