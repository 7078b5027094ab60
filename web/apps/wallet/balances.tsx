/** Four numbers an asset: available, in escrow, incoming, outgoing. They can be hidden from people nearby. */
import { type ReactNode, useEffect, useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { WalletPageProps } from "#contract/products/pages.ts";
import type { WalletBalances, WalletCurrency } from "#contract/products/wallet.ts";
import { type CurrencyInfo, currencyInfo } from "#sdk/words/currency-info.ts";
import { cryptoText, fiatText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { eye, eyeOff, refresh } from "#ui/icons/shapes.ts";
import { ChartEnds, LineChart } from "#ui/pictures/line-chart.tsx";

const STORED = "balance_hidden";
const FAUCET: Record<CryptoCode, string> = { BTC: "0.01", ETH: "0.2", USDT: "500" };

type Props = {
  readonly balances: WalletBalances;
  readonly currencies: readonly WalletCurrency[];
  readonly trends: WalletPageProps["trends"];
  readonly rates: WalletPageProps["rates"];
  readonly chosen: CryptoCode;
  readonly onChoose: (code: CryptoCode) => void;
  readonly onFaucet: () => void;
  readonly onRefresh: () => void;
  readonly isRefreshing: boolean;
  /** On a phone they are below the total. */
  readonly actions: ReactNode;
};

export function Balances(props: Props) {
  const { balances, currencies, chosen, onChoose, onFaucet, onRefresh, isRefreshing, trends, rates, actions } = props;
  const t = useT();
  const page = usePage();
  const { isHidden, toggle } = useHidden();
  const veil = (text: string) => (isHidden ? "••••" : text);
  const fiat = (amount: string | null) =>
    amount === null
      ? ""
      : veil(`${fiatText(page.locale, amount, balances.fiatCurrencyCode)} ${balances.fiatCurrencyCode}`);
  const faucet = useAction(
    async (code: CryptoCode) => {
      const { askFaucet } = await import("#contract/products/wallet.ts");
      const { data } = await page.call(askFaucet, { body: { crypto_currency_code: code, amount: FAUCET[code] } });
      page.toast("success", t("wallet.faucet.sent", { amount: data.amount, code }));
      onFaucet();
    },
    { lane: (code) => code },
  );
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div>
          <p className="text-sm text-muted">{t("wallet.total")}</p>
          <p className="text-2xl font-bold whitespace-nowrap tabular-nums sm:text-3xl">
            <bdi>{balances.total === null ? "–" : fiat(balances.total)}</bdi>
          </p>
        </div>
        <HeadButtons isHidden={isHidden} onToggle={toggle} onRefresh={onRefresh} isRefreshing={isRefreshing} />
      </div>
      <div className="grid grid-cols-3 gap-2 md:hidden">{actions}</div>
      <div className="grid gap-3 lg:grid-cols-3">
        {balances.balances.map((held) => {
          const code = held.cryptoCurrencyCode;
          const info = currencyInfo(code, { supported: currencies, rates });
          const rail = currencies.find((one) => one.code === code)?.rail;
          const crypto = (amount: string) => veil(`${cryptoText(page.locale, amount, code)} ${code}`);
          const rows = [
            [t("wallet.escrow"), held.escrowAmount],
            [t("wallet.incoming"), held.incomingAmount],
            [t("wallet.held"), held.heldAmount],
          ] as const;
          return (
            <section
              key={code}
              aria-label={code}
              className={cx(
                "grid content-start gap-3 rounded-xl border p-4",
                code === chosen ? "border-brand bg-brand-soft" : "border-line",
              )}
            >
              <button
                type="button"
                aria-pressed={code === chosen}
                onClick={() => onChoose(code)}
                className="flex min-h-11 items-center gap-3 text-start"
              >
                <Coin code={code} size={32} />
                <span className="grid">
                  <span className="font-semibold tabular-nums">
                    <bdi>{crypto(held.balance)}</bdi>
                  </span>
                  <span className="text-xs text-muted">
                    {t("wallet.available")} · <bdi>{fiat(held.fiatBalance)}</bdi>
                  </span>
                </span>
              </button>
              <Trend trends={trends} info={info} fiat={balances.fiatCurrencyCode} />
              <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-xs">
                {rows.map(([label, amount]) => (
                  <div key={label} className="contents">
                    <dt className="text-muted">{label}</dt>
                    <dd className="text-end tabular-nums">
                      <bdi>{crypto(amount)}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
              {page.isDemo && rail?.isAvailable && (
                <Button
                  look="secondary"
                  size="sm"
                  isBusy={faucet.isRunningIn(code)}
                  onClick={() => void faucet.run(code)}
                >
                  {t("wallet.faucet.get")}
                </Button>
              )}
            </section>
          );
        })}
      </div>
    </Card>
  );
}

/** As it was left in this browser; in one where it never was, as the account has it. */
function useHidden() {
  const page = usePage();
  const [isHidden, setHidden] = useState(page.session.get()?.isBalanceHidden ?? false);
  useEffect(() => {
    const stored = localStorage.getItem(STORED);
    if (stored !== null) setHidden(stored === "1");
  }, []);
  const keep = useAction(async (is_balance_hidden: boolean) => {
    const { saveSettings } = await import("#contract/people/accounts.ts");
    await page.call(saveSettings, { body: { is_balance_hidden } });
  });
  const toggle = () => {
    setHidden(!isHidden);
    localStorage.setItem(STORED, isHidden ? "0" : "1");
    void keep.run(!isHidden);
  };
  return { isHidden, toggle };
}

/** The coin's name and price, and the way the price took. */
function Trend({ trends, info, fiat }: { trends: Props["trends"]; info: CurrencyInfo; fiat: string }) {
  const t = useT();
  const { locale } = usePage();
  const { code, fullName, rate } = info;
  const points = trends.find((one) => one.code === code)?.points ?? [];
  return (
    <div className="grid gap-1">
      <p className="flex justify-between gap-2 text-xs">
        <span className="text-muted">{fullName}</span>
        {rate && (
          <bdi className="font-semibold tabular-nums">
            {priceText(locale, rate, fiat)} {fiat}
          </bdi>
        )}
      </p>
      <LineChart points={points} label={t("wallet.trend", { code })} height={40} className="h-8" />
      {points.length > 0 ? (
        <ChartEnds points={points} />
      ) : (
        <p className="text-xs text-muted">{t("wallet.trend_none")}</p>
      )}
    </div>
  );
}

type HeadProps = Pick<Props, "onRefresh" | "isRefreshing"> & {
  readonly isHidden: boolean;
  readonly onToggle: () => void;
};

function HeadButtons({ isHidden, onToggle, onRefresh, isRefreshing }: HeadProps) {
  const t = useT();
  return (
    <div className="flex">
      <IconButton label={t("wallet.refresh")} disabled={isRefreshing} onClick={onRefresh}>
        <Icon shape={refresh} />
      </IconButton>
      <IconButton label={t(isHidden ? "wallet.show" : "wallet.hide")} onClick={onToggle}>
        <Icon shape={isHidden ? eyeOff : eye} />
      </IconButton>
    </div>
  );
}
