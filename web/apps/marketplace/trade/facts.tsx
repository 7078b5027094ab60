/** The trade details, and the history. */
import type { Locale } from "#contract/platform/locales.ts";
import { isUnfunded } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { cryptoText, fiatText, priceText, weightText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { placeText } from "#sdk/words/place-text.ts";
import type { Translate } from "#sdk/words/t.ts";
import { FactRows } from "#ui/fact-rows.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";

export function TradeFacts({ trade }: { trade: TradeView }) {
  const t = useT();
  const { locale } = usePage();
  const code = trade.cryptoCurrencyCode;
  // No line ends within a sum.
  const crypto = (amount: string) => `${cryptoText(locale, amount, code)}\u00a0${code}`;
  const fiat = (amount: string) => `${fiatText(locale, amount, trade.currency.code)}\u00a0${trade.currency.code}`;
  const isSeller = trade.viewerRole === "seller";
  const rows: [string, string][] = [
    [t("trade.facts.fiat"), fiat(trade.fiatAmount)],
    [t("trade.facts.crypto"), crypto(trade.cryptoAmount.amount)],
    [
      t("trade.facts.price", { crypto: code }),
      `${priceText(locale, trade.fiatPricePerCrypto, trade.currency.code)} ${trade.currency.code}`,
    ],
    [t("trade.facts.method"), trade.paymentMethod.name.localized],
    ...placeRows(trade, { t, locale }),
    ...weightRows(trade, { t, locale }),
    ...(isSeller && !trade.division
      ? ([
          [t("trade.facts.fee"), `${crypto(trade.cryptoAmount.fee)} (${fiat(trade.fiatFee)})`],
          [
            t(isUnfunded(trade.status) ? "trade.facts.escrow_later" : "trade.facts.escrow"),
            crypto(trade.cryptoAmount.escrow),
          ],
        ] as [string, string][])
      : []),
    ...(trade.cashback ? ([[t("trade.facts.cashback"), crypto(trade.cashback)]] as [string, string][]) : []),
    ...divisionRows(trade, { t, crypto, fiat }),
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2 text-sm">
      <FactRows rows={rows} />
      <div className="contents">
        <dt className="text-muted">{t("trade.facts.started")}</dt>
        <dd className="text-end">
          <LocalTime at={new Date(trade.startedAt.timestamp * 1000).toISOString()} />
        </dd>
      </div>
      <div className="contents">
        <dt className="text-muted">{t("trade.facts.id")}</dt>
        <dd className="text-end">
          <bdi className="font-mono text-xs">{trade.tradeHash}</bdi>
        </dd>
      </div>
    </dl>
  );
}

function placeRows({ place }: TradeView, { t, locale }: { t: Translate; locale: Locale }): [string, string][] {
  const text = placeText(locale, place);
  return text ? [[t("trade.facts.place"), text]] : [];
}

/** The goods that replace money. */
function weightRows(
  { metal, currency }: TradeView,
  { t, locale }: { t: Translate; locale: Locale },
): [string, string][] {
  if (!metal) return [];
  return [
    [t("trade.facts.weight"), t("trade.facts.ounces", { ounces: weightText(locale, metal.ounces) })],
    [t("trade.facts.custom_rate"), `${priceText(locale, metal.customRate, currency.code)} ${currency.code}`],
  ];
}

type Say = { t: Translate; crypto: (amount: string) => string; fiat: (amount: string) => string };

/** The shares of a divided escrow; the seller's includes the fee. */
function divisionRows({ division, viewerRole }: TradeView, { t, crypto, fiat }: Say): [string, string][] {
  if (!division) return [];
  return [
    [t("trade.facts.got_buyer"), `${crypto(division.buyer)} (${fiat(division.buyerFiat)})`],
    [t("trade.facts.got_seller"), `${crypto(division.seller)} (${fiat(division.sellerFiat)})`],
    ...(viewerRole === "buyer" ? [] : ([[t("trade.facts.fee_of_share"), crypto(division.fee)]] as [string, string][])),
  ];
}

/** A trade is awarded once: of a divided one that award divided it. */
function moveKey(verb: string, { division }: TradeView): string {
  return division && verb.startsWith("award_") ? "award_divided" : verb;
}

/** The road so far. */
export function TradeMoves({ trade }: { trade: TradeView }) {
  const t = useT();
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t("trade.moves")}</h2>
      <ol className="grid gap-2 text-sm">
        {trade.transitions.map((move) => (
          <li key={`${move.verb}${move.at}`} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {t.maybe(`trade.move.${moveKey(move.verb, trade)}`, move.verb, {
                actor: t.maybe(`trade.actor.${move.actor}`, move.actor),
              })}
            </span>
            <span className="text-xs whitespace-nowrap text-muted">
              <LocalTime at={move.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
