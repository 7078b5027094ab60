/** Staff take a picture away that breaks the rules, with a reason that its owner reads. */
import { useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

const MOST_REASON = 300;

export function RemovePicture({ username, onRemoved }: { username: string; onRemoved: (url: string) => void }) {
  const page = usePage();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const remove = useAction(
    async () => {
      const { removeAvatarByStaff } = await import("#contract/people/accounts.ts");
      const { data } = await page.call(removeAvatarByStaff, { params: { username }, body: { reason } });
      setOpen(false);
      onRemoved(data.url);
    },
    { fields: ["reason"] },
  );
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
        {t("profile.picture.remove")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t("profile.picture.remove")}
        closeLabel={t("shell.close")}
      >
        <Form className="grid gap-4" onSubmit={() => void remove.run()}>
          <Field
            label={t("profile.picture.reason")}
            hint={t("profile.picture.hint")}
            error={remove.refusal?.fault("reason")}
          >
            {(ids) => (
              <TextArea
                {...ids}
                maxLength={MOST_REASON}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" className="justify-self-start" isBusy={remove.isRunning}>
            {t("profile.picture.remove")}
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
