/** Changing the name, the limits and the closed kinds of merchants of a card. */
import { useState } from "react";
import type { Card } from "#contract/products/cards/cards.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { fiatText } from "#sdk/words/money.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";
import { CardFields, FORM_FIELDS, useCardForm } from "./card/form.tsx";

type Props = {
  readonly card: Card;
  readonly askAbove: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function ChangeCard({ card, askAbove, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const form = useCardForm(card);
  const [asksOnline, setAsksOnline] = useState(card.asksOnline);
  const save = useAction(
    async () => {
      const { changeCard } = await import("#contract/products/cards/cards.ts");
      const status = card.status === "frozen" ? "frozen" : "active";
      await page.call(changeCard, { params: { id: card.id }, body: { ...form.body, status, ask_online: asksOnline } });
      onDone();
    },
    { fields: FORM_FIELDS },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("cards.change.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => !isBlank(form.label) && void save.run()}>
        <CardFields form={form} faultOf={(field) => save.refusal?.fault(field)} />
        <Checkbox
          checked={asksOnline}
          onChange={(event) => setAsksOnline(event.target.checked)}
          hint={t("cards.approve.switch_hint", { sum: `${fiatText(page.locale, askAbove, "USD")} USD` })}
        >
          {t("cards.approve.switch")}
        </Checkbox>
        <Button type="submit" wide disabled={isBlank(form.label)} isBusy={save.isRunning}>
          {t("cards.change.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
