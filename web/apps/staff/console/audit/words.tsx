/** Opens the reasons of the acts of a page; the reason for opening them is asked first and recorded in the same log. */
import { useState } from "react";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly ids: readonly string[];
  readonly onRead: (words: ReadonlyMap<string, string | null>) => void;
};

export function AuditWords({ ids, onRead }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState("");
  const read = useAction(
    async (why: string) => {
      const { readAuditWords } = await import("#contract/staff/audit.ts");
      const { data } = await page.call(readAuditWords, { body: { ids: [...ids], reason: why } });
      onRead(new Map(data.map((one) => [one.id, one.reason])));
    },
    { fields: ["reason"] },
  );
  const isReady = hasLetters(reason, 3);
  if (ids.length === 0) return null;
  return (
    <details className="rounded-xl border border-line bg-raised p-4">
      <summary className="cursor-pointer font-medium">{t("audit.words.title")}</summary>
      <Form className="mt-3 grid gap-3" onSubmit={() => isReady && void read.run(trimmed(reason))}>
        <p className="max-w-3xl text-sm text-muted">{t("audit.words.text")}</p>
        <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field label={t("audit.words.reason")} error={read.refusal?.fault("reason")}>
            {(field) => (
              <Input {...field} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
            )}
          </Field>
          <Button type="submit" look="secondary" disabled={!isReady} isBusy={read.isRunning}>
            {t("audit.words.show")}
          </Button>
        </div>
      </Form>
    </details>
  );
}
