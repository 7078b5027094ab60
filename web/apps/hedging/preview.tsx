/** What the rule would have done on the days that are on record, as two lines and a few figures. */
import { useState } from "react";
import { amountFault, CRYPTO } from "#contract/money/money.ts";
import { numeralLocale } from "#contract/platform/locales.ts";
import type { HedgePreview } from "#contract/products/hedging/hedging.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { countText, fiatText, isolated } from "#sdk/words/money.ts";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { chartLines } from "#ui/pictures/chart-lines.ts";
import { type Draft, pairOf, type ReadyRule } from "./draft.ts";

const WIDTH = 320;
const HEIGHT = 120;
const FIRST_AMOUNT = { BTC: "0.01", ETH: "0.3", USDT: "1000" } as const;

type Props = { readonly draft: Draft; readonly rule: ReadyRule | null };

export function Preview({ draft, rule }: Props) {
  const t = useT();
  const page = usePage();
  const { from } = pairOf(draft);
  const [amounts, setAmounts] = useState<Record<string, string>>(FIRST_AMOUNT);
  const amount = amounts[from] ?? "";
  const isReady = rule !== null && amountFault(amount, CRYPTO[from].digits) === undefined;
  const seen = usePageQuery<HedgePreview>({
    queryKey: ["hedge-preview", rule?.text ?? "", amount],
    enabled: isReady,
    retry: false,
    placeholderData: (before) => before,
    queryFn: async () => {
      const { previewHedgeRule } = await import("#contract/products/hedging/hedging.ts");
      const { share_bp, every_days, ...rest } = (rule as ReadyRule).body;
      const days = every_days === undefined ? {} : { every_days: `${every_days}` as const };
      return (await page.call(previewHedgeRule, { query: { ...rest, ...days, share_bp: String(share_bp), amount } }))
        .data;
    },
  });
  const isArriving = draft.trigger === "deposit" || draft.trigger === "trade_end";
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2 className="font-semibold">{t("hedging.preview.title")}</h2>
      <Field label={t(isArriving ? "hedging.preview.weekly" : "hedging.preview.start")}>
        {(ids) => (
          <AmountInput
            {...ids}
            unit={from}
            value={amount}
            onValue={(text) => setAmounts((old) => ({ ...old, [from]: text }))}
          />
        )}
      </Field>
      {seen.error && <p className="text-sm text-muted">{t("hedging.preview.none")}</p>}
      {!seen.error && seen.data && <Shown preview={seen.data} />}
      {!seen.error && !seen.data && <div aria-hidden className="h-44 rounded-md bg-sunken" />}
    </Card>
  );
}

function Shown({ preview: { points, conversions, fees, missingDays, source } }: { readonly preview: HedgePreview }) {
  const t = useT();
  const { locale } = usePage();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  // The chart's own words of a day would be a fifth file of this page.
  const days = new Intl.DateTimeFormat(numeralLocale(locale), { dateStyle: "medium", timeZone: "UTC" });
  const day = (date: string) => days.format(Date.parse(date));
  const usd = (sum: string) => isolated(`${fiatText(locale, sum, "USD")} USD`);
  return (
    <>
      <Lines points={points} label={t("hedging.preview.label", { from: day(first.date), until: day(last.date) })} />
      <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <Key name={t("hedging.preview.with")} className="bg-brand" />
        <Key name={t("hedging.preview.without")} className="bg-muted" />
      </p>
      <p className="flex justify-between text-xs text-muted tabular-nums" dir="ltr">
        <bdi>{day(first.date)}</bdi>
        <bdi>{day(last.date)}</bdi>
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm [&_dd]:text-end">
        <FactRows
          rows={[
            [t("hedging.preview.with"), usd(last.ruled)],
            [t("hedging.preview.without"), usd(last.held)],
            [t("hedging.preview.conversions"), countText(locale, conversions)],
            [t("hedging.preview.fees"), usd(fees)],
          ]}
        />
      </dl>
      <p className="text-xs text-muted">
        {t(`hedging.preview.${source}`)} {missingDays > 0 && t("hedging.preview.missing", { count: missingDays })}{" "}
        {t("hedging.preview.past")}
      </p>
    </>
  );
}

function Key({ name, className }: { readonly name: string; readonly className: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={cx("h-1 w-4 rounded-full", className)} />
      {name}
    </span>
  );
}

function Lines({ points, label }: { readonly points: HedgePreview["points"]; readonly label: string }) {
  const sums = points.flatMap(({ ruled, held }) => [Number(ruled), Number(held)]);
  const range = { low: Math.min(...sums), high: Math.max(...sums) };
  const line = (pick: (point: HedgePreview["points"][number]) => string) =>
    chartLines(
      points.map((point) => ({ date: point.date, rate: pick(point) })),
      { width: WIDTH, height: HEIGHT },
      range,
    )?.line ?? "";
  const stroke = { fill: "none", strokeLinejoin: "round", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-32 w-full overflow-visible"
    >
      <path d={line(({ held }) => held)} stroke="var(--muted)" strokeWidth="1.5" strokeDasharray="4 3" {...stroke} />
      <path d={line(({ ruled }) => ruled)} stroke="var(--brand)" strokeWidth="2" {...stroke} />
    </svg>
  );
}
