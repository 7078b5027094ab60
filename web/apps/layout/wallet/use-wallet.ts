/**
 * Balances and history. A change of the wallet carries the balances; the history is asked for then, because the message
 * does not carry it. A trade moves coins too and its message carries neither.
 */
import type { WalletPageProps } from "#contract/page-props.ts";
import type { WalletBalances } from "#contract/wallet.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/queries.ts";
import { useLive } from "#sdk/use-live.ts";

const BALANCES = ["wallet-balances"] as const;

export function useWallet(first: WalletPageProps) {
  const page = usePage();
  const balances = usePageQuery<WalletPageProps["balances"]>({
    queryKey: BALANCES,
    initialData: first.balances,
    queryFn: async () => {
      const { getWalletBalances } = await import("#contract/wallet.ts");
      return (await page.call(getWalletBalances, { query: {} })).data;
    },
  });
  const transactions = usePageQuery<WalletPageProps["transactions"]>({
    queryKey: ["wallet-transactions"],
    initialData: first.transactions,
    queryFn: async () => {
      const { listWalletTransactions } = await import("#contract/wallet.ts");
      return (await page.call(listWalletTransactions, { query: {} })).data;
    },
  });
  const merge = useMerge<WalletBalances>(BALANCES);
  const refresh = () => void Promise.all([balances.refetch(), transactions.refetch()]);
  useLive("user", ({ type, payload }) => {
    if (type === "wallet.changed") {
      merge(() => payload.balances);
      void transactions.refetch();
    }
    if (type === "trade.changed") refresh();
  });
  return {
    balances: balances.data ?? first.balances,
    transactions: transactions.data ?? first.transactions,
    /** After one's own act: the channel tells of it, unless it is cut. */
    refresh: () => page.live.isConnected() || refresh(),
  };
}
