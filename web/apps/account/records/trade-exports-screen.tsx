/** Files with one's own trades: a form for a new one, and those of the last days with their progress. */
import { type ReactNode, useState } from "react";
import { EXPORT_FORMATS, EXPORT_PROFILES, MOST_EXPORT_DAYS } from "#contract/market/trades/export/names.ts";
import type { TradeExportsProps } from "#contract/market/pages.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { askForTradeExport, TradeExport } from "#contract/market/trades/exports.ts";
import { HISTORY_FILTERS } from "#contract/market/trades/trade/statuses.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { isolated } from "#sdk/words/money.ts";
import type { Translate } from "#sdk/words/t.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { ExportRows, type ShownExport } from "./export-rows.tsx";
import { useExports } from "./use-exports.ts";

export const screen: PageScreen<"trade-exports", typeof TradeExportsScreen> = {
  title: "exports.title",
  active: "trades",
  texts: ["exports", "dashboard"],
};

export default function TradeExportsScreen({ exports: first, methods, timezone, today }: TradeExportsProps) {
  const page = usePage();
  const t = useT();
  const { rows, isMaking, put } = useExports<TradeExport>("trade-exports", first, async () => {
    const { listTradeExports } = await import("#contract/market/trades/exports.ts");
    return (await page.call(listTradeExports, {})).data;
  });
  const cancel = async (id: string) => {
    const { cancelTradeExport } = await import("#contract/market/trades/exports.ts");
    put((await page.call(cancelTradeExport, { params: { id } })).data);
  };
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <div className="grid max-w-2xl gap-1">
          <h1 className="text-2xl font-bold tracking-tight">{t("exports.title")}</h1>
          <p className="text-sm text-muted">{t("exports.lead", { max: MOST_EXPORT_DAYS })}</p>
        </div>
        <LinkButton look="quiet" size="sm" href={page.href("tradeHistory", undefined)}>
          {t("dashboard.history.title")}
        </LinkButton>
      </header>
      <NewExport methods={methods} timezone={timezone} today={today} isMaking={isMaking} onMade={put} />
      <section className="grid gap-3" aria-labelledby="exports-made">
        <h2 id="exports-made" className="font-semibold">
          {t("exports.list")}
        </h2>
        <ExportRows rows={rows.map((row) => shownOf(t, row))} onCancel={cancel} />
      </section>
    </div>
  );
}

function shownOf(t: Translate, row: TradeExport): ShownExport {
  const { filters, profile } = row;
  return {
    state: row,
    title: t("exports.row", { from: isolated(filters.startDate), until: isolated(filters.endDate) }),
    parts: [
      profile !== "plain" && t(`exports.profiles.${profile}`),
      filters.offerType && t(filters.offerType === "buy" ? "exports.bought" : "exports.sold"),
      filters.cryptoCurrencyCode,
    ],
  };
}

const DAY_MS = 86_400_000;
const before = (today: string, days: number) => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

/** Periods that people ask for most; each fits into one file. */
const PRESETS = {
  week: (today: string) => [before(today, 6), today],
  month: (today: string) => [before(today, MOST_EXPORT_DAYS - 1), today],
  this_month: (today: string) => [monthOf(today), today],
  last_month: (today: string) => [monthOf(before(monthOf(today), 1)), before(monthOf(today), 1)],
} as const satisfies Record<string, (today: string) => readonly [string, string]>;

const NO_FILTERS = { side: "", coin: "", method: "", status: "all", profile: "plain" };

type NewProps = Omit<TradeExportsProps, "exports"> & {
  readonly isMaking: boolean;
  readonly onMade: (made: TradeExport) => void;
};

