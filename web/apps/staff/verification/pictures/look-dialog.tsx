/** Asks why before anything is shown: the reason stays in the record. */
import { useState } from "react";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  /** The prefix of its texts. */
  readonly of: "verification" | "recovery";
  readonly title: string;
  /** Not decided yet: the usual reason is filled in. */
  readonly isPending: boolean;
  readonly onLook: (reason: string) => Promise<void>;
  readonly onClose: () => void;
};

export function LookDialog({ of, title, isPending, onLook, onClose }: Props) {
  const t = useT();
  const [reason, setReason] = useState(isPending ? t(`${of}.staff.look_usual`) : "");
  const look = useAction(onLook, { fields: ["reason"] });
  const isReady = hasLetters(reason, 3);
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => isReady && void look.run(trimmed(reason))}>
        <Field
          label={t(`${of}.staff.look_reason`)}
          hint={t(`${of}.staff.look_hint`)}
          error={look.refusal?.fault("reason")}
        >
          {(ids) => (
            <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" wide disabled={!isReady} isBusy={look.isRunning}>
          {t(`${of}.staff.look`)}
        </Button>
      </Form>
    </Dialog>
  );
}
