/** Trades under each other: a table where there is room, cards on a phone. */
import type { ReactNode } from "react";
import { isOver } from "#contract/market/trades/trade/statuses.ts";
import type { HistoryRow } from "#contract/market/trades/trade/trades.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText, isolated, priceText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Table } from "#ui/table.tsx";
import { StatusBadge, TradeAmounts } from "./trade-words.tsx";

/** `isShort`: cards everywhere, for a narrow column. */
export function HistoryList({
  rows,
  caption,
  isShort = false,
}: {
  rows: readonly HistoryRow[];
  caption: string;
  isShort?: boolean;
}) {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-raised shadow-card">
      {!isShort && (
        <div className="max-md:hidden">
          <HistoryTable rows={rows} caption={caption} />
        </div>
      )}
      <ul aria-label={caption} className={cx("divide-y divide-line", !isShort && "md:hidden")}>
        {rows.map((row) => (
          <HistoryCard key={row.tradeHash} row={row} />
        ))}
      </ul>
    </div>
  );
}

function HistoryTable({ rows, caption }: { rows: readonly HistoryRow[]; caption: string }) {
  const t = useT();
  const { locale } = usePage();
  const head = (["started", "trade", "partner", "price", "fee", "status"] as const).map((key) =>
    t(`dashboard.history.${key}`),
  );
  return (
    <Table caption={caption} head={head}>
      {rows.map((row) => (
        <tr key={row.tradeHash} className="align-top">
          <td className="whitespace-nowrap text-xs text-muted">
            <LocalTime at={row.startedAt} />
          </td>
          <td>
            <Opening row={row} className="grid gap-0.5 text-ink [a&]:hover:underline [a&]:focus-visible:underline">
              <span className="text-2xs text-muted">
                {t(row.role === "buyer" ? "dashboard.history.bought" : "dashboard.history.sold")}
              </span>
              <TradeAmounts trade={row} />
              <OwnPart row={row} />
            </Opening>
          </td>
          <td>
            <Partner row={row} />
            <span className="block text-xs text-muted">{row.paymentMethod}</span>
          </td>
          <td className="whitespace-nowrap tabular-nums">
            <bdi>
              {priceText(locale, row.fiatPricePerCrypto, row.fiatCurrencyCode)} {row.fiatCurrencyCode}
            </bdi>
          </td>
          <td className="whitespace-nowrap tabular-nums">
            <Fee row={row} />
          </td>
          <td>
            <StatusBadge status={row.status} isDivided={row.division !== null} />
            <span className="-ms-3 block">
              <Again row={row} />
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Of an escrow that was divided, what the reader got. */
function OwnPart({ row: { division, role, cryptoCurrencyCode: code } }: { row: HistoryRow }) {
  const { locale } = usePage();
  const t = useT();
  if (!division) return null;
  const amount = isolated(`${cryptoText(locale, role === "buyer" ? division.buyer : division.seller, code)} ${code}`);
  return (
    <span className="text-xs font-medium text-ink tabular-nums">
      {t(role === "buyer" ? "dashboard.history.got" : "dashboard.history.got_back", { amount })}
    </span>
  );
}

function Fee({ row }: { row: HistoryRow }) {
  const { locale } = usePage();
  const t = useT();
  if (/^0(\.0*)?$/.test(row.fee)) return <span className="text-muted">{t("dashboard.history.no_fee")}</span>;
  return (
    <bdi>
      {cryptoText(locale, row.fee, row.cryptoCurrencyCode)} {row.cryptoCurrencyCode}
    </bdi>
  );
}

/** A link to the trade; nothing to press where staff have closed ended trades to the reader. */
function Opening({ row, className, children }: { row: HistoryRow; className: string; children: ReactNode }) {
  const page = usePage();
  const session = useSession();
  if (session?.areTradesClosed && isOver(row.status)) return <div className={className}>{children}</div>;
  return (
    <a href={page.href("viewTrade", { hash: row.tradeHash })} className={className}>
      {children}
    </a>
  );
}

function HistoryCard({ row }: { row: HistoryRow }) {
  const t = useT();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 p-4">
      <Opening row={row} className="flex flex-wrap justify-between gap-x-3 gap-y-1 [a&]:hover:bg-sunken">
        <span className="grid gap-0.5">
          <span className="text-2xs text-muted">
            {t(row.role === "buyer" ? "dashboard.history.bought" : "dashboard.history.sold")}
          </span>
          <TradeAmounts trade={row} />
          <OwnPart row={row} />
        </span>
        <span>
          <StatusBadge status={row.status} isDivided={row.division !== null} />
        </span>
      </Opening>
      <div className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <Partner row={row} />
        <span>{row.paymentMethod}</span>
        <LocalTime at={row.startedAt} />
        <span className="ms-auto">
          <Again row={row} />
        </span>
      </div>
    </li>
  );
}

function Partner({ row: { counterparty } }: { row: HistoryRow }) {
  const page = usePage();
  return (
    <a href={page.href("user", { username: counterparty })} className="font-medium text-ink hover:underline">
      <bdi>{counterparty}</bdi>
    </a>
  );
}

/** The way to the same offer, where it can still be taken. */
function Again({ row: { offer } }: { row: HistoryRow }) {
  const page = usePage();
  const t = useT();
  if (offer === null) return null;
  return (
    <LinkButton look="quiet" size="sm" href={page.href("viewOffer", { hash: offer })}>
      {t("dashboard.history.again")}
    </LinkButton>
  );
}
