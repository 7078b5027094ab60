/** One's bond and what moves it; offers come to the market or leave it by that, so they are read again. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { DepositData } from "#contract/market/offers/bonds.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { type Action, useAction } from "#sdk/state/use-action.ts";

export type Bond = {
  readonly data: DepositData;
  readonly deposit: Action<[code: CryptoCode, onDone: () => void]>;
  readonly withdraw: Action<[onDone: () => void]>;
};

const contract = () => import("#contract/market/offers/bonds.ts");
const KEY = ["my-bond"] as const;

export function useBond(first: DepositData, { onMoved }: { onMoved: () => Promise<void> }): Bond {
  const page = usePage();
  const t = useT();
  const { data = first } = usePageQuery<DepositData>({
    queryKey: KEY,
    initialData: first,
    queryFn: async () => {
      const { listMyOffers } = await import("#contract/market/offers/my/offers.ts");
      return (await page.call(listMyOffers, { query: {} })).data.depositData;
    },
  });
  const merge = useMerge<DepositData>(KEY);
  const deposit = useAction(async (code: CryptoCode, onDone: () => void) => {
    const { depositBond } = await contract();
    const { data: now } = await page.call(depositBond, { body: { crypto_currency_code: code } });
    merge(() => now);
    await onMoved();
    onDone();
    page.toast("success", t("myoffers.bond.deposited"));
  });
  const withdraw = useAction(async (onDone: () => void) => {
    const { retrieveBond } = await contract();
    const { data: now } = await page.call(retrieveBond, { body: {} });
    merge(() => now);
    await onMoved();
    onDone();
    page.toast("success", t("myoffers.bond.returned"));
  });
  return { data, deposit, withdraw };
}
