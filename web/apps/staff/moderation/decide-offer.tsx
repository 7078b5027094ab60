/** Approves or rejects an offer, or stops featuring it, with a reason: its owner reads it where the offer leaves the market or comes back. */
import { useState } from "react";
import type { JudgedOffer } from "#contract/market/offers/moderation.ts";
import { MODERATION_REASON_MAX } from "#contract/market/offers/moderation-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

export type OfferDecision = { readonly kind: "approve" | "reject" | "unfeature"; readonly row: JudgedOffer };
type Props = OfferDecision & { readonly onDone: () => void; readonly onClose: () => void };

const LEAST = 3;

export function DecideOffer({ kind, row, onDone, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState("");
  const decide = useAction(
    async (why: string) => {
      const calls = await import("#contract/market/offers/moderation.ts");
      const acts = { approve: calls.approveOffer, reject: calls.rejectOffer, unfeature: calls.unfeatureOffer };
      await page.call(acts[kind], { params: { id: row.hash }, body: { reason: why } });
      page.toast("success", t(`moderation.done_${kind}`));
      onDone();
      onClose();
    },
    { fields: ["reason"] },
  );
  const isTold = kind === "reject" || (kind === "approve" && row.moderation !== "approved");
  const why = trimmed(reason);
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t(`moderation.title_${kind}`, { name: row.username })}
      closeLabel={t("shell.close")}
    >
      <Form className="grid gap-4" onSubmit={() => hasLetters(why, LEAST) && void decide.run(why)}>
        <Field
          label={t("moderation.why")}
          hint={t(isTold ? "moderation.why_told" : "moderation.why_kept")}
          error={decide.refusal?.fault("reason")}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={4}
              maxLength={MODERATION_REASON_MAX}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" wide disabled={!hasLetters(why, LEAST)} isBusy={decide.isRunning}>
          {t(`moderation.confirm_${kind}`)}
        </Button>
      </Form>
    </Dialog>
  );
}
