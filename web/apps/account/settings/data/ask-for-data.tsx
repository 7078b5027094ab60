/** Having one's data packed, after confirming who one is. */
import type { DataExport } from "#contract/compliance/own-data.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = { readonly onDone: (now: DataExport) => void; readonly onClose: () => void };

export function AskForData({ onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const proof = useProof({ codesFor: { kind: "download_data", id: "account" } });
  const ask = useAction(
    async (typed: Typed) => {
      const [{ prove }, { askForData }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/own-data.ts"),
      ]);
      await prove(page, typed, { kind: "download_data", id: "account" });
      onDone((await page.call(askForData, {})).data);
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("account.data.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => proof.typed && void ask.run(proof.typed)}>
        <p className="text-sm text-muted">{t("account.data.text")}</p>
        <ProofField proof={proof} refusal={ask.refusal} />
        <Button type="submit" wide disabled={!proof.typed} isBusy={ask.isRunning}>
          {t("account.data.button")}
        </Button>
      </Form>
    </Dialog>
  );
}
