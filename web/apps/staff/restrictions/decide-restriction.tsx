/** Lifts or keeps a colleague's restriction, or lets a banned account withdraw its balance: the message to the user, the end, and the confirmation. */
import { useState } from "react";
import type { StaffRestriction } from "#contract/compliance/restrictions.ts";
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
import { ReviewField } from "./review-field.tsx";

export type Decision = { readonly kind: "lift" | "keep" | "allow"; readonly row: StaffRestriction };
type Props = Decision & { readonly onDone: (row: StaffRestriction) => void; readonly onClose: () => void };

type Wish = { readonly why: string; readonly reviewDays: number };

function useDecide({ kind, row, onDone, onClose }: Props) {
  const page = usePage();
  const t = useT();
  return useAction(
    async (typed: Typed, { why, reviewDays }: Wish) => {
      const [{ prove }, calls] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/restrictions.ts"),
      ]);
      await prove(page, typed, wantedBy({ kind, row }));
      const body = { case_number: row.caseNumber, reason: why };
      const { data } =
        kind === "keep"
          ? await page.call(calls.keepRestriction, { body: { ...body, review_days: reviewDays } })
          : await page.call(kind === "lift" ? calls.liftRestriction : calls.allowLastSendOut, { body });
      onDone(data);
      page.toast("success", t(`restrictions.staff.dialog.done_${kind}`));
      onClose();
    },
    { fields: ["reason", "review_days", ...PROOF_FIELDS] },
  );
}

const PROVED = { lift: "lift_restriction", keep: "keep_restriction", allow: "allow_last_send_out" } as const;
const wantedBy = ({ kind, row }: Decision) => ({ kind: PROVED[kind], id: row.caseNumber });

export function DecideRestriction(props: Props) {
  const { kind, row, onClose } = props;
  const page = usePage();
  const t = useT();
  const proof = useProof();
  const [reason, setReason] = useState("");
  const [days, setDays] = useState(30);
  const act = useDecide(props);
  const isShort = takesFactor(wantedBy(props)) && proof.method === "password";
  const isReady = !isShort && proof.typed !== null && hasLetters(reason, 3);
  const title = t(`restrictions.staff.dialog.${kind}`, {
    state: t(`restrictions.state.${row.state}`),
    name: row.username,
  });
  return (
    <Dialog isOpen isSheet onClose={onClose} title={title} closeLabel={t("shell.close")}>
      <Form
        className="grid gap-4"
        onSubmit={() => isReady && proof.typed && void act.run(proof.typed, { why: trimmed(reason), reviewDays: days })}
      >
        {row.appeal?.outcome === null && (
          <section className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
            <h3 className="text-xs text-muted">{t("restrictions.own.appeal")}</h3>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {row.appeal.text}
            </p>
          </section>
        )}
        <Field
          label={t("restrictions.staff.dialog.message")}
          hint={t("restrictions.staff.dialog.message_hint")}
          error={act.refusal?.fault("reason")}
        >
          {(ids) => (
            <TextArea {...ids} value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        {kind === "keep" && <ReviewField days={days} onDays={setDays} fault={act.refusal?.fault("review_days")} />}
        {isShort ? (
          <Alert kind="warning">
            <p>{t("restrictions.staff.dialog.factor")}</p>
            <LinkButton look="quiet" size="sm" href={page.href("accountSecurity", undefined)}>
              {t("restrictions.staff.dialog.settings")}
            </LinkButton>
          </Alert>
        ) : (
          <ProofField proof={proof} refusal={act.refusal} />
        )}
        <Button type="submit" wide disabled={!isReady} isBusy={act.isRunning}>
          {t("restrictions.staff.dialog.confirm")}
        </Button>
      </Form>
    </Dialog>
  );
}
