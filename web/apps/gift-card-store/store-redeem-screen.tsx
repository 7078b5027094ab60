/** The till of the demo's shops: the value of a card into the reader's balance. */
import { useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { redeemHouseCard } from "#contract/products/store/gift-card-store.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { StoreFrame } from "./store-frame.tsx";

export const screen: PageScreen<"store-redeem", typeof StoreRedeemScreen> = {
  title: "store.redeem.title",
  texts: ["store", "refusals"],
};

export default function StoreRedeemScreen() {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState("");
  const [pin, setPin] = useState("");
  const [done, setDone] = useState<ReplyOf<typeof redeemHouseCard> | null>(null);
  const redeem = useAction(
    async (typed: string, typedPin: string) => {
      setDone(null);
      const { redeemHouseCard } = await import("#contract/products/store/gift-card-store.ts");
      setDone((await page.call(redeemHouseCard, { body: { code: typed, pin: typedPin } })).data);
      setCode("");
      setPin("");
    },
    { fields: ["code", "pin"], quiet: true },
  );
  const sum = (amount: string, unit: string) => isolated(amountText(page.locale, `${amount} ${unit}`));
  return (
    <StoreFrame title={t("store.redeem.title")} lead={t("store.redeem.lead")} here="redeem" simulated="short">
      <Card className="mx-auto w-full max-w-xl p-5">
        <Form className="grid gap-4" onSubmit={() => void redeem.run(code, pin)}>
          <Field label={t("store.redeem.code")} error={redeem.refusal?.fault("code")}>
            {(ids) => (
              <Input
                {...ids}
                dir="ltr"
                className="font-mono"
                autoComplete="off"
                spellCheck={false}
                maxLength={80}
                value={code}
                onChange={(event) => {
                  setCode(event.target.value);
                  redeem.clear();
                }}
                required
              />
            )}
          </Field>
          <Field label={t("store.redeem.pin")} hint={t("store.redeem.pin_hint")} error={redeem.refusal?.fault("pin")}>
            {(ids) => (
              <Input
                {...ids}
                dir="ltr"
                className="font-mono"
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                value={pin}
                onChange={(event) => {
                  setPin(event.target.value);
                  redeem.clear();
                }}
              />
            )}
          </Field>
          {redeem.refusal && !redeem.refusal.fault("code") && !redeem.refusal.fault("pin") && (
            <Alert kind="danger">{redeem.refusal.message}</Alert>
          )}
          {done && (
            <Alert kind="success">
              {t("store.redeem.done", {
                value: sum(done.amount, done.currencyCode),
                credited: sum(done.credited, done.cryptoCurrencyCode),
              })}
            </Alert>
          )}
          <Button type="submit" wide isBusy={redeem.isRunning}>
            {t("store.redeem.go")}
          </Button>
        </Form>
      </Card>
    </StoreFrame>
  );
}