function NewExport({ methods, timezone, today, isMaking, onMade }: NewProps) {
  const page = usePage();
  const t = useT();
  const [[from, until], setPeriod] = useState<Period>(PRESETS.month(today));
  const [format, setFormat] = useState<(typeof EXPORT_FORMATS)[number]>("csv");
  const [chosen, choose] = useState(NO_FILTERS);
  const make = useAction(
    async (body: BodyOf<typeof askForTradeExport>) => {
      const { askForTradeExport } = await import("#contract/market/trades/exports.ts");
      onMade((await page.call(askForTradeExport, { body })).data);
    },
    { fields: ["startDate", "endDate"] },
  );
  const submit = () =>
    make.run({
      ...{ startDate: from, endDate: until, format, timezone },
      profile: EXPORT_PROFILES.find((one) => format === "csv" && one === chosen.profile),
      cryptoCurrencyCode: CRYPTO_CODES.find((code) => code === chosen.coin),
      offerType: (["buy", "sell"] as const).find((side) => side === chosen.side),
      status: HISTORY_FILTERS.find((one) => one === chosen.status && one !== "all"),
      paymentMethodId: chosen.method === "" ? undefined : Number(chosen.method),
    });
  const choice = (name: keyof typeof NO_FILTERS) => ({
    value: chosen[name],
    onChange: (value: string) => choose((all) => ({ ...all, [name]: value })),
  });
  const fault = (name: string) => make.refusal?.fault(name);
  return (
    <Card className="p-5">
      <Form className="grid gap-4" onSubmit={() => void submit()}>
        <Presets today={today} from={from} until={until} onChoose={setPeriod} />
        <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3 md:grid-cols-[repeat(4,minmax(0,1fr))]">
          <Field label={t("exports.from")} error={fault("startDate")}>
            {(ids) => (
              <Input
                {...ids}
                type="date"
                required
                max={today}
                value={from}
                onChange={({ target }) => setPeriod([target.value, until])}
              />
            )}
          </Field>
          <Field label={t("exports.until")} error={fault("endDate")}>
            {(ids) => (
              <Input
                {...ids}
                type="date"
                required
                max={today}
                value={until}
                onChange={({ target }) => setPeriod([from, target.value])}
              />
            )}
          </Field>
          <Filters methods={methods} choice={choice} />
          <Field label={t("exports.format")}>
            {(ids) => (
              <Select
                {...ids}
                value={format}
                onChange={({ target }) => setFormat(EXPORT_FORMATS.find((one) => one === target.value) ?? "csv")}
              >
                {EXPORT_FORMATS.map((one) => (
                  <option key={one} value={one}>
                    {t(`exports.formats.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {format === "csv" && (
            <Choice {...choice("profile")} label={t("exports.profile")} hint={t("exports.profile_hint")} isWide>
              {EXPORT_PROFILES.map((one) => (
                <option key={one} value={one}>
                  {t(`exports.profiles.${one}`)}
                </option>
              ))}
            </Choice>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-muted">{t("exports.utc", { zone: timezone })}</p>
          <Button type="submit" isBusy={make.isRunning} disabled={isMaking}>
            {t(isMaking ? "exports.making" : "exports.make")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

type Period = readonly [from: string, until: string];
type PresetsProps = {
  readonly today: string;
  readonly from: string;
  readonly until: string;
  readonly onChoose: (period: Period) => void;
};

function Presets({ today, from, until, onChoose }: PresetsProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2">
      {(["week", "month", "this_month", "last_month"] as const).map((name) => {
        const [start, end] = PRESETS[name](today);
        return (
          <Button
            key={name}
            size="sm"
            look={start === from && end === until ? "primary" : "secondary"}
            aria-pressed={start === from && end === until}
            onClick={() => onChoose([start, end])}
          >
            {t(`exports.preset.${name}`)}
          </Button>
        );
      })}
    </div>
  );
}

type FiltersProps = Pick<NewProps, "methods"> & {
  readonly choice: (name: keyof typeof NO_FILTERS) => Pick<ChoiceProps, "value" | "onChange">;
};

function Filters({ methods, choice }: FiltersProps) {
  const t = useT();
  return (
    <>
      <Choice {...choice("side")} label={t("exports.side")}>
        <option value="">{t("exports.any_side")}</option>
        <option value="buy">{t("exports.bought")}</option>
        <option value="sell">{t("exports.sold")}</option>
      </Choice>
      <Choice {...choice("coin")} label={t("exports.coin")}>
        <option value="">{t("exports.any_coin")}</option>
        {CRYPTO_CODES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Choice>
      <Choice {...choice("method")} label={t("exports.method")}>
        <option value="">{t("exports.any_method")}</option>
        {methods.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice {...choice("status")} label={t("exports.status")}>
        {HISTORY_FILTERS.map((one) => (
          <option key={one} value={one}>
            {t(`dashboard.filters.${one}`)}
          </option>
        ))}
      </Choice>
    </>
  );
}

type ChoiceProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly hint?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

function Choice({ value, onChange, label, hint, isWide = false, children }: ChoiceProps) {
  return (
    <div className={isWide ? "col-span-2" : undefined}>
      <Field label={label} hint={hint}>
        {(ids) => (
          <Select {...ids} value={value} onChange={({ target }) => onChange(target.value)}>
            {children}
          </Select>
        )}
      </Field>
    </div>
  );
}
