/** Closing the account: obstacles, the data that is erased or kept, the reason, and the confirmation. */
import { useState } from "react";
import type { Closing, ClosingReason } from "#contract/compliance/closing.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { SupportLink } from "#widgets/contact-support.tsx";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { Spinner } from "#ui/spinner.tsx";

const CLOSING = ["closing"] as const;

export function CloseAccount({ onDone, onClose }: { onDone: (closesAt: string) => void; onClose: () => void }) {
  const t = useT();
  const page = usePage();
  const { data, error, refetch } = usePageQuery<Closing>({
    queryKey: [...CLOSING],
    queryFn: async () => {
      const { getClosing } = await import("#contract/compliance/closing.ts");
      return (await page.call(getClosing, {})).data;
    },
    // The obstacles change with every trade.
    staleTime: 0,
  });
  return (
    <Dialog isOpen onClose={onClose} title={t("account.closing.title")} closeLabel={t("shell.close")}>
      {error && <Alert kind="danger">{error.message}</Alert>}
      {!data && !error && <Spinner />}
      {data && data.obstacles.length > 0 && <Obstacles closing={data} />}
      {data?.obstacles.length === 0 && <CloseForm closing={data} onDone={onDone} onObstacle={() => void refetch()} />}
    </Dialog>
  );
}

function Obstacles({ closing }: { closing: Closing }) {
  const t = useT();
  return (
    <Alert kind="warning">
      <p className="font-semibold">{t("account.closing.obstacles")}</p>
      <ul className="list-disc ps-5">
        {closing.obstacles.map(({ code, detail }) => (
          <li key={`${code} ${detail}`}>{t(`account.closing.obstacle.${code}`, { what: detail })}</li>
        ))}
      </ul>
      {closing.obstacles.some(({ code }) => code === "holds" || code === "restricted") && (
        <p>
          <SupportLink about={{ topic: "account_balance" }} />
        </p>
      )}
    </Alert>
  );
}

type FormProps = { closing: Closing; onDone: (closesAt: string) => void; onObstacle: () => void };

function CloseForm({ closing: { reasons, waitDays }, onDone, onObstacle }: FormProps) {
  const t = useT();
  const page = usePage();
  const proof = useProof({ codesFor: { kind: "close_account", id: "account" } });
  const [reason, setReason] = useState<ClosingReason | "">("");
  const ask = useAction(
    async (typed: Typed, chosen: ClosingReason) => {
      const [{ prove }, { askToClose }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/closing.ts"),
      ]);
      await prove(page, typed, { kind: "close_account", id: "account" });
      // Something may have begun since the dialog was opened: it is shown in place of the form.
      const { data } = await page.call(askToClose, { body: { reason: chosen } }).catch((fault: unknown) => {
        onObstacle();
        throw fault;
      });
      if (data.asked) onDone(data.asked.dueAt);
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && reason && void ask.run(proof.typed, reason)}>
      <p className="text-sm">{t("account.closing.text", { days: waitDays })}</p>
      <WhatBecomes />
      <Field label={t("account.closing.reason_label")}>
        {(ids) => (
          <Select
            {...ids}
            value={reason}
            onChange={(event) => setReason(reasons.find((one) => one === event.target.value) ?? "")}
            required
          >
            <option value="">{t("account.closing.reason_choose")}</option>
            {reasons.map((one) => (
              <option key={one} value={one}>
                {t(`account.closing.reason.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ProofField proof={proof} refusal={ask.refusal} />
      <Button type="submit" look="danger" wide disabled={!proof.typed || !reason} isBusy={ask.isRunning}>
        {t("account.closing.button")}
      </Button>
    </Form>
  );
}

const KEPT = ["money", "trades", "username"] as const;

function WhatBecomes() {
  const t = useT();
  return (
    <div className="grid gap-2 text-sm text-muted">
      <p>
        <strong className="text-ink">{t("account.closing.erased_title")}</strong> {t("account.closing.erased")}
      </p>
      <div>
        <strong className="text-ink">{t("account.closing.kept_title")}</strong>
        <ul className="list-disc ps-5">
          {KEPT.map((one) => (
            <li key={one}>{t(`account.closing.kept.${one}`)}</li>
          ))}
        </ul>
      </div>
      <p>{t("account.closing.deposits")}</p>
    </div>
  );
}
