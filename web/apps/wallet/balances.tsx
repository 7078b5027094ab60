/** What one has of each asset, where it is, and what can be done with it. Sums can be hidden from people nearby. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { WalletPageProps } from "#contract/products/pages.ts";
import type { WalletBalances, WalletCurrency } from "#contract/products/wallet/wallet.ts";
import { type CurrencyInfo, currencyInfo } from "#sdk/words/currency-info.ts";
import { cryptoText, fiatText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useHiddenBalance } from "#sdk/state/use-hidden-balance.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { arrowDown, eye, eyeOff, refresh, send, swap } from "#ui/icons/shapes.ts";
import { LineChart } from "#ui/pictures/line-chart.tsx";
import { networkName } from "./network-words.ts";

const FAUCET: Record<CryptoCode, string> = { BTC: "0.01", ETH: "0.2", USDT: "500" };

export const PANELS = ["receive", "send", "convert"] as const;
export type Panel = (typeof PANELS)[number];
const SHAPES: Record<Panel, string> = { receive: arrowDown, send, convert: swap };

type Held = WalletBalances["balances"][number];

type Props = {
  readonly balances: WalletBalances;
  readonly currencies: readonly WalletCurrency[];
  readonly trends: WalletPageProps["trends"];
  readonly rates: WalletPageProps["rates"];
  readonly chosen: CryptoCode;
  /** With a panel where one was asked for. */
  readonly onChoose: (code: CryptoCode, panel?: Panel) => void;
  readonly onFaucet: () => void;
  readonly onRefresh: () => void;
  readonly isRefreshing: boolean;
};

export function Balances({ onRefresh, isRefreshing, ...props }: Props) {
  const { balances } = props;
  const t = useT();
  const { locale } = usePage();
  const { isHidden, toggle } = useHiddenBalance();
  const veil = (text: string) => (isHidden ? "••••" : text);
  const fiat = (amount: string) =>
    veil(`${fiatText(locale, amount, balances.fiatCurrencyCode)} ${balances.fiatCurrencyCode}`);
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div>
          <p className="text-sm text-muted">{t("wallet.total")}</p>
          <p className="text-2xl font-bold whitespace-nowrap tabular-nums sm:text-3xl">
            <bdi>{balances.total === null ? "–" : fiat(balances.total)}</bdi>
          </p>
        </div>
        <div className="flex">
          <IconButton label={t("wallet.refresh")} disabled={isRefreshing} onClick={onRefresh}>
            <Icon shape={refresh} />
          </IconButton>
          <IconButton label={t(isHidden ? "wallet.show" : "wallet.hide")} onClick={toggle}>
            <Icon shape={isHidden ? eyeOff : eye} />
          </IconButton>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))]">
        {balances.balances.map((held) => (
          <CoinCard
            key={held.cryptoCurrencyCode}
            {...props}
            held={held}
            veil={veil}
            fiat={held.fiatBalance === null ? "" : fiat(held.fiatBalance)}
          />
        ))}
      </div>
    </Card>
  );
}

type CoinProps = Omit<Props, "onRefresh" | "isRefreshing"> & {
  readonly held: Held;
  readonly veil: (text: string) => string;
  /** The value of the available balance. */
  readonly fiat: string;
};

