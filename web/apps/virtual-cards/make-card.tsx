/** Making a card: name, limits, once or often; and what a card costs and cannot do. */
import { useState } from "react";
import type { HolderAddress } from "#contract/products/cards/cards.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Late } from "#sdk/late.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Form } from "#ui/forms/form.tsx";
import type { Holder } from "./holder-fields.tsx";
import { CardFields, FORM_FIELDS, useCardForm } from "./card/form.tsx";

const loadHolderFields = () => import("./holder-fields.tsx").then(({ HolderFields }) => HolderFields);

type Props = { readonly holder: Holder | null; readonly onMade: () => void; readonly onClose: () => void };

export function MakeCard({ holder, onMade, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const form = useCardForm();
  const [isSingleUse, setSingleUse] = useState(false);
  const [address, setAddress] = useState<HolderAddress | null>(null);
  const make = useAction(
    async () => {
      const { createCard } = await import("#contract/products/cards/cards.ts");
      const more = address === null ? {} : { address };
      const { data } = await page.call(createCard, { body: { ...form.body, single_use: isSingleUse, ...more } });
      page.toast("success", t(data.status === "requested" ? "cards.requested" : "cards.made"));
      onMade();
    },
    { fields: FORM_FIELDS },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("cards.make")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => !isBlank(form.label) && void make.run()}>
        <CardFields form={form} faultOf={(field) => make.refusal?.fault(field)} />
        <Checkbox
          checked={isSingleUse}
          onChange={(event) => setSingleUse(event.target.checked)}
          hint={t("cards.single_use_hint")}
        >
          {t("cards.single_use")}
        </Checkbox>
        {holder && (
          <Late
            load={loadHolderFields}
            props={{ holder, onAddress: setAddress, faultOf: (field) => make.refusal?.fault(field) }}
            loading={<Spinner />}
            failed={(again) => (
              <Button look="secondary" onClick={again}>
                {t("cards.holder.title")}
              </Button>
            )}
          />
        )}
        <ul className="grid gap-1 rounded-lg bg-sunken p-4 text-sm text-muted">
          {(["free", "holds", "over"] as const).map((line) => (
            <li key={line}>{t(`cards.terms.${line}`)}</li>
          ))}
        </ul>
        <Button
          type="submit"
          wide
          disabled={isBlank(form.label) || (holder !== null && address === null)}
          isBusy={make.isRunning}
        >
          {t("cards.make")}
        </Button>
      </Form>
    </Dialog>
  );
}
