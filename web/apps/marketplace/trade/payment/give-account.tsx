/** The seller chooses one of their accounts that fits the payment method, and gives a copy of it to the trade. */
import type { BankAccount, MobileWallet } from "#contract/market/trades/payment/accounts.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

type Choice = { readonly id: string; readonly title: string; readonly facts: string; readonly holder: string };
type Props = {
  readonly trade: TradeView;
  readonly onClose: () => void;
  readonly onGiven: (view: TradeView) => void;
};

export function GiveAccount({ trade, onClose, onGiven }: Props) {
  const t = useT();
  const page = usePage();
  const { data, isError, refetch } = usePageQuery<readonly Choice[]>({
    queryKey: ["accounts-for", trade.tradeHash],
    staleTime: 0,
    queryFn: async () => {
      const calls = await import("#contract/market/trades/payment/accounts.ts");
      return trade.paymentMethod.group === "mobile-money"
        ? walletChoices((await page.call(calls.listMobileWallets, {})).data, trade)
        : bankChoices((await page.call(calls.listBankAccounts, {})).data, trade);
    },
  });
  const give = useAction(
    async (accountId: string) => {
      const { revealPaymentDetails } = await import("#contract/market/trades/trade/trades.ts");
      const body = { account_id: accountId };
      const view = (await page.call(revealPaymentDetails, { params: { id: trade.tradeHash }, body })).data;
      page.toast("success", t("given.done"));
      onGiven(view);
    },
    { quiet: true },
  );
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("given.give")} closeLabel={t("trade.close")}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t("given.give_text")}</p>
        {give.refusal && <Alert kind="danger">{give.refusal.message}</Alert>}
        {!data && !isError && <p className="text-sm text-muted">{t("given.loading")}</p>}
        {isError && (
          <>
            <Alert kind="danger">{t("given.failed")}</Alert>
            <Button look="secondary" onClick={() => void refetch()}>
              {t("given.try_again")}
            </Button>
          </>
        )}
        {data?.length === 0 && <p className="text-sm">{t("given.none")}</p>}
        <ul className="grid gap-2">
          {data?.map(({ id, title, facts, holder }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line p-3"
            >
              <span className="grid min-w-0 gap-0.5 text-sm">
                <bdi className="font-semibold break-words">{title}</bdi>
                <bdi className="tabular-nums">{facts}</bdi>
                <bdi className="break-words text-muted">{holder}</bdi>
              </span>
              <Button size="sm" isBusy={give.isRunning} onClick={() => void give.run(id)}>
                {t("given.give_this")}
              </Button>
            </li>
          ))}
        </ul>
        <LinkButton look="quiet" href={page.href("accountPayments", undefined)}>
          {t("given.add")}
        </LinkButton>
      </div>
    </Dialog>
  );
}

/** Those in the trade's currency first. */
function bankChoices(accounts: readonly BankAccount[], { currency }: TradeView): Choice[] {
  const isOurs = (account: BankAccount) => Number(account.currency.code === currency.code);
  return accounts
    .toSorted((a, b) => isOurs(b) - isOurs(a))
    .map((account) => ({
      id: account.id,
      title: account.bankName ?? account.countryIso,
      facts: `${account.masked} · ${account.currency.code}`,
      holder: account.holderName,
    }));
}

function walletChoices(wallets: readonly MobileWallet[], { paymentMethod }: TradeView): Choice[] {
  return wallets
    .filter((wallet) => wallet.paymentMethod.id === paymentMethod.id)
    .map((wallet) => ({
      id: wallet.id,
      title: wallet.paymentMethod.name,
      facts: wallet.phone,
      holder: wallet.holderName,
    }));
}
