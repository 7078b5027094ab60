/** The messages of a report, and its decision. */
import { useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import type { lookAtMessageReport, MessageReport } from "#contract/reach/messenger/messenger.ts";
import { MESSAGE_REPORT_OUTCOMES } from "#contract/reach/messenger/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Props = ReplyOf<typeof lookAtMessageReport> & {
  readonly report: MessageReport;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function OpenedReport({ report, messages, onDone, onClose }: Props) {
  const t = useT();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <h2 className="font-semibold">{t("messenger.staff.messages")}</h2>
      <ol className="grid gap-3">
        {messages.map(({ seq, author, isReported, kind, text, fileName, at }) => (
          <li key={seq} className={cx("grid gap-1 rounded-lg p-3", isReported ? "bg-bad-soft" : "bg-sunken")}>
            <span className="flex flex-wrap gap-x-2 text-2xs text-muted">
              <bdi className="font-semibold">{author}</bdi>
              <LocalTime at={at} />
            </span>
            <span dir="auto" className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
              {fileName && t("messenger.staff.file", { name: fileName })}
              {kind === "offer" && t("messenger.staff.offer")}
            </span>
          </li>
        ))}
      </ol>
      {report.closed ? (
        <Button look="quiet" className="justify-self-start" onClick={onClose}>
          {t("messenger.staff.cancel")}
        </Button>
      ) : (
        <CloseForm report={report} onDone={onDone} onClose={onClose} />
      )}
    </Card>
  );
}

function CloseForm({ report, onDone, onClose }: Pick<Props, "report" | "onDone" | "onClose">) {
  const page = usePage();
  const t = useT();
  const [outcome, setOutcome] = useState<(typeof MESSAGE_REPORT_OUTCOMES)[number] | null>(null);
  const [reason, setReason] = useState("");
  const close = useAction(
    async (chosen: (typeof MESSAGE_REPORT_OUTCOMES)[number], why: string) => {
      const { closeMessageReport } = await import("#contract/reach/messenger/messenger.ts");
      await page.call(closeMessageReport, {
        params: { number: report.number },
        body: { outcome: chosen, reason: why },
      });
      page.toast("success", t("messenger.staff.done"));
      onDone();
    },
    { fields: ["reason"] },
  );
  const isReady = outcome !== null && hasLetters(reason, 3);
  return (
    <Form className="grid gap-4" onSubmit={() => isReady && void close.run(outcome, trimmed(reason))}>
      <RadioCards
        legend={t("messenger.staff.outcome")}
        name="outcome"
        value={outcome}
        cards={MESSAGE_REPORT_OUTCOMES.map((value) => ({ value, title: t(`messenger.staff.${value}`) }))}
        onChange={setOutcome}
      />
      <Field label={t("messenger.staff.why")} error={close.refusal?.fault("reason")}>
        {(ids) => (
          <Input {...ids} value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isReady} isBusy={close.isRunning}>
          {t("messenger.staff.close")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("messenger.staff.cancel")}
        </Button>
      </div>
    </Form>
  );
}
