/** A new rule: its occasion, coins, share, reserve and price; what it would have done; and the proof that saves it. */
import { useState } from "react";
import type { Hedging } from "#contract/products/hedging/hedging.ts";
import { EVERY_DAYS, HEDGE_COINS, HEDGE_TRIGGERS, PRICE_SIDES } from "#contract/products/hedging/names.ts";
import type { HedgingProps } from "#contract/products/pages.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { fiatText, isolated, percentText } from "#sdk/words/money.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { type Draft, EMPTY_DRAFT, pairOf, readyRule } from "../draft.ts";
import { Preview } from "../preview.tsx";
import { SaveRule } from "../save-rule.tsx";

type Props = {
  readonly prices: HedgingProps["prices"];
  readonly spreadBp: number;
  readonly onClose: () => void;
  readonly onSaved: (next: Hedging) => void;
};
type PartProps = { readonly draft: Draft; readonly set: (change: Partial<Draft>) => void };

export function RuleForm({ prices, spreadBp, onClose, onSaved }: Props) {
  const t = useT();
  const { locale } = usePage();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));
  const rule = readyRule(draft);
  const price = prices.find(({ code }) => code === draft.coin)?.usd;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-4 md:py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t("hedging.new")}</h1>
        <Button look="quiet" onClick={onClose}>
          {t("hedging.back")}
        </Button>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <Card className="grid gap-5 p-4 md:p-5">
          <RadioCards
            legend={t("hedging.form.when")}
            name="trigger"
            value={draft.trigger}
            onChange={(trigger) => set({ trigger })}
            cards={HEDGE_TRIGGERS.map((trigger) => ({
              value: trigger,
              title: t(`hedging.form.trigger.${trigger}`),
              text: t(`hedging.form.trigger_text.${trigger}`),
            }))}
          />
          <CoinsPart draft={draft} set={set} />
          <SharePart draft={draft} set={set} />
          <PricePart draft={draft} set={set} now={price ? isolated(`${fiatText(locale, price, "USD")} USD`) : null} />
        </Card>
        <div className="grid gap-5 lg:sticky lg:top-20">
          <Preview draft={draft} rule={rule} />
          <Card className="grid gap-3 p-4 md:p-5">
            <p className="text-sm text-muted">
              {t("hedging.form.cost", { pct: percentText(locale, displayFromUnits(BigInt(spreadBp), 2)) })}
            </p>
            {rule ? (
              <SaveRule key={rule.text} rule={rule} onSaved={onSaved} />
            ) : (
              <p className="text-sm text-muted">{t("hedging.form.incomplete")}</p>
            )}
          </Card>
        </div>
      </div>
    </div>
  );
}

function CoinsPart({ draft, set }: PartProps) {
  const t = useT();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("hedging.form.coin")}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.coin}
            onChange={(event) =>
              set({ coin: HEDGE_COINS.find((code) => code === event.target.value) ?? "BTC", keep: "" })
            }
          >
            {HEDGE_COINS.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("hedging.form.way")}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.way}
            onChange={(event) => set({ way: event.target.value === "back" ? "back" : "protect", keep: "" })}
          >
            <option value="protect">{t("hedging.form.protect", { coin: draft.coin })}</option>
            <option value="back">{t("hedging.form.buy_back", { coin: draft.coin })}</option>
          </Select>
        )}
      </Field>
      {draft.trigger === "schedule" && (
        <Field label={t("hedging.form.every")}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.everyDays}
              onChange={(event) =>
                set({ everyDays: EVERY_DAYS.find((one) => String(one) === event.target.value) ?? 7 })
              }
            >
              {EVERY_DAYS.map((days) => (
                <option key={days} value={days}>
                  {t(`hedging.form.days_${days}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}

function SharePart({ draft, set }: PartProps) {
  const t = useT();
  const { from } = pairOf(draft);
  const isOfArrival = draft.trigger === "deposit" || draft.trigger === "trade_end";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("hedging.form.share")}
        hint={t(isOfArrival ? "hedging.form.share_arrived" : "hedging.form.share_free")}
      >
        {(ids) => <AmountInput {...ids} unit="%" value={draft.share} onValue={(share) => set({ share })} required />}
      </Field>
      <Field label={t("hedging.form.keep")} hint={t("hedging.form.keep_hint")}>
        {(ids) => <AmountInput {...ids} unit={from} value={draft.keep} onValue={(keep) => set({ keep })} />}
      </Field>
    </div>
  );
}

function PricePart({ draft, set, now }: PartProps & { readonly now: string | null }) {
  const t = useT();
  const isPrice = draft.trigger === "price";
  return (
    <div className="grid gap-2">
      {!isPrice && (
        <Checkbox checked={draft.hasPrice} onChange={(event) => set({ hasPrice: event.target.checked })}>
          {t("hedging.form.only_at", { coin: draft.coin })}
        </Checkbox>
      )}
      {(isPrice || draft.hasPrice) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t(isPrice ? "hedging.form.crosses" : "hedging.form.costs", { coin: draft.coin })}>
            {(ids) => (
              <Select
                {...ids}
                value={draft.side}
                onChange={(event) =>
                  set({ side: PRICE_SIDES.find((side) => side === event.target.value) ?? "at_most" })
                }
              >
                {PRICE_SIDES.map((side) => (
                  <option key={side} value={side}>
                    {t(isPrice ? `hedging.form.cross.${side}` : `hedging.form.side.${side}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t("hedging.form.price")}
            {...(now ? { hint: t("hedging.form.price_now", { price: now }) } : {})}
          >
            {(ids) => <AmountInput {...ids} unit="USD" value={draft.usd} onValue={(usd) => set({ usd })} required />}
          </Field>
        </div>
      )}
    </div>
  );
}
