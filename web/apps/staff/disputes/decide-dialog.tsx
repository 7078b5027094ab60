/** The decision of a case: to whom the escrow goes or how it is divided, why, and a note for the record. Large ones need a second person. */
import { useState } from "react";
import { AWARD_REASONS } from "#contract/market/disputes/award-reasons.ts";
import type { DisputeRow } from "#contract/market/disputes/disputes.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { type Award, type AwardTo, divided, sendAward, SHARE_FIELD } from "#widgets/award-call.ts";
import { DivideField } from "#widgets/divide-field.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import type { Divisible } from "#sdk/live/read-share.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Reason = (typeof AWARD_REASONS)[number];

export function DecideDialog({ row, onClose }: { row: DisputeRow; onClose: () => void }) {
  const t = useT();
  const [winner, setWinner] = useState<Choice | null>(null);
  const [share, setShare] = useState("");
  const [reason, setReason] = useState<Reason | "">("");
  const [note, setNote] = useState("");
  const [needsSecond, setNeedsSecond] = useState(false);
  const proof = useProof();
  const decide = useDecision(row.tradeHash, (isDecided) => (isDecided ? location.reload() : setNeedsSecond(true)));
  const to = awardTo(winner, share, row);
  const isReady = to !== null && reason !== "" && hasLetters(note, 3) && proof.typed !== null;
  const confirm = () =>
    to && reason && proof.typed && void decide.run({ ...to, reason_code: reason, note: trimmed(note) }, proof.typed);
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t("dashboard.disputes.decide")}
      closeLabel={t("shell.close")}
      footer={
        !needsSecond && (
          <Button disabled={!isReady} isBusy={decide.isRunning} onClick={confirm}>
            {t("dashboard.disputes.confirm")}
          </Button>
        )
      }
    >
      {needsSecond ? (
        <Alert kind="success" title={t("dashboard.disputes.second_title")}>
          {t("dashboard.disputes.second_text")}
        </Alert>
      ) : (
        <div className="grid gap-5">
          <section className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
            <p className="text-xs text-muted">
              {t(row.openedBy === "buyer" ? "dashboard.disputes.by_buyer" : "dashboard.disputes.by_seller")}
            </p>
            <p className="font-medium">{t(`disputes.reason.${row.reasonCode}`)}</p>
            <p dir="auto" className="[overflow-wrap:anywhere]">
              {row.text}
            </p>
          </section>
          <RadioCards
            legend={t("dashboard.disputes.winner")}
            name="winner"
            columns={3}
            value={winner}
            onChange={setWinner}
            cards={[
              { value: "buyer", title: t("dashboard.disputes.to_buyer"), text: row.buyer },
              { value: "seller", title: t("dashboard.disputes.to_seller"), text: row.seller },
              { value: "both", title: t("dashboard.disputes.to_both"), text: t("dashboard.disputes.to_both_text") },
            ]}
          />
          {winner === "both" && (
            <DivideField
              escrow={divisible(row)}
              value={share}
              onValue={setShare}
              proposed={proposedShare(row)}
              fault={decide.refusal?.fault(SHARE_FIELD)}
            />
          )}
          <Field label={t("dashboard.disputes.reason")}>
            {(ids) => (
              <Select
                {...ids}
                value={reason}
                onChange={(event) => setReason(AWARD_REASONS.find((one) => one === event.target.value) ?? "")}
              >
                <option value="">{t("dashboard.disputes.reason_choose")}</option>
                {AWARD_REASONS.map((one) => (
                  <option key={one} value={one}>
                    {t(`dashboard.disputes.reasons.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={t("dashboard.disputes.note")}
            hint={t("dashboard.disputes.note_hint")}
            error={decide.refusal?.fault("note")}
          >
            {(ids) => (
              <TextArea {...ids} value={note} maxLength={1000} onChange={(event) => setNote(event.target.value)} />
            )}
          </Field>
          <ProofField proof={proof} refusal={decide.refusal} />
          <Alert kind="warning">{t("dashboard.disputes.final")}</Alert>
        </div>
      )}
    </Dialog>
  );
}

type Choice = "buyer" | "seller" | "both";

/** Null while it is open to whom, or how much. */
function awardTo(choice: Choice | null, share: string, row: DisputeRow): AwardTo | null {
  if (choice === "both") return divided(share, divisible(row));
  return choice && { winner: choice };
}

function divisible(row: DisputeRow): Divisible {
  return {
    cryptoCurrencyCode: row.cryptoCurrencyCode,
    amount: row.cryptoAmount,
    fee: row.fee,
    price: row.fiatPricePerCrypto,
    fiatCode: row.fiatCurrencyCode,
    fiatDigits: row.fiatDigits,
  };
}

function proposedShare({ proposal }: DisputeRow) {
  return proposal?.division ? { by: proposal.by, buyer: proposal.division.buyer } : undefined;
}

/** Proves it, and decides. */
function useDecision(id: string, onDone: (isDecided: boolean) => void) {
  const page = usePage();
  return useAction(
    async (award: Award, typed: Typed) => {
      const { isDecided } = await sendAward(page, typed, { id, award });
      onDone(isDecided);
    },
    { fields: ["note", SHARE_FIELD, ...PROOF_FIELDS] },
  );
}
