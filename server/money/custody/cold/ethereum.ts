/** Moves ether and tokens beyond the hot limit from the hot address to the cold one. The operator's ether pays for the network. */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { EthereumRail } from "../../../platform/outside/chains/chains.ts";
import { HOT } from "../../../platform/outside/chains/chain-keys.ts";
import { hotAddress } from "../addresses/addresses.ts";
import { type Float, surplusOf } from "./float.ts";
import { pastColdMoves } from "./float-rows.ts";
import { promised } from "../payments/rows.ts";
import { gasPriceWithin, planEthereum } from "../payments/plan-ethereum.ts";
import { CHAIN_UNITS, getOpenRail, type OpenRail } from "../rails/rails.ts";
import { ethereumFloat } from "./read-float.ts";
import { GAS } from "../send-outs/fee.ts";
import { maySpendGas, MOST_GAS_WEI } from "../deposits/sweep-ethereum.ts";

/** Of ether that moves, at most so much goes to the network. */
const FEE_PART = 100n;

type Coin = "ETH" | "USDT";

/** Plans one move of a coin at a time, and the next an hour after the signer refused one. */
export async function planColdEthereum({ db }: Pick<AppPorts, "db">, rail: EthereumRail): Promise<void> {
  for (const coin of ["ETH", "USDT"] as const) {
    const wish = await db.read((tx) => nextMove(tx, coin));
    if (!wish || !(await db.read(maySpendGas))) continue;
    const there = await chainUnitsAt(rail, coin, wish);
    await db.tx(async (tx) => {
      if ((await nextMove(tx, coin))?.subject !== wish.subject) return;
      const open = await getOpenRail(tx, "ethereum");
      const price = gasPriceWithin(open, { gas: GAS[coin], mostWei: MOST_GAS_WEI });
      if (!price || open.cold_account === null) return;
      const value = await movable(tx, { coin, there, ...wish, feeWei: GAS[coin] * price.maxFeePerGasWei });
      if (value <= 0n) return;
      const { subject, hot: address } = wish;
      const from = { address, path: HOT };
      await planEthereum(tx, rail, {
        purpose: "cold",
        subject,
        currency: coin,
        from,
        to: open.cold_account,
        value,
        price,
      });
    });
  }
}

type Wish = { readonly subject: string; readonly hot: string; readonly final: number; readonly float: Float };

/** Undefined while nothing is to move. */
async function nextMove(tx: ReadTx, coin: Coin): Promise<Wish | undefined> {
  const rail: OpenRail = await getOpenRail(tx, "ethereum");
  if (rail.cold_account === null) return undefined;
  const { count, must_wait } = await pastColdMoves(tx, coin);
  const float = await ethereumFloat(tx, rail, coin);
  if (must_wait || surplusOf(float) === 0n) return undefined;
  const { address: hot } = await hotAddress(tx, rail);
  return { subject: `${coin}-${count + 1}`, hot, final: rail.final_height, float };
}

/** What is final at the hot address: what lies at deposit addresses is swept first. */
function chainUnitsAt({ node, token }: EthereumRail, coin: Coin, { hot, final }: Wish): Promise<bigint> {
  return coin === "ETH" ? node.balance(hot, final) : node.tokenBalance({ token, address: hot, blockNumber: final });
}

type Facts = Wish & { readonly coin: Coin; readonly there: bigint; readonly feeWei: bigint };

/** In the chain's units, of whole units of the ledger; 0 for what is not worth its fee. */
async function movable(tx: ReadTx, { coin, there, hot, float, feeWei }: Facts): Promise<bigint> {
  const unit = CHAIN_UNITS[coin];
  const { wei, tokens } = await promised(tx, hot);
  const free = coin === "ETH" ? there - wei - feeWei : there - tokens;
  const stays = (float.waitingUnits + float.limitUnits) * unit;
  let spare = surplusOf(float) * unit;
  if (free - stays < spare) spare = free - stays;
  if (spare <= 0n || (coin === "ETH" && feeWei * FEE_PART > spare)) return 0n;
  return spare - (spare % unit);
}
