/** Another password: the old one, what is enrolled beside it, and the new one. */
import { useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { TWO_FACTOR, type Typed, useFactor } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

const FIELDS = ["password", "new_password", "code"];

/** Transfers wait for `holdHours` afterwards. */
export function ChangePassword({ holdHours, onClose }: { holdHours: number; onClose: () => void }) {
  const t = useT();
  const page = usePage();
  const factor = useFactor();
  const [old, setOld] = useState("");
  const [chosen, setChosen] = useState("");
  const change = useAction(
    async (password: string, next: string, typed: Typed | null) => {
      const [{ factorFor }, { changePassword }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/passwords.ts"),
      ]);
      const shown = await factorFor(page, typed, { kind: "set_password", id: "password" });
      await page.call(changePassword, { body: { password, new_password: next, ...shown } });
      void page.queries.client?.invalidateQueries({ queryKey: TWO_FACTOR });
      page.toast("success", t("account.password.done"));
      onClose();
    },
    { fields: FIELDS },
  );
  const needsFactor = factor.methods.length > 0;
  const isReady = old !== "" && chosen !== "" && factor.isKnown && (!needsFactor || factor.typed !== null);
  return (
    <Dialog isOpen onClose={onClose} title={t("account.password.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => isReady && void change.run(old, chosen, factor.typed)}>
        <p className="text-sm text-muted">{t("account.password.text", { hours: holdHours })}</p>
        <Field label={t("account.password.old")} error={change.refusal?.fault("password")}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="current-password"
              value={old}
              onChange={(event) => setOld(event.target.value)}
              required
            />
          )}
        </Field>
        <Field label={t("account.password.new")} error={change.refusal?.fault("new_password")}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="new-password"
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
              required
            />
          )}
        </Field>
        {needsFactor && <ProofField proof={factor} refusal={change.refusal} />}
        <Button type="submit" wide disabled={!isReady} isBusy={change.isRunning}>
          {t("account.password.button")}
        </Button>
      </Form>
    </Dialog>
  );
}
