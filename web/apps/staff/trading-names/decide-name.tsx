/** Approves a trading name by the reviewer's own proof, refuses it, or takes an approved one away. */
import { useState } from "react";
import type { OpenedTradingName } from "#contract/compliance/trading-names.ts";
import { TRADING_NAME_REASONS, type TradingNameReason } from "#contract/compliance/trading-name-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { takesFactor } from "#contract/staff/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Props = { readonly opened: OpenedTradingName; readonly onDone: () => void };

export function ApproveName({ opened: { reference }, onDone }: Props) {
  const page = usePage();
  const t = useT();
  const proof = useProof();
  const wanted = { kind: "approve_verification", id: reference } as const;
  const approve = useAction(
    async (typed: Typed) => {
      const [{ prove }, calls] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/trading-names.ts"),
      ]);
      await prove(page, typed, wanted);
      const { data } = await page.call(calls.approveTradingName, { body: { reference } });
      const isShown = data.status === "approved";
      page.toast("success", t(isShown ? "tradingname.staff.done_approved" : "tradingname.staff.done_first"));
      onDone();
    },
    { fields: [...PROOF_FIELDS] },
  );
  const isShort = takesFactor(wanted) && proof.method === "password";
  const isReady = !isShort && proof.typed !== null;
  return (
    <Form className="grid content-start gap-3" onSubmit={() => isReady && proof.typed && void approve.run(proof.typed)}>
      <h3 className="text-sm font-semibold">{t("tradingname.staff.approve_title")}</h3>
      <p className="text-sm text-muted">{t("tradingname.staff.approve_text")}</p>
      {isShort ? (
        <Alert kind="warning">{t("verification.staff.factor")}</Alert>
      ) : (
        <ProofField proof={proof} refusal={approve.refusal} />
      )}
      <Button type="submit" disabled={!isReady} isBusy={approve.isRunning}>
        {t("tradingname.staff.approve")}
      </Button>
    </Form>
  );
}

/** For a reason that the company reads. What the log of the staff keeps beside it is for names that were shown. */
export function EndName({ opened: { reference, status }, onDone }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState<TradingNameReason | null>(null);
  const [why, setWhy] = useState("");
  const isShown = status === "approved";
  const end = useAction(
    async (chosen: TradingNameReason, words: string) => {
      const calls = await import("#contract/compliance/trading-names.ts");
      if (isShown) await page.call(calls.removeTradingName, { body: { reference, reason: chosen, why: words } });
      else await page.call(calls.refuseTradingName, { body: { reference, reason: chosen } });
      page.toast("success", t(isShown ? "tradingname.staff.done_removed" : "tradingname.staff.done_refused"));
      onDone();
    },
    { fields: ["why"] },
  );
  const isReady = reason !== null && (!isShown || hasLetters(why, 3));
  return (
    <Form
      className="grid content-start gap-3"
      onSubmit={() => isReady && reason !== null && void end.run(reason, trimmed(why))}
    >
      <RadioCards
        legend={t(isShown ? "tradingname.staff.remove_why" : "tradingname.staff.refuse_why")}
        name="reason"
        value={reason}
        onChange={(value) => setReason(TRADING_NAME_REASONS.find((one) => one === value) ?? null)}
        cards={TRADING_NAME_REASONS.map((value) => ({ value, title: t(`tradingname.reason_short.${value}`) }))}
      />
      {isShown && (
        <Field
          label={t("tradingname.staff.why")}
          hint={t("tradingname.staff.why_hint")}
          error={end.refusal?.fault("why")}
        >
          {(ids) => <Input {...ids} value={why} maxLength={300} onChange={(event) => setWhy(event.target.value)} />}
        </Field>
      )}
      <Button type="submit" look="danger" disabled={!isReady} isBusy={end.isRunning}>
        {t(isShown ? "tradingname.staff.remove" : "tradingname.staff.refuse")}
      </Button>
    </Form>
  );
}
