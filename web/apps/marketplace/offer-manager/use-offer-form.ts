/** The draft of an offer, what is wrong with it, and saving it. */
import { useState } from "react";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { FormMethod, OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { leave } from "#sdk/state/leave.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { type Action, useAction } from "#sdk/state/use-action.ts";
import { bodyFrom, missingIn } from "./body.ts";
import { firstStepOf, OFFER_STEPS, type OfferStep, stepOf } from "./steps.ts";

export type OfferForm = {
  readonly draft: OfferBody;
  readonly isNew: boolean;
  readonly set: (change: Partial<OfferBody>) => void;
  readonly fault: (field: keyof OfferBody) => string | undefined;
  readonly save: Action<[]>;
  readonly step: OfferStep;
  readonly goTo: (step: OfferStep) => void;
  /** To the next step, unless this one misses something. */
  readonly goOn: () => void;
  /** The group of its method; undefined until one is chosen. */
  readonly method: FormMethod | undefined;
  /** Errors without a field, or the hint that a field has one. */
  readonly trouble: string | undefined;
  /** The owner's balance of the coin that the offer sells; null if unknown. */
  readonly available: string | null;
  /** How many minutes it may give to pay. */
  readonly window: OfferFormPageProps["window"];
};

/** Those that the form shows beside themselves. */
const FIELDS: readonly (keyof OfferBody)[] = [
  "payment_method",
  "payment_method_label",
  "payment_country",
  "payment_subdivision",
  "payment_city",
  "flow_type",
  "payment_account_id",
  "fiat_currency_code",
  "margin",
  "fixed_price",
  "custom_rate",
  "range_min",
  "range_max",
  "predefined_amount",
  "payment_window",
  "offer_terms",
  "trade_details",
  "bank_reference_message",
  "tags",
  "require_min_past_trades",
  "new_buyer_max_fiat_limit",
  "country_limitation_list",
  "duty_hours",
  "timezone",
  "offer_cap",
  "bin_codes",
  "card_regions",
];

export function useOfferForm({ draft: first, hash, available, window, methods }: OfferFormPageProps): OfferForm {
  const page = usePage();
  const t = useT();
  const [draft, setDraft] = useState(first);
  const [step, setStep] = useState<OfferStep>("what");
  const method = methods.find(({ slug }) => slug === draft.payment_method);
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  // The refusal no longer belongs to the changed values.
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const put = useAction(
    async (body: ReturnType<typeof bodyFrom>) => {
      const { createOffer, updateOffer } = await import("#contract/market/offers/my/offers.ts");
      if (hash === null) await page.call(createOffer, { body });
      else await page.call(updateOffer, { params: { id: hash }, body });
      await leave(`${page.href("myOffers", undefined)}?myOffersTab=${body.offer_type}`);
    },
    { fields: FIELDS },
  );
  const mark = (empty: (keyof OfferBody)[]) => {
    setMissing(new Set(empty));
    setMended(new Set());
    put.clear();
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const goTo = (to: OfferStep) => {
    setStep(to);
    requestAnimationFrame(() => document.querySelector<HTMLElement>("#offer-step")?.focus());
  };
  const run = async () => {
    const empty = missingIn(draft, method);
    if (empty.length > 0) {
      setStep(firstStepOf(empty) ?? step);
      return mark(empty);
    }
    setMissing(new Set());
    setMended(new Set());
    return put.run(bodyFrom(draft));
  };
  const goOn = () => {
    const empty = missingIn(draft, method).filter((field) => stepOf(field) === step);
    if (empty.length > 0) return mark(empty);
    goTo(OFFER_STEPS[OFFER_STEPS.indexOf(step) + 1] ?? step);
  };
  // A refusal opens the step with the field that it is about.
  const refused = firstStepOf(FIELDS.filter((field) => put.refusal?.fault(field)));
  const [opened, setOpened] = useState<typeof put.refusal>(null);
  if (put.refusal !== opened) {
    setOpened(put.refusal);
    if (refused) setStep(refused);
  }
  const fault = (field: keyof OfferBody) => {
    if (mended.has(field)) return undefined;
    return missing.has(field) ? t("myoffers.form.required") : put.refusal?.fault(field);
  };
  const isMarked = FIELDS.some((field) => fault(field));
  return {
    draft,
    isNew: hash === null,
    set: (change) => {
      setDraft((known) => ({ ...known, ...change }));
      setMended((known) => new Set([...known, ...Object.keys(change)]));
    },
    fault,
    save: { ...put, run },
    ...{ step, goTo, goOn, method },
    trouble: isMarked ? t("myoffers.form.marked") : refused ? undefined : put.refusal?.message,
    available: available?.[draft.crypto_currency_code] ?? null,
    window,
  };
}
