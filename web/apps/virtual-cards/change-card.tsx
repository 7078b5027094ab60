/** Changing the name, the limits and the closed kinds of merchants of a card. */
import type { Card } from "#contract/products/cards.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";
import { CardFields, FORM_FIELDS, useCardForm } from "./card-form.tsx";

export function ChangeCard({ card, onDone, onClose }: { card: Card; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const page = usePage();
  const form = useCardForm(card);
  const save = useAction(
    async () => {
      const { changeCard } = await import("#contract/products/cards.ts");
      const status = card.status === "frozen" ? "frozen" : "active";
      await page.call(changeCard, { params: { id: card.id }, body: { ...form.body, status } });
      onDone();
    },
    { fields: FORM_FIELDS },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("cards.change.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => !isBlank(form.label) && void save.run()}>
        <CardFields form={form} faultOf={(field) => save.refusal?.fault(field)} />
        <Button type="submit" wide disabled={isBlank(form.label)} isBusy={save.isRunning}>
          {t("cards.change.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
