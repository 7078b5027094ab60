/** A price for some seconds: its facts, the time that is left, the proof of who pays, and the way back. */
import { type ReactNode, useId, useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Form } from "#ui/forms/form.tsx";
import { PriceValid } from "./price-valid.tsx";
import { PROOF_FIELDS, ProofField } from "./proof-field.tsx";

type Props = {
  readonly quote: { readonly createdAt: string; readonly expiresAt: string };
  readonly title: string;
  /** Above the facts. */
  readonly children: ReactNode;
  readonly facts: readonly (readonly [string, ReactNode])[];
  /** What cannot be taken back. */
  readonly final: string;
  readonly confirm: string;
  readonly back: string;
  /** Ends where the payment is shown. */
  readonly onPay: (typed: Typed) => Promise<void>;
  readonly onBack: () => void;
};

export function PayQuote({ quote, title, children, facts, final, confirm, back, onPay, onBack }: Props) {
  const t = useT();
  const id = useId();
  const nowMs = useNow(500);
  const proof = useProof();
  const [isPaid, setPaid] = useState(false);
  const pay = useAction(
    async (typed: Typed) => {
      await onPay(typed);
      setPaid(true);
    },
    { fields: PROOF_FIELDS, quiet: true },
  );
  const isGood = Date.parse(quote.expiresAt) > nowMs;
  const fault = pay.refusal && !PROOF_FIELDS.some((field) => pay.refusal?.fault(field)) ? pay.refusal.joined() : null;
  return (
    <Card className="grid gap-4 p-5" aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows rows={facts} />
      </dl>
      <PriceValid
        createdAt={quote.createdAt}
        expiresAt={quote.expiresAt}
        nowMs={nowMs}
        label={t("quote.valid")}
        spoken={(left) => t("quote.valid_spoken", { left })}
        expired={t("quote.expired")}
      />
      <Form className="grid gap-4" onSubmit={() => (isGood ? proof.typed && void pay.run(proof.typed) : onBack())}>
        {isGood && <ProofField proof={proof} refusal={pay.refusal} onEdit={pay.clear} />}
        {fault && <Alert kind="danger">{fault}</Alert>}
        <p className="text-xs text-muted">{final}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            className="grow"
            disabled={isGood && (!proof.typed || isPaid)}
            isBusy={pay.isRunning || isPaid}
          >
            {isGood ? confirm : t("quote.again")}
          </Button>
          <Button look="secondary" onClick={onBack}>
            {back}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
