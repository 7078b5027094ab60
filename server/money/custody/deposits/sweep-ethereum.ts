/**
 * Brings what came to deposit addresses to the hot one, so that send-outs can leave from there. Tokens cannot pay for
 * their own way: an address that has none gets a little ether first.
 */
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { EthereumRail } from "../../../platform/outside/chains/chains.ts";
import { accountOf, balanceOf } from "../../ledger/index.ts";
import { ids } from "../../../platform/ids.ts";
import { HOT } from "../../../platform/outside/chains/chain-keys.ts";
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { hotAddress, pathOf } from "../addresses/addresses.ts";
import type { OwnAddress } from "../addresses/address-rows.ts";
import { gasPriceWithin, gweiToWei, planEthereum } from "../payments/plan-ethereum.ts";
import { getOpenRail, type OpenRail } from "../rails/rails.ts";
import { GAS } from "../send-outs/fee.ts";
import { gasUnderway, sweepable } from "./sweep-rows.ts";

/** In the chain's units: smaller sums stay where they are until more comes. */
export const LEAST = { ETH: 2_000_000_000_000_000n, USDT: 5_000_000n } as const;
export const MOST_GAS_WEI = 20_000_000_000_000_000n;

/** Logged once per process. */
const warned = new WeakSet<Db>();

/**
 * Plans sweeps and the gas for them; one open payment an address. Gas is the operator's cost: while the operator has none to
 * spend, coins stay where they are, because what is taken from them would be missing to the users.
 */
export async function planSweeps({ db, log }: AppPorts, rail: EthereumRail): Promise<void> {
  for (const { coin, ...own } of await db.read(sweepable)) {
    if (!(await db.read(maySpendGas))) {
      if (!warned.has(db)) log.warn({}, "deposits stay at their addresses: the house has no ether for gas");
      warned.add(db);
      return;
    }
    const final = await db.read(async (tx) => (await getOpenRail(tx, "ethereum")).final_height);
    if (coin === "ETH") await sweepEther(db, rail, own, final);
    else await sweepTokens(db, rail, own, final);
  }
}

/** Whether the operator's ether covers what is under way and a token's sweep with its gas beside it, at today's price. */
export async function maySpendGas(tx: ReadTx): Promise<boolean> {
  const open = await getOpenRail(tx, "ethereum");
  const have =
    (await balanceOf(tx, accountOf.house("ETH", "network"))) +
    (await balanceOf(tx, accountOf.house("ETH", "inventory")));
  const underway = await gasUnderway(tx);
  const next = (GAS.USDT + GAS.ETH) * BigInt(open.fee_price ?? 0);
  return gweiToWei(have) >= underway + next;
}

async function sweepEther(db: Db, rail: EthereumRail, own: OwnAddress, final: number): Promise<void> {
  const wei = await rail.node.balance(own.address, final);
  if (wei < LEAST.ETH) return;
  await db.tx(async (tx) => {
    const open = await getOpenRail(tx, "ethereum");
    const price = gasPriceWithin(open, { gas: GAS.ETH, mostWei: wei / 4n });
    if (!price) return;
    const spare = wei - GAS.ETH * price.maxFeePerGasWei;
    await sweep(tx, rail, open, { own, currency: "ETH", value: spare - (spare % gweiToWei(1n)), price });
  });
}

async function sweepTokens(db: Db, rail: EthereumRail, own: OwnAddress, final: number): Promise<void> {
  const units = await rail.node.tokenBalance({ token: rail.token, address: own.address, blockNumber: final });
  if (units < LEAST.USDT) return;
  const wei = await rail.node.balance(own.address);
  await db.tx(async (tx) => {
    const open = await getOpenRail(tx, "ethereum");
    const price = gasPriceWithin(open, { gas: GAS.USDT, mostWei: MOST_GAS_WEI });
    const gasPrice = gasPriceWithin(open, { gas: GAS.ETH, mostWei: MOST_GAS_WEI });
    if (!price || !gasPrice) return;
    const needWei = GAS.USDT * price.maxFeePerGasWei;
    if (wei >= needWei) return sweep(tx, rail, open, { own, currency: "USDT", value: units, price });
    const hot = await hotAddress(tx, open);
    await planEthereum(tx, rail, {
      purpose: "gas",
      subject: ids.hash(),
      currency: "ETH",
      from: { address: hot.address, path: HOT },
      to: own.address,
      toPath: pathOf(own),
      // Half as much again: the price may rise until the tokens move.
      value: roundUpToGwei(((needWei - wei) * 3n) / 2n),
      price: gasPrice,
    });
  });
}

type Sweep = {
  own: OwnAddress;
  currency: "ETH" | "USDT";
  value: bigint;
  price: { maxFeePerGasWei: bigint; tipWei: bigint };
};

async function sweep(
  tx: Tx,
  rail: EthereumRail,
  open: OpenRail,
  { own, currency, value, price }: Sweep,
): Promise<void> {
  const hot = await hotAddress(tx, open);
  await planEthereum(tx, rail, {
    purpose: "sweep",
    subject: ids.hash(),
    currency,
    from: { address: own.address, path: pathOf(own) },
    to: hot.address,
    toPath: HOT,
    value,
    price,
  });
}

function roundUpToGwei(wei: bigint): bigint {
  const gwei = gweiToWei(1n);
  return ((wei + gwei - 1n) / gwei) * gwei;
}
