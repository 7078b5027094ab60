/** The escrow fee that an expert trader chooses for an offer. A refused choice stays for correction; an applied one is confirmed. */
import { useState } from "react";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = { readonly offer: MyOffer; readonly put: (offer: MyOffer) => void; readonly onClose: () => void };

export function FeeDialog({ offer, put, onClose }: Props) {
  const t = useT();
  const [isFinished, setFinished] = useState(false);
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("myoffers.fees.title")} closeLabel={t("shell.close")}>
      {isFinished ? (
        <div className="grid gap-4">
          <p role="status" className="text-sm">
            {t("myoffers.fees.finished", { pct: offer.offerFee })}
          </p>
          <Button wide onClick={onClose}>
            {t("myoffers.close")}
          </Button>
        </div>
      ) : (
        <FeeForm
          offer={offer}
          onChosen={(changed) => {
            put(changed);
            setFinished(true);
          }}
        />
      )}
    </Dialog>
  );
}

function FeeForm({ offer, onChosen }: { offer: MyOffer; onChosen: (offer: MyOffer) => void }) {
  const page = usePage();
  const t = useT();
  const { base = "0", least = "0", chosen = null } = offer.manualEscrowFee ?? {};
  const [fee, setFee] = useState(chosen ?? offer.offerFee);
  const choose = useAction(
    async (wanted: string | null) => {
      const { setManualEscrowFee } = await import("#contract/market/offers/my/offers.ts");
      const params = { offerId: offer.idHashed };
      onChosen((await page.call(setManualEscrowFee, { params, body: { new_manual_escrow_fee: wanted } })).data);
    },
    { fields: ["new_manual_escrow_fee"] },
  );
  return (
    <Form noValidate className="grid gap-4" onSubmit={() => void choose.run(fee)}>
      <Field
        label={t("myoffers.fees.label")}
        hint={t("myoffers.fees.hint", { least, base })}
        error={choose.refusal?.fault("new_manual_escrow_fee")}
      >
        {(ids) => <AmountInput {...ids} value={fee} onValue={setFee} unit="%" />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={fee === ""} isBusy={choose.isRunning}>
          {t("myoffers.save")}
        </Button>
        {chosen !== null && (
          <Button look="quiet" isBusy={choose.isRunning} onClick={() => void choose.run(null)}>
            {t("myoffers.fees.usual", { base })}
          </Button>
        )}
      </div>
    </Form>
  );
}
