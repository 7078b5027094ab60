/** The password once more, before coins leave. */
import { useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import type { Action } from "#sdk/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Input } from "#ui/input.tsx";

export function PasswordDialog({ prove, onClose }: { prove: Action<[string]>; onClose: () => void }) {
  const t = useT();
  const [password, setPassword] = useState("");
  return (
    <Dialog isOpen onClose={onClose} title={t("trade.password.title")} closeLabel={t("trade.close")}>
      <Form className="grid gap-4" onSubmit={() => void prove.run(password)}>
        <p className="text-sm text-muted">{t("trade.password.why")}</p>
        <Field label={t("trade.password.label")} error={prove.refusal?.fault("password") ?? undefined}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              required
            />
          )}
        </Field>
        <Button type="submit" wide isBusy={prove.isRunning}>
          {t("trade.password.confirm")}
        </Button>
      </Form>
    </Dialog>
  );
}
