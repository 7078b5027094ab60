/** The network that a coin is moved on, in words, and whether its coins are play money. */
import type { WalletCurrency } from "#contract/products/wallet/wallet.ts";
import type { Translate } from "#sdk/words/t.ts";

type Moved = Pick<WalletCurrency, "code" | "rail">;

export const networkName = (t: Translate, { code, rail }: Moved) =>
  t(`wallet.network.${code === "USDT" ? "erc20" : rail.chain}`);

export function networkText(t: Translate, moved: Moved): string {
  const name = networkName(t, moved);
  return moved.rail.isTestNetwork ? t("wallet.network.of_test", { name }) : name;
}

/** A block of bitcoin takes ten minutes on average; Ethereum finalizes after two epochs. */
const BLOCK_MINUTES = 10;
const FINAL_MINUTES = 15;

/** How long a deposit usually takes until it is credited. */
export function creditMinutes({ confirmationsNeeded }: Pick<WalletCurrency, "confirmationsNeeded">): number {
  return confirmationsNeeded === null ? FINAL_MINUTES : confirmationsNeeded * BLOCK_MINUTES;
}
