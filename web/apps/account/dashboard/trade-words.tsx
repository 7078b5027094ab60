/** A trade in a few words: its status as a badge, what the user gives and gets. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Coin } from "#ui/pictures/coin.tsx";

const TONES: Partial<Record<TradeStatus, Tone>> = {
  funds_processing: "info",
  funds_processed: "info",
  active_funded: "info",
  gcc_info_shared: "info",
  gcc_info_accepted: "info",
  gcc_code_shared: "info",
  paid: "info",
  dispute_open: "warn",
  dispute_awarded: "warn",
  dispute_won_buyer: "good",
  chargeback_started: "warn",
  released: "good",
};

export function StatusBadge({ status, isDivided = false }: { status: TradeStatus; isDivided?: boolean }) {
  const t = useT();
  // Neither side has won all of it.
  if (isDivided) return <Badge tone="info">{t("dashboard.status.dispute_divided")}</Badge>;
  return <Badge tone={TONES[status] ?? "neutral"}>{t(`dashboard.status.${status}`)}</Badge>;
}

type Amounts = {
  fiatAmount: string;
  fiatCurrencyCode: string;
  cryptoAmount: string;
  cryptoCurrencyCode: CryptoCode;
};

export function TradeAmounts({ trade }: { trade: Amounts }) {
  const { locale } = usePage();
  return (
    <span className="grid tabular-nums">
      <span className="flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap">
        <Coin code={trade.cryptoCurrencyCode} size={16} />
        <bdi>
          {cryptoText(locale, trade.cryptoAmount, trade.cryptoCurrencyCode)} {trade.cryptoCurrencyCode}
        </bdi>
      </span>
      <bdi className="text-xs text-muted">
        {fiatText(locale, trade.fiatAmount, trade.fiatCurrencyCode)} {trade.fiatCurrencyCode}
      </bdi>
    </span>
  );
}