function CoinCard({ held, veil, fiat, currencies, rates, trends, balances, chosen, onChoose, onFaucet }: CoinProps) {
  const t = useT();
  const page = usePage();
  const code = held.cryptoCurrencyCode;
  const info = currencyInfo(code, { supported: currencies, rates });
  const currency = currencies.find((one) => one.code === code);
  const crypto = (amount: string) => veil(`${cryptoText(page.locale, amount, code)} ${code}`);
  return (
    <section
      aria-label={code}
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-xl border p-4",
        code === chosen ? "border-brand bg-brand-soft" : "border-line",
      )}
    >
      <button
        type="button"
        aria-pressed={code === chosen}
        onClick={() => onChoose(code)}
        className="flex min-h-11 items-center gap-3 text-start"
      >
        <Coin code={code} size={36} />
        <span className="grid min-w-0 grow">
          <span className="flex items-baseline justify-between gap-2 font-semibold max-sm:text-sm">
            {info.fullName}
            <bdi className="whitespace-nowrap tabular-nums">{crypto(held.balance)}</bdi>
          </span>
          <span className="flex items-baseline justify-between gap-2 text-xs text-muted">
            <span className="text-2xs">{currency && networkName(t, currency)}</span>
            <bdi className="whitespace-nowrap tabular-nums">{fiat}</bdi>
          </span>
        </span>
      </button>
      <Trend trends={trends} info={info} fiat={balances.fiatCurrencyCode} />
      <Elsewhere held={held} crypto={crypto} />
      <div className="grid grid-cols-[repeat(3,minmax(0,1fr))] gap-2">
        {PANELS.map((panel) => (
          <Button
            key={panel}
            look="secondary"
            size="sm"
            className="gap-1.5! px-1! max-sm:[&_svg]:hidden"
            aria-label={t(`wallet.act.${panel}`, { code })}
            onClick={() => onChoose(code, panel)}
          >
            <Icon shape={SHAPES[panel]} size={14} />
            {t(`wallet.panel.${panel}`)}
          </Button>
        ))}
      </div>
      {page.isDemo && currency?.rail.isAvailable && <Faucet code={code} onDone={onFaucet} />}
    </section>
  );
}

function Faucet({ code, onDone }: { code: CryptoCode; onDone: () => void }) {
  const t = useT();
  const page = usePage();
  const faucet = useAction(async () => {
    const { askFaucet } = await import("#contract/products/wallet/wallet.ts");
    const { data } = await page.call(askFaucet, { body: { crypto_currency_code: code, amount: FAUCET[code] } });
    page.toast("success", t("wallet.faucet.sent", { amount: data.amount, code }));
    onDone();
  });
  return (
    <Button look="quiet" size="sm" isBusy={faucet.isRunning} onClick={() => void faucet.run()}>
      {t("wallet.faucet.get")}
    </Button>
  );
}

/** Coins that are one's own and cannot be used now. A phone has no room for zeros. */
function Elsewhere({ held, crypto }: { held: Held; crypto: (amount: string) => string }) {
  const t = useT();
  const page = usePage();
  const escrow = (
    <a href={`${page.href("tradeHistory", undefined)}?status=active`} className="underline">
      {t("wallet.escrow")}
    </a>
  );
  const rows = [
    ["escrow", isZero(held.escrowAmount) ? t("wallet.escrow") : escrow, held.escrowAmount],
    ["incoming", t("wallet.incoming"), held.incomingAmount],
    ["held", t("wallet.held"), held.heldAmount],
    ...(isZero(held.bondAmount) ? [] : [["bond", t("wallet.bond"), held.bondAmount] as const]),
    ...(isZero(held.spotAmount) ? [] : [["spot", t("wallet.in_orders"), held.spotAmount] as const]),
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-xs">
      {rows.map(([key, label, amount]) => (
        <div key={key} className={cx("contents", isZero(amount) && "max-md:hidden")}>
          <dt className="text-muted">{label}</dt>
          <dd className="text-end tabular-nums">
            <bdi>{crypto(amount)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isZero = (amount: string) => /^[0.]*$/.test(amount);

/** The coin's price, and the way it took over the month. */
function Trend({ trends, info, fiat }: { trends: Props["trends"]; info: CurrencyInfo; fiat: string }) {
  const t = useT();
  const { locale } = usePage();
  const { code, rate } = info;
  const points = trends.find((one) => one.code === code)?.points ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 max-md:hidden">
      <LineChart points={points} label={t("wallet.trend", { code })} height={40} className="h-8" />
      {points.length === 0 && <p className="text-xs text-muted">{t("wallet.trend_none")}</p>}
      {rate && (
        <p dir="ltr" className="text-xs text-muted tabular-nums">
          {t("wallet.price", { code, price: `${priceText(locale, rate, fiat)} ${fiat}` })}
        </p>
      )}
    </div>
  );
}
