/** Deciding a chargeback: dismissed, or confirmed with what the operator makes good. */
import { useState } from "react";
import type { ChargebackRow } from "#contract/market/disputes/chargebacks.ts";
import { type CryptoCode, CRYPTO, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { hasLetters, isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { TextArea } from "#ui/forms/input.tsx";

const UNITS = "compensation_units";

/** Undefined where nothing is to be paid, null for what is no amount. */
function unitsOf(typed: string, crypto: CryptoCode): string | null | undefined {
  if (isBlank(typed)) return undefined;
  try {
    const units = unitsFromDisplay(trimmed(typed), CRYPTO[crypto].digits);
    return units > 0n ? String(units) : null;
  } catch {
    return null;
  }
}

type Props = { row: ChargebackRow; onDecided: (row: ChargebackRow) => void };

export function ChargebackDecision({ row, onDecided }: Props) {
  const t = useT();
  const page = usePage();
  const [answer, setAnswer] = useState("");
  const [worth, setWorth] = useState("");
  const crypto = row.cryptoCurrencyCode;
  const units = unitsOf(worth, crypto);
  const decide = useAction(
    async (outcome: "dismissed" | "confirmed", words: string) => {
      const { decideChargeback } = await import("#contract/market/disputes/chargebacks.ts");
      const owed = outcome === "confirmed" && units ? { [UNITS]: units } : {};
      const { data } = await page.call(decideChargeback, {
        params: { id: row.caseNumber },
        body: { outcome, answer: words, ...owed },
      });
      onDecided(data);
    },
    { fields: ["answer", UNITS] },
  );
  const isAnswered = hasLetters(answer, 10);
  const most = displayFromUnits(BigInt(row.mostUnits), CRYPTO[crypto].digits);
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <Field
        label={t("dashboard.disputes.cb.answer")}
        hint={t("dashboard.disputes.cb.answer_hint")}
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
        label={t("dashboard.disputes.cb.worth", { crypto })}
        hint={t("dashboard.disputes.cb.worth_hint", { amount: most, crypto })}
        error={decide.refusal?.fault(UNITS)}
      >
        {(ids) => <AmountInput {...ids} unit={crypto} value={worth} onValue={setWorth} />}
      </Field>
      {decide.refusal && !decide.refusal.fault("answer") && !decide.refusal.fault(UNITS) && (
        <Alert kind="danger">{decide.refusal.message}</Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!isAnswered || units === null}
          isBusy={decide.isRunning}
          onClick={() => void decide.run("confirmed", trimmed(answer))}
        >
          {t("dashboard.disputes.cb.confirm")}
        </Button>
        <Button
          look="secondary"
          disabled={!isAnswered}
          isBusy={decide.isRunning}
          onClick={() => void decide.run("dismissed", trimmed(answer))}
        >
          {t("dashboard.disputes.cb.dismiss")}
        </Button>
      </div>
    </div>
  );
}
