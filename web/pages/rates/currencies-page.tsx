/** All currencies in a table that can be searched and sorted without a script. */
import { pairText } from "#contract/money/converter.ts";
import { CURRENCY_ORDERS, type CurrenciesProps, type CurrencyLine } from "#contract/site/pages.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { marginText, priceText } from "#sdk/words/money.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { LineChart } from "#ui/pictures/line-chart.tsx";

export function CurrenciesPage({ lines, query, order, state, setting }: CurrenciesProps & { setting: PageSetting }) {
  const { t } = setting;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid max-w-2xl gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("converter.currencies.title")}</h1>
        <p className="text-sm text-muted">{t("converter.currencies.lead")}</p>
        {state === "recorded" && <p className="text-xs text-muted">{t("shell.banner.recorded_rates")}</p>}
      </header>
      <form
        method="get"
        className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 rounded-xl border border-line bg-raised p-4 md:grid-cols-[2fr_1fr_auto]"
      >
        <Field label={t("converter.currencies.search")}>
          {(ids) => <Input {...ids} name="q" type="search" defaultValue={query} maxLength={40} />}
        </Field>
        <Field label={t("converter.currencies.sort")}>
          {(ids) => (
            <Select {...ids} name="sort" defaultValue={order}>
              {CURRENCY_ORDERS.map((one) => (
                <option key={one} value={one}>
                  {t(`converter.currencies.order.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" className="max-md:col-span-2">
          {t("converter.currencies.apply")}
        </Button>
      </form>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{t("converter.currencies.none")}</p>
      ) : (
        <>
          <p className="text-sm text-muted">{t("converter.currencies.count", { count: lines.length })}</p>
          <Lines lines={lines} setting={setting} />
        </>
      )}
    </div>
  );
}

function Lines({ lines, setting }: { lines: readonly CurrencyLine[]; setting: PageSetting }) {
  const { t } = setting;
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-raised shadow-card">
      <table className="w-full table-fixed text-sm max-md:text-xs">
        <colgroup>
          <col className="w-[36%] md:w-[26%]" />
          <col className="max-md:hidden" />
          <col className="w-[42%] md:w-[20%]" />
          <col className="max-md:hidden" />
          <col className="w-[22%] md:w-[9%]" />
          <col className="max-md:hidden md:w-[9%]" />
          <col className="max-md:hidden md:w-[10%]" />
        </colgroup>
        <thead className="text-start text-xs text-muted">
          <tr>
            <th scope="col" className="px-2 py-2 text-start md:px-4">
              {t("converter.currencies.currency")}
            </th>
            <th scope="col" className="px-2 py-2 text-end max-md:hidden md:px-4">
              {t("converter.currencies.usd")}
            </th>
            <th scope="col" className="px-2 py-2 text-end md:px-4">
              {t("converter.currencies.btc")}
            </th>
            <th scope="col" className="px-2 py-2 text-end max-md:hidden md:px-4">
              {t("converter.currencies.usdt")}
            </th>
            <th scope="col" className="px-2 py-2 text-end md:px-4">
              {t("converter.currencies.day")}
            </th>
            <th scope="col" className="px-2 py-2 text-end max-md:hidden md:px-4">
              {t("converter.currencies.week")}
            </th>
            <th scope="col" className="w-28 px-2 py-2 text-end max-md:hidden md:px-4">
              {t("converter.currencies.chart")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((line) => (
            <Line key={line.code} line={line} setting={setting} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line, setting }: { line: CurrencyLine; setting: PageSetting }) {
  const { t, locale } = setting;
  const { code, name, days } = line;
  const price = (amount: string) => <bdi className="tabular-nums">{priceText(locale, amount, code)}</bdi>;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <tr>
      <th scope="row" className="px-2 py-2 text-start font-medium md:px-4">
        <a href={pathOf(locale, "converter", { pair: pairText("BTC", code) })} className="hover:underline">
          <bdi className="font-semibold">{code}</bdi> <span className="block text-xs text-muted">{name}</span>
        </a>
      </th>
      <td className="px-2 py-2 text-end max-md:hidden md:px-4">{price(line.perUsd)}</td>
      <td className="px-2 py-2 text-end md:px-4">{price(line.perBtc)}</td>
      <td className="px-2 py-2 text-end max-md:hidden md:px-4">{price(line.perUsdt)}</td>
      <td className="px-2 py-2 text-end md:px-4">
        <Change pct={line.dayPct} setting={setting} />
      </td>
      <td className="px-2 py-2 text-end max-md:hidden md:px-4">
        <Change pct={line.weekPct} setting={setting} />
      </td>
      <td className="px-2 py-2 max-md:hidden md:px-4">
        {first && last && (
          <LineChart
            points={days}
            height={28}
            className="h-7"
            label={t("converter.currencies.spoken", {
              from: priceText(locale, first.rate, code),
              to: priceText(locale, last.rate, code),
            })}
          />
        )}
      </td>
    </tr>
  );
}

function Change({ pct, setting: { locale } }: { pct: string | null; setting: PageSetting }) {
  if (pct === null) return <span className="text-muted">–</span>;
  const tone = Number(pct) === 0 ? "text-muted" : pct.startsWith("-") ? "text-bad" : "text-good";
  return <bdi className={cx("tabular-nums", tone)}>{marginText(locale, pct)}</bdi>;
}
