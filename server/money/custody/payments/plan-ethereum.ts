/** Plans of Ethereum payments: the next number of an address, a price within what is paid for, and balances that reach. */
import { divideUp } from "#contract/money/money.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { EthereumRail } from "../../../platform/outside/chains/chains.ts";
import type { KeyPath } from "../../../platform/outside/chains/chain-keys.ts";
import type { EthereumPlan, PaymentPurpose } from "../../../platform/outside/signer/signer.ts";
import { insertPayment, lockAddress, promised } from "./rows.ts";
import type { Rail } from "../rails/rail-rows.ts";
import { GAS } from "../send-outs/fee.ts";

const WEI_PER_GWEI = 1_000_000_000n;
/** What the signer takes at most for one transaction. */
export const MOST_FEE_WEI = 50_000_000_000_000_000n;

/** The wei per gas to offer, or undefined when the network is dearer than the cap allows now. */
export function gasPriceWithin(
  rail: Pick<Rail, "fee_price" | "fee_tip">,
  { gas, mostWei }: { gas: bigint; mostWei: bigint },
): { maxFeePerGasWei: bigint; tipWei: bigint } | undefined {
  const wanted = BigInt(rail.fee_price ?? 0);
  const tip = BigInt(rail.fee_tip ?? 0);
  const cap = (mostWei < MOST_FEE_WEI ? mostWei : MOST_FEE_WEI) / gas;
  // The wanted price is twice the base: half of it still gets in, later.
  if (wanted === 0n || cap * 2n < wanted) return undefined;
  const maxFeePerGasWei = wanted < cap ? wanted : cap;
  return { maxFeePerGasWei, tipWei: tip < maxFeePerGasWei ? tip : maxFeePerGasWei };
}

/** What the way of tokens costs at most at today's price, in gwei; undefined while the network is dearer than the cap. */
export function tokenGasUnits(rail: Pick<Rail, "fee_price" | "fee_tip">): bigint | undefined {
  const price = gasPriceWithin(rail, { gas: GAS.USDT, mostWei: MOST_FEE_WEI });
  return price && divideUp(GAS.USDT * price.maxFeePerGasWei, WEI_PER_GWEI);
}

export function gweiToWei(units: bigint): bigint {
  return units * WEI_PER_GWEI;
}

export type EthereumWish = {
  readonly purpose: PaymentPurpose;
  readonly subject: string;
  readonly currency: "ETH" | "USDT";
  readonly from: { readonly address: string; readonly path: KeyPath };
  readonly to: string;
  readonly toPath?: KeyPath;
  /** Wei, or units of the token. */
  readonly value: bigint;
  readonly price: { readonly maxFeePerGasWei: bigint; readonly tipWei: bigint };
};

/**
 * Plans one payment with the next number of its address. Numbers are given in order and one at a time: while one is
 * planned and not signed there is no other, so a plan that is dropped leaves no gap. False when it has to wait.
 */
export async function planEthereum(tx: Tx, rail: EthereumRail, wish: EthereumWish): Promise<boolean> {
  await lockAddress(tx, wish.from.address);
  const { wei, tokens, lastNonce, isPlanning } = await promised(tx, wish.from.address);
  if (isPlanning) return false;
  const gas = GAS[wish.currency];
  const isToken = wish.currency === "USDT";
  const needWei = wei + gas * wish.price.maxFeePerGasWei + (isToken ? 0n : wish.value);
  if ((await rail.node.balance(wish.from.address)) < needWei) return false;
  if (
    isToken &&
    (await rail.node.tokenBalance({ token: rail.token, address: wish.from.address })) < tokens + wish.value
  )
    return false;
  const chainNonce = await rail.node.nonce(wish.from.address, "latest");
  const nonce = Math.max(lastNonce === null ? 0 : lastNonce + 1, chainNonce);
  const plan: EthereumPlan = {
    chain: "ethereum",
    from: wish.from.path,
    nonce,
    to: wish.to,
    ...(wish.toPath ? { toPath: wish.toPath } : {}),
    value: wish.value.toString(),
    ...(isToken ? { token: rail.token } : {}),
    gasLimit: gas.toString(),
    maxFeePerGasWei: wish.price.maxFeePerGasWei.toString(),
    tipWei: wish.price.tipWei.toString(),
  };
  const { purpose, subject, currency } = wish;
  await insertPayment(tx, {
    chain: "ethereum",
    currency,
    purpose,
    subject,
    plan,
    from_address: wish.from.address,
    nonce,
  });
  return true;
}
