/** Why staff keep an offer off the market, and the one appeal against that. */
import { useState } from "react";
import { OFFER_APPEAL_MAX, OFFER_APPEAL_MIN } from "#contract/market/offers/moderation-names.ts";
import type { MyOffer } from "#contract/market/offers/my/offer.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Props = { readonly offer: MyOffer; readonly put: (offer: MyOffer) => void };

export function OfferRejection({ offer, put }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { rejection } = offer;
  if (!rejection || rejection.state === "approved") return null;
  return (
    <Alert kind="warning" title={t(`myoffers.rejection.${rejection.state}`)}>
      <dl className="grid gap-2">
        <Said label={t("myoffers.rejection.reason")} text={rejection.reason} />
        {rejection.appeal !== null && <Said label={t("myoffers.rejection.yours")} text={rejection.appeal} />}
        {rejection.answer !== null && <Said label={t("myoffers.rejection.answer")} text={rejection.answer} />}
      </dl>
      {rejection.state === "rejected" && (
        <Button look="secondary" size="sm" className="mt-2" onClick={() => setOpen(true)}>
          {t("myoffers.rejection.appeal")}
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        isSheet
        onClose={() => setOpen(false)}
        title={t("myoffers.rejection.title")}
        closeLabel={t("shell.close")}
      >
        <AppealForm
          offer={offer}
          onSent={(changed) => {
            setOpen(false);
            put(changed);
          }}
        />
      </Dialog>
    </Alert>
  );
}

function Said({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd dir="auto" className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </dd>
    </div>
  );
}

function AppealForm({ offer, onSent }: { offer: MyOffer; onSent: (offer: MyOffer) => void }) {
  const page = usePage();
  const t = useT();
  const [words, setWords] = useState("");
  const [isShort, setShort] = useState(false);
  const send = useAction(
    async (text: string) => {
      const { appealOffer } = await import("#contract/market/offers/my/offers.ts");
      const { data } = await page.call(appealOffer, { params: { hash: offer.idHashed }, body: { text } });
      page.toast("success", t("myoffers.rejection.sent"));
      onSent(data);
    },
    { fields: ["text"] },
  );
  const submit = () => {
    const text = trimmed(words);
    const isEnough = hasLetters(text, OFFER_APPEAL_MIN);
    setShort(!isEnough);
    if (isEnough) void send.run(text);
  };
  const limits = { min: OFFER_APPEAL_MIN, max: OFFER_APPEAL_MAX };
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <Field
        label={t("myoffers.rejection.label")}
        hint={t("myoffers.rejection.hint", limits)}
        error={isShort ? t("myoffers.rejection.short", limits) : send.refusal?.fault("text")}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={6}
            maxLength={OFFER_APPEAL_MAX}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setShort(false);
            }}
          />
        )}
      </Field>
      <Button type="submit" wide isBusy={send.isRunning}>
        {t("myoffers.rejection.send")}
      </Button>
    </Form>
  );
}
