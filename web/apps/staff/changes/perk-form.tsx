/** The first step of a discount on the escrow fee, before the reason and the proof: giving or removing it. */
import { useState } from "react";
import type { StaffDeskProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { AmountInput, CountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

type Wish = "give_perk" | "take_perk";

type Props = { readonly methods: StaffDeskProps["methods"]; readonly onAsk: (change: StaffChange) => void };

export function PerkForm({ methods, onAsk }: Props) {
  const t = useT();
  const [name, setName] = useState("");
  const [wish, setWish] = useState<Wish>("give_perk");
  const [fee, setFee] = useState("");
  const [days, setDays] = useState("30");
  const [method, setMethod] = useState("0");
  const change = changeOf({ id: trimmed(name), wish, fee, days, method });
  return (
    <Form className="grid gap-3" onSubmit={() => change && onAsk(change)}>
      <h2 className="font-semibold">{t("staff.perks.title")}</h2>
      <Field label={t("staff.perks.trader")}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("staff.perks.wish")}>
        {(ids) => (
          <Select
            {...ids}
            value={wish}
            onChange={(event) => setWish(event.target.value === "take_perk" ? "take_perk" : "give_perk")}
          >
            <option value="give_perk">{t("staff.perks.give")}</option>
            <option value="take_perk">{t("staff.perks.take")}</option>
          </Select>
        )}
      </Field>
      <Field label={t("staff.perks.method")}>
        {(ids) => (
          <Select {...ids} value={method} onChange={(event) => setMethod(event.target.value)}>
            <option value="0">{t("staff.perks.all")}</option>
            {methods.map(({ id, name: label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {wish === "give_perk" && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t("staff.perks.fee")}>
            {(ids) => <AmountInput {...ids} value={fee} onValue={setFee} unit="%" />}
          </Field>
          <Field label={t("staff.perks.days")}>{(ids) => <CountInput {...ids} value={days} onValue={setDays} />}</Field>
        </div>
      )}
      <Button type="submit" look="secondary" disabled={!change}>
        {t("staff.continue")}
      </Button>
    </Form>
  );
}

type Typed = {
  readonly id: string;
  readonly wish: Wish;
  readonly fee: string;
  readonly days: string;
  readonly method: string;
};

function changeOf({ id, wish, fee, days, method }: Typed): StaffChange | undefined {
  if (!/^[A-Za-z0-9_-]{3,20}$/.test(id) || method === "") return undefined;
  const payment_method_id = Number(method);
  if (wish === "take_perk") return { kind: "take_perk", id, payment_method_id };
  const isFee = /^(0|1?[0-9]|20)(\.[0-9]{1,2})?$/.test(fee);
  const many = Number(days);
  if (!isFee || many < 1 || many > 365) return undefined;
  return { kind: "give_perk", id, payment_method_id, fee_pct: fee, days: many };
}
