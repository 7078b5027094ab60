/** Deciding an appeal: the decision is upheld, or the operator owes the losing side an amount. */
import { useState } from "react";
import type { DisputeView } from "#contract/market/disputes/disputes.ts";
import { type CryptoCode, CRYPTO, unitsFromDisplay } from "#contract/money/money.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Props = { caseNumber: string; crypto: CryptoCode; most: string; onChange: (dispute: DisputeView) => void };

const UNITS = "compensation_units";

function unitsOf(typed: string, crypto: CryptoCode): string | null {
  try {
    const units = unitsFromDisplay(trimmed(typed), CRYPTO[crypto].digits);
    return units > 0n ? String(units) : null;
  } catch {
    return null;
  }
}

export function AppealDecision({ caseNumber, crypto, most, onChange }: Props) {
  const t = useT();
  const page = usePage();
  const [answer, setAnswer] = useState("");
  const [worth, setWorth] = useState(most);
  const units = unitsOf(worth, crypto);
  const decide = useAction(
    async (outcome: "upheld" | "overturned") => {
      const { decideDisputeAppeal } = await import("#contract/market/disputes/appeals.ts");
      const owed = outcome === "overturned" && units ? { [UNITS]: units } : {};
      const body = { outcome, answer: trimmed(answer), ...owed };
      const { data } = await page.call(decideDisputeAppeal, { params: { id: caseNumber }, body });
      onChange(data);
    },
    { fields: ["answer", UNITS], quiet: true },
  );
  const isAnswered = hasLetters(answer, 10);
  return (
    <div className="grid gap-3">
      <Field
        label={t("room.appeal.answer")}
        hint={t("room.appeal.answer_hint")}
        error={decide.refusal?.fault("answer")}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={1000}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t("room.appeal.worth", { crypto })}
        hint={t("room.appeal.worth_hint", { amount: most, crypto })}
        error={decide.refusal?.fault(UNITS)}
      >
        {(ids) => <AmountInput {...ids} unit={crypto} value={worth} onValue={setWorth} />}
      </Field>
      {decide.refusal && !decide.refusal.fault("answer") && !decide.refusal.fault(UNITS) && (
        <Alert kind="danger">{decide.refusal.message}</Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isAnswered} isBusy={decide.isRunning} onClick={() => void decide.run("upheld")}>
          {t("room.appeal.uphold")}
        </Button>
        <Button
          look="secondary"
          disabled={!isAnswered || units === null}
          isBusy={decide.isRunning}
          onClick={() => void decide.run("overturned")}
        >
          {t("room.appeal.overturn")}
        </Button>
      </div>
    </div>
  );
}
