/** The first step: which side, which coin, how it is paid and in which money. The first two stay once it is made. */
import { useState } from "react";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { FormMethod, OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { useT } from "#sdk/page-kit.ts";
import { Coin } from "#ui/pictures/coin.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { MethodIcon } from "#ui/pictures/method-icon.tsx";
import { PickerButton } from "#ui/forms/picker/button.tsx";
import { PickerDialog } from "#ui/forms/picker/dialog.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { CardKinds } from "./card-kinds.tsx";
import { groupedMethods } from "./grouped-methods.ts";
import { MethodNeeds } from "./method-needs.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { Section } from "./section.tsx";
import type { OfferForm } from "./use-offer-form.ts";

type Props = { form: OfferForm } & Pick<
  OfferFormPageProps,
  "methods" | "currencies" | "countries" | "bond" | "recentMethods" | "popularMethods"
>;

export function WhatCard({ form, methods, currencies, countries, bond, recentMethods, popularMethods }: Props) {
  const t = useT();
  const { draft, set, fault, isNew, method } = form;
  return (
    <Section title={t("myoffers.form.what")}>
      <RadioCards
        legend={t("myoffers.form.side")}
        name="side"
        value={draft.offer_type}
        onChange={(offer_type) => set({ offer_type })}
        cards={[
          {
            value: "sell",
            title: t("myoffers.form.i_sell"),
            text: t("myoffers.form.i_sell_text"),
            disabled: !isNew,
          },
          { value: "buy", title: t("myoffers.form.i_buy"), text: t("myoffers.form.i_buy_text"), disabled: !isNew },
        ]}
      />
      <RadioCards
        legend={t("myoffers.form.coin")}
        name="coin"
        columns={3}
        value={draft.crypto_currency_code}
        onChange={(crypto_currency_code) => set({ crypto_currency_code })}
        cards={CRYPTO_CODES.map((code) => ({
          value: code,
          disabled: !isNew,
          title: (
            <span className="flex items-center gap-2">
              <Coin code={code} />
              {code}
            </span>
          ),
        }))}
      />
      {!isNew && <p className="text-xs text-muted">{t("myoffers.form.side_final")}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <MethodField form={form} methods={methods} recent={recentMethods} popular={popularMethods} />
        <Field label={t("myoffers.form.currency")} error={fault("fiat_currency_code")}>
          {(ids) => (
            <Select
              {...ids}
              value={draft.fiat_currency_code}
              onChange={(event) => set({ fiat_currency_code: event.target.value })}
            >
              {currencies.map(({ code, name }) => (
                <option key={code} value={code}>
                  {code} – {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <MethodNeeds form={form} bond={bond} />
      <PlaceFields form={form} method={method} countries={countries} />
      <CardKinds form={form} method={method} countries={countries} />
    </Section>
  );
}

type MethodProps = {
  readonly form: OfferForm;
  readonly methods: readonly FormMethod[];
  readonly recent: readonly string[];
  readonly popular: readonly string[];
};

function MethodField({ form, methods, recent, popular }: MethodProps) {
  const t = useT();
  const { draft, set, fault, method } = form;
  const [isPicking, setPicking] = useState(false);
  const groupName = (group: string) => t.maybe(`catalog.groups.${group}`, group);
  return (
    <Field label={t("myoffers.form.method")} error={fault("payment_method")}>
      {(ids) => (
        <>
          <PickerButton {...ids} onClick={() => setPicking(true)}>
            {method && <MethodIcon name={method.name} group={method.group} src={method.icon} size="sm" />}
            {method?.name ?? t("myoffers.form.choose_method")}
          </PickerButton>
          <PickerDialog
            isOpen={isPicking}
            onClose={() => setPicking(false)}
            title={t("myoffers.form.method")}
            closeLabel={t("shell.close")}
            searchLabel={t("myoffers.form.search_method")}
            emptyText={t("myoffers.form.no_method")}
            items={groupedMethods(methods, {
              ...{ recent, popular, groupName },
              labels: { recent: t("myoffers.form.recent_methods"), popular: t("myoffers.form.popular_methods") },
            }).map(({ method: { slug, name, group, icon }, heading }) => ({
              key: slug,
              label: name,
              heading,
              search: `${slug} ${groupName(group)}`,
              icon: <MethodIcon name={name} group={group} src={icon} size="sm" />,
            }))}
            chosen={draft.payment_method}
            onPick={(slug) => {
              const picked = methods.find((one) => one.slug === slug);
              // Tags and cards may not fit the new method; the time to pay is what is usual for it.
              set({
                payment_method: slug,
                tags: [],
                bin_codes: [],
                card_regions: [],
                bank_reference_message: undefined,
                custom_rate: undefined,
                ...(picked ? { payment_window: picked.windowMinutes } : {}),
                ...(isOfOthers(draft.flow_type, picked?.group) ? DEFAULT_FLOW : {}),
              });
              setPicking(false);
            }}
          />
        </>
      )}
    </Field>
  );
}

const DEFAULT_FLOW = { flow_type: "default", payment_account_id: undefined } as const;

/** A flow that the new method's group does not have. */
function isOfOthers(flow: string | undefined, group: string | undefined): boolean {
  return (flow === "gcc-auto" && group !== "gift-cards") || (flow === "bt-auto" && group !== "bank-transfers");
}
