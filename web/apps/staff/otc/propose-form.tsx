/** A price for a request, proposed to a trader. */
import { useState } from "react";
import type { quoteOtcRequest, StaffOtcRequest } from "#contract/market/otc/otc.ts";
import { OTC_LIMITS } from "#contract/market/otc/names.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { AmountInput, CountInput } from "#sdk/number-input.tsx";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

type Props = { readonly row: StaffOtcRequest; readonly onDone: (row: StaffOtcRequest) => void };

const FIELDS = ["trader", "payment_method", "amount", "price", "margin", "minutes", "fixed_price"] as const;
const { minutesLeast, minutesMost, minutesUsual } = OTC_LIMITS;

export function ProposeForm({ row, onDone }: Props) {
  const page = usePage();
  const t = useT();
  const [trader, setTrader] = useState("");
  const [method, setMethod] = useState(row.paymentMethods[0]?.slug ?? "");
  const [amount, setAmount] = useState(row.amount);
  const [kind, setKind] = useState<"margin" | "fixed">("margin");
  const [value, setValue] = useState("0");
  const [minutes, setMinutes] = useState(String(minutesUsual));
  const propose = useAction(
    async (body: BodyOf<typeof quoteOtcRequest>) => {
      const calls = await import("#contract/market/otc/otc.ts");
      const { data } = await page.call(calls.quoteOtcRequest, { params: { id: row.id }, body });
      page.toast("success", t("otc.staff.sent", { name: isolated(body.trader) }));
      onDone(data);
    },
    { fields: FIELDS },
  );
  const fault = (...names: (typeof FIELDS)[number][]) =>
    names.map((name) => propose.refusal?.fault(name)).find((one) => one !== undefined);
  const isReady = trader.trim() !== "" && amount !== "" && value !== "" && minutes !== "";
  const submit = () => {
    if (!isReady) return;
    const price = kind === "margin" ? { margin: value } : { price: value };
    void propose.run({ trader: trader.trim(), payment_method: method, amount, ...price, minutes: Number(minutes) });
  };
  return (
    <Form className="grid gap-4 border-t border-line pt-4" onSubmit={submit}>
      <h3 className="text-sm font-semibold">{t("otc.staff.propose")}</h3>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Field label={t("otc.staff.trader")} hint={t("otc.staff.trader_hint")} error={fault("trader")}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              maxLength={20}
              value={trader}
              onChange={(event) => setTrader(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("otc.staff.method")} error={fault("payment_method")}>
          {(ids) => (
            <Select {...ids} value={method} onChange={(event) => setMethod(event.target.value)}>
              {row.paymentMethods.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("otc.staff.amount")} error={fault("amount")}>
          {(ids) => <AmountInput {...ids} unit={row.fiatCurrencyCode} value={amount} onValue={setAmount} />}
        </Field>
        <Field label={t("otc.staff.kind")}>
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onChange={(event) => {
                setKind(event.target.value === "fixed" ? "fixed" : "margin");
                setValue("");
              }}
            >
              <option value="margin">{t("otc.staff.margin")}</option>
              <option value="fixed">{t("otc.staff.fixed")}</option>
            </Select>
          )}
        </Field>
        <Field
          label={t(kind === "margin" ? "otc.staff.margin_value" : "otc.staff.fixed")}
          error={fault("price", "margin", "fixed_price")}
        >
          {(ids) => (
            <AmountInput
              {...ids}
              key={kind}
              isSigned={kind === "margin"}
              unit={kind === "margin" ? "%" : row.fiatCurrencyCode}
              value={value}
              onValue={setValue}
            />
          )}
        </Field>
        <Field
          label={t("otc.staff.minutes")}
          hint={t("otc.staff.minutes_hint", { min: minutesLeast, max: minutesMost })}
          error={fault("minutes")}
        >
          {(ids) => <CountInput {...ids} range={[minutesLeast, minutesMost]} value={minutes} onValue={setMinutes} />}
        </Field>
      </div>
      <Button type="submit" className="justify-self-start" disabled={!isReady} isBusy={propose.isRunning}>
        {t("otc.staff.send")}
      </Button>
    </Form>
  );
}
