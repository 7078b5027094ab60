/** Edits price and amounts of one offer inside the list. Only changed fields are sent. */
import { useState } from "react";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { useT } from "#sdk/page-kit.ts";
import { AmountInput, NumberInput } from "#sdk/number-input.tsx";
import { NumbersInput } from "#sdk/numbers-input.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { type MyOffers, type OfferEdit, useOfferEdit } from "./use-my-offers.ts";

export function QuickEdit({ offer, mine }: { offer: MyOffer; mine: MyOffers }) {
  const t = useT();
  const [price, setPrice] = useState(offer.isFixedPrice ? offer.fiatPricePerCrypto : offer.margin);
  const [min, setMin] = useState(offer.rangeMin);
  const [max, setMax] = useState(offer.rangeMax);
  const [list, setList] = useState<readonly string[]>(offer.predefinedAmounts);
  const [isConfirmed, setConfirmed] = useState(false);
  const edit = useOfferEdit(offer.idHashed, { put: mine.put, attempt: mine.attempt, onSaved: mine.letGo });
  const { marginErrors, fixedPriceErrors, limitsErrors } = mine.errors;
  const hash = offer.idHashed;
  const fault = (...fields: string[]) => fields.map((field) => edit.refusal?.fault(field)).find(Boolean);
  const unit = offer.fiatCurrencyCode;
  return (
    <Form
      noValidate
      className="grid items-start gap-3 rounded-lg bg-sunken p-3 sm:grid-cols-3"
      onSubmit={() => void edit.run(changesOf(offer, { price, min, max, list, isConfirmed }))}
    >
      {offer.isFixedPrice ? (
        <Field label={t("myoffers.price")} error={fault("fixed_price", "new_fixed_price") ?? fixedPriceErrors[hash]}>
          {(ids) => <AmountInput {...ids} value={price} onValue={setPrice} unit={unit} />}
        </Field>
      ) : (
        <Field label={t("myoffers.margin")} error={fault("margin", "new_margin") ?? marginErrors[hash]}>
          {(ids) => <NumberInput {...ids} isSigned unit="%" value={price} onValue={setPrice} />}
        </Field>
      )}
      {offer.amountType === "min_max" ? (
        <>
          <Field label={t("myoffers.min")} error={fault("range_min")}>
            {(ids) => <AmountInput {...ids} value={min} onValue={setMin} unit={unit} />}
          </Field>
          <Field
            label={t("myoffers.max")}
            error={fault("range_max") ?? (fault("range_min") ? undefined : limitsErrors[hash])}
          >
            {(ids) => <AmountInput {...ids} value={max} onValue={setMax} unit={unit} />}
          </Field>
        </>
      ) : (
        <Field
          label={t("myoffers.amounts")}
          error={fault("predefined_amount") ?? limitsErrors[hash]}
          className="sm:col-span-2"
          aside={unit}
        >
          {(ids) => <NumbersInput {...ids} texts={list} onTexts={setList} />}
        </Field>
      )}
      {edit.refusal &&
        Object.values(edit.refusal.details).some(([one]) => one?.code === "offer.margin_unconfirmed") && (
          <Checkbox
            className="sm:col-span-3"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          >
            {t("myoffers.confirm_price")}
          </Checkbox>
        )}
      <div className="flex flex-wrap gap-2 sm:col-span-3">
        <Button type="submit" size="sm" isBusy={edit.isRunning}>
          {t("myoffers.save")}
        </Button>
        <Button look="quiet" size="sm" onClick={mine.letGo}>
          {t("myoffers.close")}
        </Button>
      </div>
    </Form>
  );
}

type Typed = { price: string; min: string; max: string; list: readonly string[]; isConfirmed: boolean };

function changesOf(offer: MyOffer, { price, min, max, list, isConfirmed }: Typed): OfferEdit {
  const isRange = offer.amountType === "min_max";
  const isMoved = isRange
    ? min !== offer.rangeMin || max !== offer.rangeMax
    : list.join() !== offer.predefinedAmounts.join();
  return {
    isConfirmed,
    ...(!offer.isFixedPrice && price !== offer.margin ? { margin: price } : {}),
    ...(offer.isFixedPrice && price !== offer.fiatPricePerCrypto ? { fixedPrice: price } : {}),
    ...(isMoved ? { amounts: isRange ? { range_min: min, range_max: max } : { predefined_amount: [...list] } } : {}),
  };
}
