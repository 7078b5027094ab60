/** The public terms, the trade instructions for the buyer, and the tags. */
import { useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input, TextArea } from "#ui/forms/input.tsx";
import { needsDetails } from "./body.ts";
import { BankReference } from "./bank-reference.tsx";
import { Section } from "./section.tsx";
import type { OfferForm } from "./use-offer-form.ts";

const MOST = 2500;
const MOST_LABEL = 25;
const MOST_TAGS = 8;

type Props = { form: OfferForm; tags: readonly string[]; isLite: boolean; isByBank: boolean };

export function TermsCard({ form, tags, isLite, isByBank }: Props) {
  const t = useT();
  const { draft, set, fault } = form;
  return (
    <Section title={t("myoffers.form.terms_title")}>
      {!isLite && (
        <Field
          label={t("myoffers.form.label")}
          hint={t("myoffers.form.label_hint")}
          error={fault("payment_method_label")}
        >
          {(ids) => (
            <Input
              {...ids}
              maxLength={MOST_LABEL}
              value={draft.payment_method_label ?? ""}
              onChange={(event) => set({ payment_method_label: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={t("myoffers.form.terms")}
        hint={t(draft.partner_id ? "myoffers.form.special_terms_hint" : "myoffers.form.terms_hint")}
        error={fault("offer_terms")}
        aside={`${draft.offer_terms.length}/${MOST}`}
      >
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={MOST}
            value={draft.offer_terms}
            onChange={(event) => set({ offer_terms: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t(needsDetails(draft, form.method?.group) ? "myoffers.form.details_needed" : "myoffers.form.details")}
        hint={t("myoffers.form.details_hint")}
        error={fault("trade_details")}
        aside={`${draft.trade_details.length}/${MOST}`}
      >
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={MOST}
            value={draft.trade_details}
            onChange={(event) => set({ trade_details: event.target.value })}
          />
        )}
      </Field>
      {isByBank && <BankReference form={form} />}
      {!isLite && <Tags form={form} tags={tags} />}
    </Section>
  );
}

function Tags({ form: { draft, set, fault }, tags }: { form: OfferForm; tags: readonly string[] }) {
  const t = useT();
  const chosen = draft.tags ?? [];
  const error = fault("tags");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("myoffers.form.tags", { most: MOST_TAGS })}</legend>
      <div className="flex flex-wrap gap-2">
        {tags.map((slug) => {
          const isOn = chosen.includes(slug);
          return (
            <label
              key={slug}
              className={cx(
                "flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-55 md:min-h-9",
                isOn ? "border-brand bg-brand-soft font-medium text-brand" : "border-edge bg-raised hover:bg-sunken",
              )}
            >
              <input
                type="checkbox"
                className="size-4 accent-(--brand)"
                checked={isOn}
                disabled={!isOn && chosen.length >= MOST_TAGS}
                onChange={() => set({ tags: isOn ? chosen.filter((one) => one !== slug) : [...chosen, slug] })}
              />
              {t.maybe(`catalog.tags.${slug}`, slug)}
            </label>
          );
        })}
      </div>
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
