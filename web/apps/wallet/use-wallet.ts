/** Balances and history: what the live channel says of them carries both, whatever moved the coins. */
import type { WalletPageProps } from "#contract/products/pages.ts";
import { withLines } from "#contract/products/wallet/lines.ts";
import type { WalletBalances } from "#contract/products/wallet/wallet.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAskingWhileCut, useLive } from "#sdk/live/use-live.ts";

const BALANCES = ["wallet-balances"] as const;
const TRANSACTIONS = ["wallet-transactions"] as const;

export function useWallet(first: WalletPageProps) {
  const page = usePage();
  const refetchInterval = useAskingWhileCut();
  const balances = usePageQuery<WalletPageProps["balances"]>({
    queryKey: BALANCES,
    refetchInterval,
    initialData: first.balances,
    queryFn: async () => {
      const { getWalletBalances } = await import("#contract/products/wallet/wallet.ts");
      return (await page.call(getWalletBalances, { query: {} })).data;
    },
  });
  const transactions = usePageQuery<WalletPageProps["transactions"]>({
    queryKey: TRANSACTIONS,
    refetchInterval,
    initialData: first.transactions,
    queryFn: async () => {
      const { listWalletTransactions } = await import("#contract/products/wallet/wallet.ts");
      return (await page.call(listWalletTransactions, { query: {} })).data;
    },
  });
  const mergeBalances = useMerge<WalletBalances>(BALANCES);
  const mergeLines = useMerge<WalletPageProps["transactions"]>(TRANSACTIONS);
  const ask = async () => void (await Promise.all([balances.refetch(), transactions.refetch()]));
  useLive("user", ({ type, payload }) => {
    if (type === "wallet.changed") {
      mergeBalances(() => payload.balances);
      mergeLines((known) => withLines(known, payload.lines));
      // A reorganization adds a line whose id is unknown beforehand.
      if (payload.cause === "wallet.deposit_reverted") void transactions.refetch();
    }
  });
  return {
    balances: balances.data ?? first.balances,
    transactions: transactions.data ?? first.transactions,
    /** After the user's own act: the live channel reports it, unless it is cut. */
    refresh: () => page.live.isConnected() || void ask(),
    /** When the reader wants to see it. */
    ask,
    isAsking: balances.isFetching,
  };
}
