/** In which flow the trades of the offer run; the vault of gift cards pays only where gift cards do, and accounts are shared where the method says so. */
import type { FormMethod } from "#contract/market/offers/my/offers-page.ts";
import { FLOW_TYPES } from "#contract/market/trades/trade/statuses.ts";
import { Late } from "#sdk/late.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { Section } from "./section.tsx";
import type { OfferForm } from "./use-offer-form.ts";

type Props = { form: OfferForm; method: Pick<FormMethod, "group" | "sharesAccounts"> | undefined };

const loadAccounts = () => import("#widgets/own-bank-account.tsx").then((module) => module.OwnBankAccount);

export function FlowCard({ form, method }: Props) {
  const t = useT();
  const { flags } = usePage();
  const { draft, set, fault } = form;
  const error = fault("flow_type");
  const isShared = draft.flow_type === "bt-auto" && draft.offer_type === "sell";
  const isClosed = (flow: (typeof FLOW_TYPES)[number]) =>
    (flow === "bt-auto" && !method?.sharesAccounts) ||
    (flow === "gcc-auto" && !(method?.group === "gift-cards" && flags.isGCCSellSectionFlowEnabled));
  const chosen = FLOW_TYPES.find((flow) => flow === draft.flow_type) ?? "default";
  return (
    <Section title={t("myoffers.form.flow")}>
      <RadioCards
        legend={<span className="sr-only">{t("myoffers.form.flow")}</span>}
        name="flow"
        value={chosen}
        onChange={(flow_type) => set({ flow_type, payment_account_id: undefined })}
        cards={FLOW_TYPES.map((value) => ({
          value,
          title: t(`myoffers.form.flow_${value}`),
          text: t(`myoffers.form.flow_${value}_text`),
          disabled: isClosed(value) && chosen !== value,
        }))}
      />
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
      {isShared && (
        <Late
          load={loadAccounts}
          props={{
            fiat: draft.fiat_currency_code,
            value: draft.payment_account_id ?? null,
            onChange: (payment_account_id: string) => set({ payment_account_id }),
            error: fault("payment_account_id"),
            words: {
              label: t("myoffers.form.account"),
              none: t("myoffers.form.account_none", { code: draft.fiat_currency_code }),
              add: t("myoffers.form.account_add"),
              failed: t("myoffers.form.account_failed"),
            },
          }}
          loading={null}
          failed={(again) => (
            <Button look="secondary" onClick={again}>
              {t("myoffers.form.account_failed")}
            </Button>
          )}
        />
      )}
    </Section>
  );
}
