/** One change: why, and who it is that makes it. A change that gives a user more is not proved by a password. */
import { useState } from "react";
import type { ProposedChange, StaffDesk } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { takesFactor } from "#contract/staff/names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { useChangeWords } from "./words.ts";

type Props = {
  readonly change: StaffChange;
  /** Of another administrator, to be confirmed. */
  readonly proposal?: ProposedChange;
  readonly onDone: (desk: StaffDesk) => void;
  readonly onClose: () => void;
};

export function ChangeDialog({ change, proposal, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const words = useChangeWords();
  const proof = useProof();
  const [reason, setReason] = useState("");
  const isShort = takesFactor(change) && proof.method === "password";
  const isReady = !isShort && proof.typed !== null && (proposal !== undefined || hasLetters(reason, 3));
  const act = useAction(
    async (typed: Typed, why: string) => {
      const [{ prove }, calls] = await Promise.all([import("#sdk/calls/prove.ts"), import("#contract/staff/staff.ts")]);
      await prove(page, typed, change);
      if (proposal) {
        const { data } = await page.call(calls.confirmStaffChange, { body: { id: proposal.id } });
        onDone(data.desk);
        page.toast("success", t("staff.dialog.done"));
      } else {
        const { data } = await page.call(calls.changeByStaff, { body: { change, reason: why } });
        onDone(data.desk);
        page.toast("success", t(data.isDone ? "staff.dialog.done" : "staff.dialog.proposed"));
      }
      onClose();
    },
    { fields: ["reason", ...PROOF_FIELDS] },
  );
  return (
    <Dialog isOpen isSheet onClose={onClose} title={words(change)} closeLabel={t("shell.close")}>
      <Form
        className="grid gap-4"
        onSubmit={() => isReady && proof.typed && void act.run(proof.typed, trimmed(reason))}
      >
        {proposal ? (
          <section className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
            <p className="text-xs text-muted">{t("staff.waiting.by", { name: proposal.proposedBy })}</p>
            <p dir="auto" className="[overflow-wrap:anywhere]">
              {proposal.reason}
            </p>
          </section>
        ) : (
          <Field
            label={t("staff.dialog.reason")}
            hint={t("staff.dialog.reason_hint")}
            error={act.refusal?.fault("reason")}
          >
            {(ids) => (
              <TextArea {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
            )}
          </Field>
        )}
        {isShort ? (
          <Alert kind="warning">
            <p>{t("staff.dialog.factor")}</p>
            <LinkButton look="quiet" size="sm" href={page.href("accountSecurity", undefined)}>
              {t("staff.dialog.settings")}
            </LinkButton>
          </Alert>
        ) : (
          <ProofField proof={proof} refusal={act.refusal} />
        )}
        <Button type="submit" wide disabled={!isReady} isBusy={act.isRunning}>
          {t("staff.dialog.confirm")}
        </Button>
      </Form>
    </Dialog>
  );
}
