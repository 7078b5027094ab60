/** The price: floating with the market or fixed, and what it means against the market while it is typed. */
import { isolated, marginText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import { AmountInput, NumberInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Segments } from "#ui/segments.tsx";
import { Section } from "./section.tsx";
import type { OfferForm } from "./use-offer-form.ts";
import type { PricePreview } from "./use-price-preview.ts";

const loadChart = () => import("./market-chart.tsx").then((module) => module.MarketChart);

type Props = { form: OfferForm; preview: PricePreview | null; isByWeight: boolean };

export function PriceCard({ form, preview, isByWeight }: Props) {
  const t = useT();
  const { draft, set, fault } = form;
  const isFixed = draft.fixed_price !== undefined;
  const choose = (key: string) =>
    set(
      key === "fixed"
        ? { margin: undefined, fixed_price: preview?.fiatPricePerCrypto ?? "" }
        : { margin: preview?.margin ?? "0", fixed_price: undefined },
    );
  return (
    <Section title={t("myoffers.form.price")}>
      <Segments
        label={t("myoffers.form.price_kind")}
        controls="offer-price"
        chosen={isFixed ? "fixed" : "floating"}
        onChoose={(key) => (key === "fixed") !== isFixed && choose(key)}
        segments={[
          { key: "floating", label: t("myoffers.form.floating") },
          { key: "fixed", label: t("myoffers.form.fixed") },
        ]}
      />
      <div
        id="offer-price"
        role="tabpanel"
        aria-labelledby={`offer-price-${isFixed ? "fixed" : "floating"}`}
        className="grid gap-4 sm:grid-cols-2"
      >
        {isFixed ? (
          <Field
            label={t("myoffers.form.fixed_price", { code: draft.crypto_currency_code })}
            hint={t("myoffers.form.fixed_hint")}
            error={fault("fixed_price")}
          >
            {(ids) => (
              <AmountInput
                {...ids}
                value={draft.fixed_price ?? ""}
                onValue={(fixed_price) => set({ fixed_price })}
                unit={draft.fiat_currency_code}
              />
            )}
          </Field>
        ) : (
          <Field
            label={t("myoffers.form.margin")}
            hint={t(draft.offer_type === "sell" ? "myoffers.form.margin_hint_sell" : "myoffers.form.margin_hint_buy")}
            error={fault("margin")}
          >
            {(ids) => (
              <NumberInput
                {...ids}
                isSigned
                unit="%"
                value={draft.margin ?? ""}
                onValue={(margin) => set({ margin })}
              />
            )}
          </Field>
        )}
        <Preview form={form} preview={preview} />
      </div>
      {isByWeight && <CustomRate form={form} />}
      <Late load={loadChart} props={{ draft }} loading={<div className="min-h-24" />} failed={() => null} />
      {preview?.isCriticalMargin && (
        <Alert kind="warning">
          <Checkbox
            checked={draft.confirm_critical_margin ?? false}
            onChange={(event) =>
              set({ confirm_critical_margin: event.target.checked, ...(isFixed ? {} : { margin: draft.margin }) })
            }
          >
            {t(draft.offer_type === "sell" ? "myoffers.form.critical_sell" : "myoffers.form.critical_buy")}
          </Checkbox>
        </Alert>
      )}
    </Section>
  );
}

/** A payment by weight has a custom rate, without a market. */
function CustomRate({ form: { draft, set, fault } }: { form: OfferForm }) {
  const t = useT();
  return (
    <Field
      label={t("myoffers.form.custom_rate")}
      hint={t("myoffers.form.custom_rate_hint")}
      error={fault("custom_rate")}
    >
      {(ids) => (
        <AmountInput
          {...ids}
          value={draft.custom_rate ?? ""}
          onValue={(custom_rate) => set({ custom_rate })}
          unit={draft.fiat_currency_code}
        />
      )}
    </Field>
  );
}

function Preview({ form: { draft }, preview }: { form: OfferForm; preview: PricePreview | null }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <div aria-live="polite" className="grid min-h-28 content-center gap-1 rounded-lg bg-sunken p-4 text-sm text-muted">
      {preview ? (
        <>
          <strong className="text-xl text-ink tabular-nums">
            <bdi>
              {priceText(locale, preview.fiatPricePerCrypto, draft.fiat_currency_code)} {draft.fiat_currency_code}
            </bdi>
          </strong>
          <span>
            {t("myoffers.form.against", {
              margin: isolated(marginText(locale, preview.margin)),
              market: isolated(
                `${priceText(locale, preview.marketPrice, draft.fiat_currency_code)} ${draft.fiat_currency_code}`,
              ),
            })}
          </span>
          {preview.state === "recorded" && <span>{t("myoffers.form.recorded")}</span>}
          {draft.payment_method !== "" && !draft.partner_id && (
            <span>
              {preview.competitors === 0
                ? t("myoffers.form.no_competitors")
                : t("myoffers.form.position", { position: preview.position, all: preview.competitors + 1 })}
            </span>
          )}
        </>
      ) : (
        t("myoffers.form.no_preview")
      )}
    </div>
  );
}
