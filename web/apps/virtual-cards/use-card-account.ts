/** The card account, asked for again after each act, and while something is held: merchants act at any time. */
import type { CardAccount } from "#contract/products/cards/cards.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";

const KEY = ["card-account"] as const;
const LOOK_AGAIN_MS = 5000;

export function useCardAccount(first: CardAccount) {
  const page = usePage();
  const account = usePageQuery<CardAccount>({
    queryKey: KEY,
    initialData: first,
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async () => {
      const { getCardAccount } = await import("#contract/products/cards/cards.ts");
      return (await page.call(getCardAccount, {})).data;
    },
  });
  return { account: account.data ?? first, refresh: () => void account.refetch() };
}
