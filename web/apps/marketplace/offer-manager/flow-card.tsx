/** In which flow the trades of the offer run; the vault of gift cards pays only where gift cards do. */
import { FLOW_TYPES } from "#contract/trade-statuses.ts";
import { useT } from "#sdk/page-kit.ts";
import { RadioCards } from "#ui/radio-cards.tsx";
import { Section } from "./section.tsx";
import type { OfferForm } from "./use-offer-form.ts";

export function FlowCard({ form, methodGroup }: { form: OfferForm; methodGroup: string | undefined }) {
  const t = useT();
  const { draft, set, fault } = form;
  const error = fault("flow_type");
  const chosen = FLOW_TYPES.find((flow) => flow === draft.flow_type) ?? "default";
  return (
    <Section place={6} title={t("myoffers.form.flow")}>
      <RadioCards
        legend={t("myoffers.form.flow")}
        name="flow"
        value={chosen}
        onChange={(flow_type) => set({ flow_type })}
        cards={FLOW_TYPES.map((value) => ({
          value,
          title: t(`myoffers.form.flow_${value}`),
          text: t(`myoffers.form.flow_${value}_text`),
          disabled: value === "gcc-auto" && methodGroup !== "gift-cards" && chosen !== value,
        }))}
      />
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </Section>
  );
}
