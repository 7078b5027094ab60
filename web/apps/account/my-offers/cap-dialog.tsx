/** The cap of one offer: what it was, what is left, another sum, on or off. */
import { useState } from "react";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import type { Declined } from "#sdk/declined.ts";
import { fiatText, isolated, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/forms/checkbox.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = { readonly offer: MyOffer; readonly put: (offer: MyOffer) => void; readonly onClose: () => void };

export function CapDialog({ offer, put, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const cap = offer.offerCap;
  const [amount, setAmount] = useState(cap?.initialValue ?? "");
  const [isActive, setActive] = useState(cap?.active ?? true);
  const save = useAction(
    async () => {
      const { setOfferCap } = await import("#contract/market/offers/my/offers.ts");
      const body = { offer_cap: { amount, active: isActive } };
      put((await page.call(setOfferCap, { params: { id: offer.idHashed }, body })).data);
      onClose();
    },
    { fields: ["offer_cap"] },
  );
  const refusal = save.refusal;
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("myoffers.cap.title")} closeLabel={t("shell.close")}>
      <Form noValidate className="grid gap-4" onSubmit={() => void save.run()}>
        <p className="text-sm text-muted">{t("myoffers.cap.text")}</p>
        {cap && <CapFacts offer={offer} cap={cap} />}
        <Field
          label={t("myoffers.cap.amount")}
          hint={t("myoffers.cap.anew")}
          error={refusal?.fault("offer_cap") ?? refusal?.message}
        >
          {(ids) => <AmountInput {...ids} value={amount} onValue={setAmount} unit={offer.fiatCurrencyCode} />}
        </Field>
        {refusal && <UsedAndRate refusal={refusal} offer={offer} />}
        <Switch label={t("myoffers.cap.active")} isOn={isActive} onChange={setActive} />
        <Button type="submit" wide disabled={!/\d/.test(amount)} isBusy={save.isRunning}>
          {t("myoffers.save")}
        </Button>
      </Form>
    </Dialog>
  );
}

function CapFacts({ offer, cap }: { offer: MyOffer; cap: NonNullable<MyOffer["offerCap"]> }) {
  const t = useT();
  const { locale } = usePage();
  const fiat = (amount: string) =>
    isolated(`${fiatText(locale, amount, offer.fiatCurrencyCode)} ${offer.fiatCurrencyCode}`);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-lg bg-sunken p-3 text-sm">
      <FactRows
        rows={[
          [t("myoffers.cap.initial"), fiat(cap.initialValue)],
          [t("myoffers.cap.remaining"), fiat(cap.remainingValue)],
          [t("myoffers.cap.state"), t(cap.active ? "myoffers.cap.on" : "myoffers.cap.off")],
        ]}
      />
    </dl>
  );
}

/** Beside a refusal: what of the cap is used, and the rate by which it counts. */
function UsedAndRate({ refusal: { context }, offer }: { refusal: Declined; offer: MyOffer }) {
  const t = useT();
  const { locale } = usePage();
  if (typeof context.usedCap !== "string") return null;
  const code = offer.fiatCurrencyCode;
  const rate = typeof context.rate === "string" ? context.rate : offer.offerCap?.rate;
  return (
    <p className="text-sm text-muted">
      {t("myoffers.cap.used", { used: isolated(`${fiatText(locale, context.usedCap, code)} ${code}`) })}{" "}
      {rate &&
        t("myoffers.cap.rate", {
          crypto: offer.cryptoCurrencyCode,
          rate: isolated(`${priceText(locale, rate, code)} ${code}`),
        })}
    </p>
  );
}
