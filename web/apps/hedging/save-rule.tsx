/** Saves a rule with the proof of just this rule. */
import type { Hedging } from "#contract/products/hedging/hedging.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/forms/form.tsx";
import { isProofFault, ProofField } from "#widgets/proof-field.tsx";
import type { ReadyRule } from "./draft.ts";

type Props = { readonly rule: ReadyRule; readonly onSaved: (next: Hedging) => void };

export function SaveRule({ rule, onSaved }: Props) {
  const t = useT();
  const page = usePage();
  const wanted = { kind: "hedge_rule", id: rule.text } as const;
  const proof = useProof({ codesFor: wanted });
  const save = useAction(
    async (typed: Typed) => {
      const [{ prove }, { createHedgeRule }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/hedging/hedging.ts"),
      ]);
      await prove(page, typed, wanted);
      const { data } = await page.call(createHedgeRule, { body: rule.body });
      page.toast("success", t("hedging.saved"));
      onSaved(data);
    },
    { quiet: true },
  );
  return (
    <Form className="grid gap-3" onSubmit={() => proof.typed && void save.run(proof.typed)}>
      <ProofField proof={proof} refusal={save.refusal} onEdit={save.clear} />
      {save.refusal && !isProofFault(save.refusal) && <Alert kind="danger">{save.refusal.message}</Alert>}
      <Button type="submit" wide isBusy={save.isRunning} disabled={!proof.typed}>
        {t("hedging.form.save")}
      </Button>
    </Form>
  );
}
