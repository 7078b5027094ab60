/** The report of a chargeback: statements to agree to, what happened, who paid, and files. Nothing is sent without every statement. */
import { useState } from "react";
import type { Upload } from "#contract/market/trades/chat.ts";
import {
  CHARGEBACK_NAME,
  CHARGEBACK_REASONS,
  CHARGEBACK_STATEMENTS,
  CHARGEBACK_TEXT,
  type ChargebackReason,
} from "#contract/market/disputes/chargeback-names.ts";
import type { ChargebackView } from "#contract/market/disputes/chargebacks.ts";
import { hasLetters, isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { supportHref } from "#widgets/contact-support.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select, TextArea } from "#ui/forms/input.tsx";
import { EvidenceFiles } from "./evidence-files.tsx";

type Typed = {
  readonly reason: ChargebackReason;
  readonly text: string;
  readonly payer: string;
  readonly email: string;
};

type Props = {
  readonly hash: string;
  readonly onClose: () => void;
  readonly onReported: (view: ChargebackView) => void;
};

export function ChargebackForm({ hash, onClose, onReported }: Props) {
  const t = useT();
  const page = usePage();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<Typed>({ reason: "payment_reversed", text: "", payer: "", email: "" });
  const [files, setFiles] = useState<readonly Upload[]>([]);
  const [isUnsure, setUnsure] = useState(false);
  const send = useAction(
    async ({ reason, text, payer, email }: Typed) => {
      const { reportChargeback } = await import("#contract/market/disputes/chargebacks.ts");
      const body = {
        ...{ id_hashed: hash, isVerifiedCorrectly: true, reason, text: trimmed(text), payer_name: trimmed(payer) },
        ...(isBlank(email) ? {} : { payer_email: trimmed(email) }),
        ...(files.length === 0 ? {} : { upload_ids: files.map(({ id }) => id) }),
      };
      const { data } = await page.call(reportChargeback, { body });
      page.toast("success", t("chargeback.sent"));
      onReported(data);
    },
    { fields: ["text", "payer_name", "payer_email"], quiet: true },
  );
  const isTyped = hasLetters(typed.text, CHARGEBACK_TEXT.min) && hasLetters(typed.payer, CHARGEBACK_NAME.min);
  const isAgreed = ticked.length === CHARGEBACK_STATEMENTS.length;
  if (isUnsure) return <ContactSupport hash={hash} onClose={() => setUnsure(false)} />;
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("chargeback.open")} closeLabel={t("trade.close")}>
      <Form
        noValidate
        className="grid gap-4"
        onSubmit={() => {
          if (isTyped && !isAgreed) setUnsure(true);
          else if (isTyped) void send.run(typed);
        }}
      >
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-semibold">{t("chargeback.agree")}</legend>
          {CHARGEBACK_STATEMENTS.map((name) => (
            <Checkbox
              key={name}
              checked={ticked.includes(name)}
              onChange={(event) =>
                setTicked(event.target.checked ? [...ticked, name] : ticked.filter((one) => one !== name))
              }
            >
              {t(`chargeback.statement.${name}`)}
            </Checkbox>
          ))}
        </fieldset>
        <ReportFields typed={typed} onTyped={setTyped} fault={(field) => send.refusal?.fault(field)} />
        <p className="text-sm text-muted">{t("chargeback.files_hint")}</p>
        <EvidenceFiles files={files} onFiles={setFiles} />
        {send.refusal && !["text", "payer_name", "payer_email"].some((field) => send.refusal?.fault(field)) && (
          <Alert kind="danger">{send.refusal.message}</Alert>
        )}
        <Button type="submit" wide disabled={!isTyped} isBusy={send.isRunning}>
          {t("chargeback.send")}
        </Button>
      </Form>
    </Dialog>
  );
}

type FieldsProps = {
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly fault: (field: string) => string | undefined;
};

function ReportFields({ typed, onTyped, fault }: FieldsProps) {
  const t = useT();
  return (
    <>
      <Field label={t("chargeback.reason")}>
        {(ids) => (
          <Select
            {...ids}
            value={typed.reason}
            onChange={({ target }) =>
              onTyped({ ...typed, reason: CHARGEBACK_REASONS.find((one) => one === target.value) ?? typed.reason })
            }
          >
            {CHARGEBACK_REASONS.map((one) => (
              <option key={one} value={one}>
                {t(`chargeback.why.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("chargeback.words")} hint={t("chargeback.words_hint")} error={fault("text")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={4}
            maxLength={CHARGEBACK_TEXT.max}
            value={typed.text}
            onChange={({ target }) => onTyped({ ...typed, text: target.value })}
          />
        )}
      </Field>
      <Field label={t("chargeback.payer_name")} error={fault("payer_name")}>
        {(ids) => (
          <Input
            {...ids}
            maxLength={CHARGEBACK_NAME.max}
            value={typed.payer}
            onChange={({ target }) => onTyped({ ...typed, payer: target.value })}
          />
        )}
      </Field>
      <Field label={t("chargeback.payer_email")} error={fault("payer_email")}>
        {(ids) => (
          <Input
            {...ids}
            type="email"
            dir="ltr"
            maxLength={254}
            value={typed.email}
            onChange={({ target }) => onTyped({ ...typed, email: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** A user who cannot agree to every statement cannot send the report. */
function ContactSupport({ hash, onClose }: { hash: string; onClose: () => void }) {
  const page = usePage();
  const t = useT();
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t("chargeback.support_title")}
      closeLabel={t("trade.close")}
      footer={
        <div className="flex flex-wrap gap-2">
          <LinkButton href={supportHref(page, { topic: "chargeback", object: { kind: "trade", ref: hash } })}>
            {t("chargeback.support_title")}
          </LinkButton>
          <Button look="secondary" onClick={onClose}>
            {t("chargeback.support_close")}
          </Button>
        </div>
      }
    >
      <p>{t("chargeback.support", { hash })}</p>
    </Dialog>
  );
}
