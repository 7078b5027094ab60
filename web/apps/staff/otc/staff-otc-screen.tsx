/** Requests to the OTC desk: those that wait for a price, those with a quote, and the ended ones. */
import { useState } from "react";
import type { StaffOtcRequest } from "#contract/market/otc/otc.ts";
import { isOtcLive, OTC_LISTS } from "#contract/market/otc/names.ts";
import type { StaffOtcProps } from "#contract/staff/pages.ts";
import { amountText, isolated, priceText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { QueuePager } from "../console/queue/pager.tsx";
import { CloseRequest } from "./close-request.tsx";
import { ProposeForm } from "./propose-form.tsx";

export const screen: PageScreen<"staff-otc", typeof StaffOtcScreen> = {
  title: "otc.nav",
  texts: ["otc.staff", "otc.status", "otc.quote_status", "otc.own", ...NAV_TEXTS, "console.filter"],
};

export default function StaffOtcScreen({ show, requests, next, after }: StaffOtcProps) {
  const page = usePage();
  const t = useT();
  const [changed, setChanged] = useState<readonly StaffOtcRequest[]>([]);
  const base = page.href("staffOtc", undefined);
  const rows = requests.map((row) => changed.find(({ id }) => id === row.id) ?? row);
  return (
    <ConsoleFrame title={t("otc.nav")} here="staffOtc">
      <p className="max-w-3xl text-sm text-muted">{t("otc.staff.about")}</p>
      <Segments
        label={t("otc.staff.lists")}
        chosen={show}
        segments={OTC_LISTS.map((key) => ({
          key,
          label: t(`otc.staff.${key}`),
          href: key === "open" ? base : `${base}?show=${key}`,
        }))}
      />
      {rows.length === 0 && <EmptyState shape={check} title={t("otc.staff.none")} />}
      {rows.map((row) => (
        <RequestRow
          key={row.id}
          row={row}
          onChange={(now) => setChanged([...changed.filter(({ id }) => id !== now.id), now])}
        />
      ))}
      <QueuePager
        label={t("otc.staff.lists")}
        base={base}
        values={show === "open" ? {} : { show }}
        after={after}
        next={next}
      />
    </ConsoleFrame>
  );
}

function RequestRow({ row, onChange }: { row: StaffOtcRequest; onChange: (row: StaffOtcRequest) => void }) {
  const page = usePage();
  const t = useT();
  const { locale } = page;
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const money = (amount: string) => amountText(locale, `${amount} ${row.fiatCurrencyCode}`);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5" aria-label={row.id}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">
          <bdi>{t(`otc.own.${row.type}`, { crypto: row.cryptoCurrencyCode, amount: money(row.amount) })}</bdi>
        </h2>
        <Badge tone={row.status === "open" ? "warn" : isOtcLive(row.status) ? "info" : "neutral"}>
          {t(`otc.status.${row.status}`)}
        </Badge>
      </header>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
        <a className="font-medium text-ink underline" href={page.href("user", { username: row.username })}>
          <bdi>{row.username}</bdi>
        </a>
        <span>{countries.of(row.country)}</span>
        <span>{t("otc.staff.level", { level: row.level })}</span>
        <LocalTime at={row.askedAt} />
      </p>
      <p className="text-sm">{row.paymentMethods.map(({ name }) => name).join(" · ")}</p>
      {row.note && <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{row.note}</p>}
      {row.why && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {t("otc.staff.reason")}: <bdi>{row.why}</bdi>
        </p>
      )}
      {row.quotes.length > 0 && <Quotes row={row} money={money} />}
      {row.status === "open" && <ProposeForm row={row} onDone={onChange} />}
      {isOtcLive(row.status) && <CloseRequest row={row} onDone={onChange} />}
    </Card>
  );
}

function Quotes({ row, money }: { row: StaffOtcRequest; money: (amount: string) => string }) {
  const { locale } = usePage();
  const t = useT();
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-semibold">{t("otc.staff.quotes")}</h3>
      <ul className="grid gap-2 text-sm">
        {row.quotes.map((quote) => (
          <li key={quote.at} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>
              {t("otc.staff.line", {
                trader: isolated(quote.trader),
                price: isolated(`${priceText(locale, quote.price, row.fiatCurrencyCode)} ${row.fiatCurrencyCode}`),
                amount: isolated(money(quote.amount)),
                method: isolated(quote.paymentMethod),
              })}
              <span className="block text-xs text-muted">
                <LocalTime at={quote.at} /> · {t("otc.staff.by", { name: isolated(quote.by) })} · {t("otc.staff.until")}{" "}
                <LocalTime at={quote.until} />
              </span>
            </span>
            <Badge tone={quote.status === "agreed" || quote.status === "accepted" ? "good" : "neutral"}>
              {t(`otc.quote_status.${quote.status}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
