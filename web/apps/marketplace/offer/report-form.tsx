/** The form that says that an offer breaks the rules: one of five reasons, and words where the reason says too little. */
import { useState } from "react";
import { REPORT_MAX, REPORT_REASONS, type ReportReason } from "#contract/market/offers/moderation-names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

export function ReportForm({ hash, onSent }: { hash: string; onSent: () => void }) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [words, setWords] = useState("");
  const [areWordsMissing, setWordsMissing] = useState(false);
  const report = useAction(
    async (id: number, text: string) => {
      const { reportOffer } = await import("#contract/market/offers/moderation.ts");
      const body = { reason_id: id, ...(text ? { reason_text: text } : {}) };
      await page.call(reportOffer, { params: { id: hash }, body });
      page.toast("success", t("offer.report.sent"));
      onSent();
    },
    { fields: ["reason_text"] },
  );
  const submit = () => {
    const chosen = REPORT_REASONS.find(({ slug }) => slug === reason);
    if (!chosen) return;
    const text = trimmed(words);
    const isMissing = chosen.slug === "other" && text === "";
    setWordsMissing(isMissing);
    if (!isMissing) void report.run(chosen.id, text);
  };
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <p className="text-sm text-muted">{t("offer.report.lead")}</p>
      <RadioCards
        legend={t("offer.report.reason")}
        name="report-reason"
        value={reason}
        columns={1}
        cards={REPORT_REASONS.map(({ slug }) => ({ value: slug, title: t(`disputes.reason.${slug}`) }))}
        onChange={setReason}
      />
      <Field
        label={t("offer.report.words")}
        hint={t("offer.report.words_hint", { max: REPORT_MAX })}
        error={areWordsMissing ? t("offer.report.words_needed") : report.refusal?.fault("reason_text")}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={REPORT_MAX}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setWordsMissing(false);
            }}
          />
        )}
      </Field>
      <Button type="submit" wide disabled={reason === null} isBusy={report.isRunning}>
        {t("offer.report.send")}
      </Button>
    </Form>
  );
}
