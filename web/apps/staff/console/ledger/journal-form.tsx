/** A correction of a person's balance, as an administrator proposes it; why and the proof are asked next. */
import { type ReactNode, useState } from "react";
import { amountFault, CRYPTO, CRYPTO_CODES } from "#contract/money/money.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { JOURNAL_HOUSES, JOURNAL_SIDES } from "#contract/staff/names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

const NOTHING = { id: "", side: "credit", code: "BTC", house: "loss", amount: "", case_number: "" } as const;
type Typed = Record<keyof typeof NOTHING, string>;

export function JournalForm({ onAsk }: { readonly onAsk: (change: StaffChange) => void }) {
  const t = useT();
  const [typed, setTyped] = useState<Typed>(NOTHING);
  const change = changeOf(typed);
  const set = (key: keyof Typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [key]: event.target.value });
  const select = (key: "side" | "code" | "house", options: readonly (readonly [string, string])[], label: string) => (
    <Picked label={label} value={typed[key]} onChange={set(key)}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Picked>
  );
  const input = (key: "id" | "amount" | "case_number", label: string, more: { hint?: string; error?: string } = {}) => (
    <Field label={label} hint={more.hint} error={more.error}>
      {(ids) =>
        key === "amount" ? (
          <AmountInput
            {...ids}
            unit={typed.code}
            value={typed.amount}
            onValue={(amount) => setTyped({ ...typed, amount })}
          />
        ) : (
          <Input {...ids} autoComplete="off" spellCheck={false} dir="ltr" value={typed[key]} onChange={set(key)} />
        )
      }
    </Field>
  );
  const digits = CRYPTO_CODES.includes(typed.code as "BTC") ? CRYPTO[typed.code as "BTC"].digits : 8;
  const isWrong = typed.amount !== "" && amountFault(trimmed(typed.amount), digits) !== undefined;
  return (
    <Form className="grid gap-3" onSubmit={() => change && onAsk(change)}>
      {input("id", t("staff.people.username"))}
      <div className="grid gap-3 sm:grid-cols-2">
        {select(
          "side",
          JOURNAL_SIDES.map((side) => [side, t(`console.ledger.side.${side}`)]),
          t("console.ledger.which_way"),
        )}
        {select(
          "house",
          JOURNAL_HOUSES.map((house) => [house, t(`console.ledger.account.${house}`)]),
          t("console.ledger.house"),
        )}
        {input(
          "amount",
          t("console.ledger.head.amount"),
          isWrong ? { error: t("console.ledger.digits", { digits }) } : {},
        )}
        {select(
          "code",
          CRYPTO_CODES.map((code) => [code, code]),
          t("console.ledger.coin"),
        )}
      </div>
      {input("case_number", t("console.ledger.case"), { hint: t("console.ledger.case_hint") })}
      <Button type="submit" look="secondary" disabled={!change}>
        {t("staff.continue")}
      </Button>
    </Form>
  );
}

type PickedProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (event: { target: { value: string } }) => void;
  readonly children: ReactNode;
};

function Picked({ label, value, onChange, children }: PickedProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <Select {...ids} value={value} onChange={onChange}>
          {children}
        </Select>
      )}
    </Field>
  );
}

/** Null while something is missing. */
function changeOf(typed: Typed): StaffChange | null {
  const id = trimmed(typed.id);
  const amount = trimmed(typed.amount);
  const caseNumber = trimmed(typed.case_number).toUpperCase();
  const side = JOURNAL_SIDES.find((one) => one === typed.side);
  const house = JOURNAL_HOUSES.find((one) => one === typed.house);
  const code = CRYPTO_CODES.find((one) => one === typed.code);
  if (!side || !house || !code || !/^[A-Za-z0-9_-]{3,20}$/.test(id)) return null;
  if (!/^[A-Z0-9][A-Z0-9-]{2,39}$/.test(caseNumber)) return null;
  if (amountFault(amount, CRYPTO[code].digits) !== undefined || !/[1-9]/.test(amount)) return null;
  return { kind: "post_journal", id, side, house, crypto_currency_code: code, amount, case_number: caseNumber };
}
