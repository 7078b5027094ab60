/** How much at a time: a range, or amounts to choose from; and how long the buyer has to pay. */
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { NumbersInput } from "#sdk/numbers-input.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { Segments } from "#ui/segments.tsx";
import { Section } from "./section.tsx";
import type { OfferForm } from "./use-offer-form.ts";

const WINDOWS = [15, 30, 60, 90, 180, 360, 720, 1440, 2880, 4320];

export function AmountsCard({ form }: { form: OfferForm }) {
  const t = useT();
  const { draft, set } = form;
  return (
    <Section title={t("myoffers.form.amounts")}>
      <Segments
        label={t("myoffers.form.amounts_kind")}
        controls="offer-amounts"
        chosen={draft.amount_type}
        onChoose={(key) => set({ amount_type: key === "predefined" ? "predefined" : "min_max" })}
        segments={[
          { key: "min_max", label: t("myoffers.form.range") },
          { key: "predefined", label: t("myoffers.form.predefined") },
        ]}
      />
      <div
        id="offer-amounts"
        role="tabpanel"
        aria-labelledby={`offer-amounts-${draft.amount_type}`}
        className="grid grid-cols-2 gap-4"
      >
        {draft.amount_type === "min_max" ? <Range form={form} /> : <Choices form={form} />}
      </div>
      <Available form={form} />
      <CapField form={form} />
      <WindowField form={form} />
    </Section>
  );
}

function Range({ form: { draft, set, fault } }: { form: OfferForm }) {
  const t = useT();
  const unit = draft.fiat_currency_code;
  return (
    <>
      <Field label={t("myoffers.form.min")} error={fault("range_min")}>
        {(ids) => (
          <AmountInput
            {...ids}
            value={draft.range_min ?? ""}
            onValue={(range_min) => set({ range_min, range_max: draft.range_max })}
            unit={unit}
          />
        )}
      </Field>
      <Field label={t("myoffers.form.max")} error={fault("range_max")}>
        {(ids) => (
          <AmountInput {...ids} value={draft.range_max ?? ""} onValue={(range_max) => set({ range_max })} unit={unit} />
        )}
      </Field>
    </>
  );
}

/** Amounts as a list in one line. */
function Choices({ form: { draft, set, fault } }: { form: OfferForm }) {
  const t = useT();
  return (
    <Field
      label={t("myoffers.form.list")}
      hint={t("myoffers.form.list_hint")}
      error={fault("predefined_amount")}
      aside={draft.fiat_currency_code}
      className="col-span-2"
    >
      {(ids) => (
        <NumbersInput
          {...ids}
          unit={draft.fiat_currency_code}
          placeholder="50; 100; 200"
          texts={draft.predefined_amount ?? []}
          onTexts={(predefined_amount) => set({ predefined_amount: [...predefined_amount] })}
        />
      )}
    </Field>
  );
}

/** A sell offer shows only what its owner has. */
function Available({ form: { draft, available } }: { form: OfferForm }) {
  const t = useT();
  const page = usePage();
  const code = draft.crypto_currency_code;
  if (draft.offer_type !== "sell" || available === null) return null;
  return (
    <p className="text-sm text-muted">
      {t("myoffers.form.balance", { amount: cryptoText(page.locale, available, code), code })}{" "}
      <a href={page.href("walletReceive", { crypto: code })} className="font-medium text-brand underline">
        {t("myoffers.form.get_coins", { code })}
      </a>
    </p>
  );
}

/** After this sum the offer is off the market; without the tick there is none. */
function CapField({ form: { draft, set, fault } }: { form: OfferForm }) {
  const t = useT();
  const page = usePage();
  const cap = draft.offer_cap;
  // A special offer has none.
  if (draft.partner_id || (!page.flags.isOfferCapFeatureEnabled && !cap?.active)) return null;
  return (
    <div className="grid gap-2">
      <Checkbox
        checked={cap?.active ?? false}
        hint={t("myoffers.form.cap_hint")}
        onChange={(event) => set({ offer_cap: { amount: cap?.amount ?? "", active: event.target.checked } })}
      >
        {t("myoffers.form.cap")}
      </Checkbox>
      {cap?.active && (
        <Field label={t("myoffers.form.cap_amount")} error={fault("offer_cap")}>
          {(ids) => (
            <AmountInput
              {...ids}
              value={cap.amount}
              onValue={(amount) => set({ offer_cap: { amount, active: true } })}
              unit={draft.fiat_currency_code}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function WindowField({ form: { draft, set, fault, window } }: { form: OfferForm }) {
  const t = useT();
  const own = draft.payment_window;
  const offered = WINDOWS.filter((minutes) => minutes >= window.least && minutes <= window.most);
  // The offer's current value stays visible, even if it can no longer be chosen.
  const windows = [...new Set([...offered, window.least, own])].sort((a, b) => a - b);
  return (
    <Field label={t("myoffers.form.window")} hint={t("myoffers.form.window_hint")} error={fault("payment_window")}>
      {(ids) => (
        <Select {...ids} value={String(own)} onChange={(event) => set({ payment_window: Number(event.target.value) })}>
          {windows.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes % 60 === 0
                ? t("myoffers.form.hours", { count: minutes / 60 })
                : t("myoffers.form.minutes", { count: minutes })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
