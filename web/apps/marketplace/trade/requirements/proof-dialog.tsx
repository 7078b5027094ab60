/** The confirmation of the user before coins move. */
import { useEffect, useRef } from "react";
import { useT } from "#sdk/page-kit.ts";
import { ProofField } from "#widgets/proof-field.tsx";
import type { Action } from "#sdk/state/use-action.ts";
import { type CodesFor, type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = {
  prove: Action<[Typed]>;
  onClose: () => void;
  /** The action that sent codes confirm; absent if codes confirm nothing. */
  codesFor?: NonNullable<CodesFor>;
  /** Coins leave by it. */
  isLimited?: boolean;
};

export function ProofDialog({ prove, onClose, codesFor, isLimited = false }: Props) {
  const t = useT();
  const proof = useProof(codesFor ? { codesFor } : {});
  const { method } = proof;
  const field = useRef<HTMLDivElement>(null);
  // The field comes after the dialog, which has the focus by then. A finger would get a keyboard that covers the text.
  useEffect(() => {
    if (method && !matchMedia("(pointer: coarse)").matches) field.current?.querySelector("input")?.focus();
  }, [method]);
  return (
    <Dialog isOpen onClose={onClose} title={t("proof.title")} closeLabel={t("trade.close")}>
      <Form noValidate className="grid gap-4" onSubmit={() => proof.typed && void prove.run(proof.typed)}>
        <p className="text-sm text-muted">{t("proof.why")}</p>
        <div ref={field}>
          <ProofField proof={proof} refusal={prove.refusal} isLimited={isLimited} />
        </div>
        <Button type="submit" wide disabled={!proof.typed} isBusy={prove.isRunning}>
          {t("proof.confirm")}
        </Button>
      </Form>
    </Dialog>
  );
}
