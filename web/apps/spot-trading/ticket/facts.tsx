/** What an order costs and brings: total, fee, what is received at least, and the worst price of a market order. */
import type { SpotMarket } from "#contract/products/spot/spot.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cryptoText, percentText } from "#sdk/words/money.ts";
import { fixed, stepsOf, sum, textOfSteps, valueText } from "../steps.ts";
import { receivedText } from "./sums.ts";
import type { Ticket } from "../use-ticket.ts";

export function TicketSums({ market, ticket }: { market: SpotMarket; ticket: Ticket }) {
  const t = useT();
  const { locale } = usePage();
  const { side, lots, value, feeBp, estimate, isMarket } = ticket;
  const gets = side === "buy" ? market.base : market.quote;
  const received = receivedText(market, { side, lots, value, feeBp });
  return (
    <dl className="grid gap-1 rounded-lg bg-sunken p-3 text-xs">
      <Fact
        name={t(isMarket ? "spot.expected_total" : "spot.total")}
        text={`${sum(locale, valueText(value, market.quote), market.quote)} ${market.quote}`}
      />
      <Fact name={t("spot.fee")} text={`${percentText(locale, String(feeBp / 100))}%`} />
      <Fact
        name={t(isMarket ? "spot.expected_get" : "spot.get_at_least")}
        text={`${cryptoText(locale, received, gets)} ${gets}`}
        strong
      />
      {estimate?.worstTicks !== undefined && (
        <Fact
          name={t("spot.last_level")}
          text={fixed(locale, textOfSteps(estimate.worstTicks, market.priceStep), market.priceStep)}
        />
      )}
      {isMarket && <Fact name={t("spot.worst")} text={worstText(market, ticket, locale)} />}
      {isMarket && estimate?.isShort && lots > 0n && (
        <p className="pt-1 font-medium text-warn">{t("spot.short_book")}</p>
      )}
    </dl>
  );
}

/** The price that the market allows at most, around its reference. */
function worstText(market: SpotMarket, { side }: Ticket, locale: Parameters<typeof fixed>[0]): string {
  const reference = stepsOf(market.figures.reference ?? "", market.priceStep);
  if (reference === undefined) return "–";
  const band = BigInt(market.bandBp);
  const ticks =
    side === "buy" ? (reference * (10_000n + band)) / 10_000n : (reference * (10_000n - band) + 9_999n) / 10_000n;
  return fixed(locale, textOfSteps(ticks, market.priceStep), market.priceStep);
}

function Fact({ name, text, strong = false }: { name: string; text: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className={strong ? "font-semibold tabular-nums" : "tabular-nums"}>
        <bdi dir="ltr">{text}</bdi>
      </dd>
    </div>
  );
}
