/** A user disputes what a merchant took: which part, how much, why, and what the issuer should know. */
import { useState } from "react";
import { DISPUTE_REASONS, type DisputeReason, EVIDENCE } from "#contract/products/cards/names.ts";
import type { CardPayment, CardTaking } from "#contract/products/cards/cards.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";

type Props = {
  readonly payment: CardPayment;
  /** What of it can be disputed; at least one. */
  readonly open: readonly [CardTaking, ...CardTaking[]];
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function DisputeDialog({ payment, open, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [id, setId] = useState(open[0].id);
  const taking = open.find((one) => one.id === id) ?? open[0];
  const [reason, setReason] = useState<DisputeReason | "">("");
  const [usd, setUsd] = useState(taking.left);
  const [evidence, setEvidence] = useState("");
  const sum = (amount: string) => `${fiatText(page.locale, amount, "USD")} USD`;
  const send = useAction(
    async (why: DisputeReason) => {
      const { openCardDispute } = await import("#contract/products/cards/cards.ts");
      const body = { taking_id: taking.id, reason: why, usd, evidence: trimmed(evidence) };
      await page.call(openCardDispute, { body });
      page.toast("success", t("cards.dispute.done"));
      onDone();
    },
    { fields: ["usd", "evidence"] },
  );
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("cards.dispute.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => reason !== "" && void send.run(reason)}>
        <div className="grid gap-1 rounded-lg bg-sunken p-4 text-sm">
          <p className="flex flex-wrap justify-between gap-x-4 font-medium">
            <bdi>{payment.merchant ?? t("cards.unnamed")}</bdi>
            <bdi className="tabular-nums">{sum(taking.usd)}</bdi>
          </p>
          <p className="text-xs text-muted">
            {t("cards.dispute.until")} <LocalTime at={taking.disputableUntil} />
          </p>
        </div>
        {open.length > 1 && (
          <PartField
            open={open}
            chosen={taking}
            onChoose={(chosen) => {
              setId(chosen.id);
              setUsd(chosen.left);
            }}
          />
        )}
        <Field label={t("cards.dispute.reason")}>
          {(ids) => (
            <Select
              {...ids}
              required
              value={reason}
              onChange={(event) => setReason(DISPUTE_REASONS.find((one) => one === event.target.value) ?? "")}
            >
              <option value="">{t("cards.dispute.choose")}</option>
              {DISPUTE_REASONS.map((one) => (
                <option key={one} value={one}>
                  {t(`cards.dispute.reasons.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t("cards.dispute.sum")}
          hint={t("cards.dispute.most", { sum: sum(taking.left) })}
          error={send.refusal?.fault("usd")}
        >
          {(ids) => <AmountInput {...ids} unit="USD" value={usd} onValue={setUsd} required />}
        </Field>
        <Field
          label={t("cards.dispute.evidence")}
          hint={t("cards.dispute.evidence_hint")}
          error={send.refusal?.fault("evidence")}
        >
          {(ids) => (
            <TextArea
              {...ids}
              required
              rows={5}
              minLength={EVIDENCE.min}
              maxLength={EVIDENCE.max}
              value={evidence}
              onChange={(event) => setEvidence(event.target.value)}
            />
          )}
        </Field>
        {reason === "fraud" && <Alert kind="warning">{t("cards.dispute.freeze")}</Alert>}
        <p className="text-xs text-muted">{t("cards.dispute.terms")}</p>
        <Button
          type="submit"
          wide
          disabled={reason === "" || trimmed(evidence).length < EVIDENCE.min}
          isBusy={send.isRunning}
        >
          {t("cards.dispute.send")}
        </Button>
      </Form>
    </Dialog>
  );
}

type PartProps = Pick<Props, "open"> & {
  readonly chosen: CardTaking;
  readonly onChoose: (taking: CardTaking) => void;
};

/** A payment may have been taken in several parts. */
function PartField({ open, chosen, onChoose }: PartProps) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Field label={t("cards.dispute.part")}>
      {(ids) => (
        <Select
          {...ids}
          value={chosen.id}
          onChange={(event) => onChoose(open.find((one) => one.id === event.target.value) ?? open[0])}
        >
          {open.map((one) => (
            <option key={one.id} value={one.id}>
              {fiatText(locale, one.usd, "USD")} USD
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
