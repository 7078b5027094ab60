/** The application: its form, or where it stands. */
import { useState } from "react";
import { MAX_APPLICATION, MIN_APPLICATION } from "#contract/reach/ambassador-names.ts";
import type { AmbassadorView } from "#contract/reach/ambassadors.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Application = NonNullable<AmbassadorView["application"]>;
type Props = { readonly own: AmbassadorView; readonly onChange: (own: AmbassadorView) => void };

const TONES: Record<Application["status"], Tone> = {
  sent: "info",
  interview: "brand",
  accepted: "good",
  declined: "warn",
  withdrawn: "neutral",
};

export function ApplicationCard({ own, onChange }: Props) {
  const t = useT();
  const { application } = own;
  const isOpen = application?.status === "sent" || application?.status === "interview";
  return (
    <>
      {application && <SentCard application={application} isOpen={isOpen} onChange={onChange} />}
      {!isOpen && own.mayApplyFrom === null && <ApplyCard onChange={onChange} />}
      {own.mayApplyFrom !== null && (
        <p className="text-sm text-muted">
          {t("ambassadors.apply.again")} <LocalTime at={own.mayApplyFrom} dateOnly />
        </p>
      )}
    </>
  );
}

type SentProps = { application: Application; isOpen: boolean; onChange: Props["onChange"] };

function SentCard({ application, isOpen, onChange }: SentProps) {
  const page = usePage();
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const withdraw = useAction(async () => {
    const { withdrawAmbassadorApplication } = await import("#contract/reach/ambassadors.ts");
    onChange((await page.call(withdrawAmbassadorApplication, {})).data);
    setAsked(false);
  });
  return (
    <Card className="grid max-w-2xl gap-3 p-5" aria-labelledby="application">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="application" className="text-lg font-semibold">
          {t("ambassadors.application.title")}
        </h2>
        <Badge tone={TONES[application.status]}>{t(`ambassadors.application.status.${application.status}`)}</Badge>
      </header>
      <p className="text-sm">{t(`ambassadors.application.next.${application.status}`)}</p>
      <p className="rounded-lg bg-sunken p-3 text-sm whitespace-pre-line [overflow-wrap:anywhere]">
        {application.text}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-muted">
          {t("ambassadors.application.sent_at")} <LocalTime at={application.sentAt} />
        </p>
        {isOpen && (
          <Button look="quiet" size="sm" onClick={() => setAsked(true)}>
            {t("ambassadors.apply.withdraw")}
          </Button>
        )}
      </div>
      {isAsked && (
        <Dialog
          isOpen
          onClose={() => setAsked(false)}
          title={t("ambassadors.apply.sure")}
          closeLabel={t("shell.close")}
        >
          <div className="grid gap-4">
            <p className="text-sm">{t("ambassadors.apply.sure_text")}</p>
            <div>
              <Button look="danger" isBusy={withdraw.isRunning} onClick={() => void withdraw.run()}>
                {t("ambassadors.apply.withdraw")}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </Card>
  );
}

function ApplyCard({ onChange }: Pick<Props, "onChange">) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState("");
  const apply = useAction(
    async (said: string) => {
      const { applyAsAmbassador } = await import("#contract/reach/ambassadors.ts");
      onChange((await page.call(applyAsAmbassador, { body: { text: said } })).data);
    },
    { fields: ["text"] },
  );
  return (
    <Card className="grid max-w-2xl gap-4 p-5" aria-labelledby="apply">
      <h2 id="apply" className="text-lg font-semibold">
        {t("ambassadors.apply.title")}
      </h2>
      <Form className="grid gap-4" onSubmit={() => void apply.run(trimmed(text))}>
        <Field
          label={t("ambassadors.apply.text")}
          hint={t("ambassadors.apply.hint", { min: MIN_APPLICATION, max: MAX_APPLICATION })}
          error={apply.refusal?.fault("text")}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={6}
              required
              maxLength={MAX_APPLICATION}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" isBusy={apply.isRunning} disabled={!hasLetters(text, MIN_APPLICATION)}>
            {t("ambassadors.apply.send")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
