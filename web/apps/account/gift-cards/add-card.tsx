/** A gift card comes into the vault: what it is, and its code, which is not shown here again. */
import { useState } from "react";
import type { GiftCard } from "#contract/market/trades/gift-cards.ts";
import { GIFT_CARD_KINDS, type GiftCardKind } from "#contract/market/trades/gift-card-names.ts";
import type { GiftCardsPageProps } from "#contract/market/pages.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Props = Pick<GiftCardsPageProps, "methods" | "currencies"> & {
  readonly onAdded: (card: GiftCard) => void;
  readonly onClose: () => void;
};

const FIELDS = ["payment_method", "fiat_currency_code", "fiat_amount", "code"] as const;

export function AddCard({ methods, currencies, onAdded, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [method, setMethod] = useState(methods[0]?.slug ?? "");
  const [kind, setKind] = useState<GiftCardKind>("e-card");
  const [currency, setCurrency] = useState("USD");
  const [amount, setAmount] = useState("");
  const [code, setCode] = useState("");
  const add = useAction(
    async () => {
      const { addGiftCard } = await import("#contract/market/trades/gift-cards.ts");
      const body = { payment_method: method, kind, fiat_currency_code: currency, fiat_amount: amount, code };
      onAdded((await page.call(addGiftCard, { body })).data);
      page.toast("success", t("giftcards.added"));
    },
    { fields: FIELDS },
  );
  const fault = (field: (typeof FIELDS)[number]) => add.refusal?.fault(field);
  const isShown = FIELDS.some((field) => fault(field));
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("giftcards.add")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => void add.run()}>
        <Field label={t("giftcards.method")} error={fault("payment_method")}>
          {(ids) => (
            <Select {...ids} value={method} onChange={(event) => setMethod(event.target.value)}>
              {methods.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <RadioCards
          legend={t("giftcards.kind_title")}
          name="kind"
          value={kind}
          onChange={setKind}
          cards={GIFT_CARD_KINDS.map((value) => ({ value, title: t(`giftcards.kind.${value}`) }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("giftcards.currency")} error={fault("fiat_currency_code")}>
            {(ids) => (
              <Select {...ids} value={currency} onChange={(event) => setCurrency(event.target.value)}>
                {currencies.map((one) => (
                  <option key={one.code} value={one.code}>
                    {one.code} – {one.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("giftcards.amount")} error={fault("fiat_amount")}>
            {(ids) => <AmountInput {...ids} required value={amount} onValue={setAmount} unit={currency} />}
          </Field>
        </div>
        <Field label={t("giftcards.code")} hint={t("giftcards.code_hint")} error={fault("code")}>
          {(ids) => (
            <Input
              {...ids}
              required
              dir="ltr"
              autoComplete="off"
              maxLength={80}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        {add.refusal && !isShown && <Alert kind="danger">{add.refusal.message}</Alert>}
        <Button type="submit" wide disabled={isBlank(code) || amount === ""} isBusy={add.isRunning}>
          {t("giftcards.add")}
        </Button>
      </Form>
    </Dialog>
  );
}
