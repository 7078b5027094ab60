/** Balances and history, asked again whenever the live channel says that the wallet changed. */
import { useState } from "react";
import type { WalletPageProps } from "#contract/page-props.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useLive } from "#sdk/use-live.ts";

export function useWallet(first: WalletPageProps) {
  const page = usePage();
  const [balances, setBalances] = useState(first.balances);
  const [transactions, setTransactions] = useState(first.transactions);
  const refresh = async () => {
    const { getWalletBalances, listWalletTransactions } = await import("#contract/wallet.ts");
    const [held, history] = await Promise.all([
      page.call(getWalletBalances, { query: {} }),
      page.call(listWalletTransactions, { query: {} }),
    ]);
    setBalances(held.data);
    setTransactions(history.data);
  };
  useLive("user", ({ type }) => {
    if (type === "wallet.changed" || type === "trade.changed") void refresh().catch(() => undefined);
  });
  return { balances, transactions, refresh: () => void refresh().catch(() => undefined) };
}
