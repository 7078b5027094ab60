/** Dialogs of a bought card: the code, once; a note; the way to the vault; a report. */
import { useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { showStoreCode, StoreCard } from "#contract/products/store/gift-card-store.ts";
import { NOTE_MAX, REPORT_MAX } from "#contract/products/store/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, TextArea } from "#ui/forms/input.tsx";

type Props = {
  readonly card: StoreCard;
  readonly onChange: (card: StoreCard) => void;
  readonly onClose: () => void;
};

export function LookDialog({ card, onChange, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [shown, setShown] = useState<ReplyOf<typeof showStoreCode> | null>(null);
  const look = useAction(
    async () => {
      const { showStoreCode } = await import("#contract/products/store/gift-card-store.ts");
      const { data } = await page.call(showStoreCode, { params: { id: card.id } });
      setShown(data);
      onChange(data.card);
    },
    { quiet: true },
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={shown ? card.brand : t("store.card.look_title")}
      closeLabel={t("store.card.close")}
    >
      {shown ? (
        <div className="grid gap-4">
          <Secret label={t("store.card.code")} text={shown.code} />
          {shown.pin && <Secret label={t("store.card.pin")} text={shown.pin} />}
          {card.redeem !== "" && (
            <p dir="auto" className="text-sm whitespace-pre-line text-muted">
              {card.redeem}
            </p>
          )}
          <Button look="secondary" wide onClick={onClose}>
            {t("store.card.close")}
          </Button>
        </div>
      ) : (
        <div className="grid gap-4">
          <p className="text-sm">{t("store.card.look_text")}</p>
          {look.refusal && <Alert kind="danger">{look.refusal.message}</Alert>}
          <Button wide isBusy={look.isRunning} onClick={() => void look.run()}>
            {t("store.card.look_confirm")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Secret({ label, text }: { label: string; text: string }) {
  const t = useT();
  return (
    <div className="grid gap-1">
      <span className="text-xs text-muted">{label}</span>
      <span className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3 py-1">
        <bdi dir="ltr" className="font-mono text-lg [overflow-wrap:anywhere] select-all">
          {text}
        </bdi>
        <CopyButton text={text} label={t("store.card.copy")} doneLabel={t("store.card.copied")} />
      </span>
    </div>
  );
}

export function NoteDialog({ card, onChange, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [note, setNote] = useState(card.note ?? "");
  const save = useAction(
    async (text: string) => {
      const { changeStoreCard } = await import("#contract/products/store/gift-card-store.ts");
      const body = { is_used: card.usedAt !== null, note: text };
      onChange((await page.call(changeStoreCard, { params: { id: card.id }, body })).data);
      onClose();
    },
    { fields: ["note"], quiet: true },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("store.card.note")} closeLabel={t("store.card.close")}>
      <Form className="grid gap-4" onSubmit={() => void save.run(note)}>
        <Field label={t("store.card.note")} hint={t("store.card.note_hint")} error={save.refusal?.fault("note")}>
          {(ids) => (
            <Input
              {...ids}
              dir="auto"
              maxLength={NOTE_MAX}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {save.refusal && !save.refusal.fault("note") && <Alert kind="danger">{save.refusal.message}</Alert>}
        <Button type="submit" wide isBusy={save.isRunning}>
          {t("store.card.save")}
        </Button>
      </Form>
    </Dialog>
  );
}

export function VaultDialog({ card, onChange, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const move = useAction(
    async () => {
      const { moveStoreCard } = await import("#contract/products/store/gift-card-store.ts");
      await page.call(moveStoreCard, { params: { id: card.id } });
      onChange({ ...card, isInVault: true, isShowable: false, mayGoToVault: false });
      page.toast("success", t("store.card.moved"));
      onClose();
    },
    { quiet: true },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("store.card.to_vault")} closeLabel={t("store.card.close")}>
      <div className="grid gap-4">
        <p className="text-sm">{t("store.card.to_vault_text")}</p>
        {move.refusal && <Alert kind="danger">{move.refusal.message}</Alert>}
        <Button wide isBusy={move.isRunning} onClick={() => void move.run()}>
          {t("store.card.to_vault")}
        </Button>
      </div>
    </Dialog>
  );
}

export function ReportDialog({ card, onChange, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [says, setSays] = useState("");
  const send = useAction(
    async (report: string) => {
      const { reportStoreCard } = await import("#contract/products/store/gift-card-store.ts");
      onChange((await page.call(reportStoreCard, { params: { id: card.id }, body: { report } })).data);
      onClose();
    },
    { fields: ["report"], quiet: true },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("store.card.report")} closeLabel={t("store.card.close")}>
      <Form className="grid gap-4" onSubmit={() => void send.run(says)}>
        <Field
          label={t("store.card.report_label")}
          hint={t("store.card.report_text")}
          error={send.refusal?.fault("report")}
        >
          {(ids) => (
            <TextArea
              {...ids}
              dir="auto"
              rows={4}
              maxLength={REPORT_MAX}
              value={says}
              onChange={(event) => {
                setSays(event.target.value);
                send.clear();
              }}
              required
            />
          )}
        </Field>
        {send.refusal && !send.refusal.fault("report") && <Alert kind="danger">{send.refusal.message}</Alert>}
        <Button type="submit" wide isBusy={send.isRunning}>
          {t("store.card.report_send")}
        </Button>
      </Form>
    </Dialog>
  );
}
