/** Stops an unsigned transfer: the message to its sender, and the confirmation of the member of staff. */
import { useState } from "react";
import type { HeldSendOut } from "#contract/staff/held-send-outs.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Props = { readonly row: HeldSendOut; readonly onDone: () => void; readonly onClose: () => void };

export function StopDialog({ row, onDone, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const proof = useProof();
  const [reason, setReason] = useState("");
  const stop = useAction(
    async (typed: Typed, why: string) => {
      const [{ prove }, { stopSendOut }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/staff/held-send-outs.ts"),
      ]);
      await prove(page, typed, { kind: "stop_send_out", id: row.id });
      await page.call(stopSendOut, { body: { id: row.id, reason: why } });
      page.toast("success", t("sendouts.stop.done"));
      onDone();
      onClose();
    },
    { fields: ["reason", ...PROOF_FIELDS] },
  );
  const isReady = proof.typed !== null && hasLetters(reason, 3);
  const amount = `${row.amount} ${row.cryptoCurrencyCode}`;
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t("sendouts.stop.title", { amount, name: row.username })}
      closeLabel={t("shell.close")}
    >
      <Form
        className="grid gap-4"
        onSubmit={() => isReady && proof.typed && void stop.run(proof.typed, trimmed(reason))}
      >
        <p className="text-sm text-muted">{t("sendouts.stop.text")}</p>
        <Field label={t("sendouts.stop.message")} error={stop.refusal?.fault("reason")}>
          {(ids) => (
            <TextArea {...ids} value={reason} maxLength={250} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <ProofField proof={proof} refusal={stop.refusal} />
        <Button type="submit" wide look="danger" disabled={!isReady} isBusy={stop.isRunning}>
          {t("sendouts.stop.confirm")}
        </Button>
      </Form>
    </Dialog>
  );
}
