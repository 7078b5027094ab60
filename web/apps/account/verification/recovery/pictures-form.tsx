/** The document, and oneself with the code of the case on paper; each is sent at once. */
import { RECOVERY_SIDES, type RecoverySide } from "#contract/compliance/recovery/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { PictureField } from "../pictures/picture-field.tsx";
import type { OpenCase } from "./open-case.ts";

type Props = { readonly open: OpenCase; readonly onChange: (open: OpenCase) => void };

export function PicturesForm({ open: { secret, state }, onChange }: Props) {
  const page = usePage();
  const t = useT();
  const hand = useAction(
    async () => {
      const { submitRecovery } = await import("#contract/compliance/recovery/recovery.ts");
      const { data } = await page.call(submitRecovery, { body: { secret } });
      onChange({ secret, state: data });
    },
    { quiet: true },
  );
  const send = async (side: RecoverySide, picture: Blob) => {
    const { addRecoveryPicture } = await import("#contract/compliance/recovery/recovery.ts");
    const file = new File([picture], `${side}.jpg`, { type: picture.type });
    await page.call(addRecoveryPicture, { params: { reference: state.reference, side }, file });
  };
  const added = (side: RecoverySide) =>
    onChange({ secret, state: { ...state, sides: [...new Set([...state.sides, side])] } });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid justify-items-center gap-1 rounded-lg border border-line bg-sunken p-4 text-center">
        <p className="text-sm">{t("recovery.pictures.code")}</p>
        <p className="font-mono text-3xl font-bold tracking-widest" dir="ltr" data-code>
          {state.code.slice(0, 4)} {state.code.slice(4)}
        </p>
      </div>
      {RECOVERY_SIDES.map((side) => (
        <PictureField
          key={side}
          reference={state.reference}
          side={side}
          name={t(`recovery.pictures.${side}`)}
          hint={t(`recovery.pictures.${side}_hint`)}
          isThere={state.sides.includes(side)}
          send={(picture) => send(side, picture)}
          onAdded={() => added(side)}
        />
      ))}
      <p className="text-xs text-muted">{t("recovery.pictures.kept")}</p>
      {hand.refusal && <Alert kind="danger">{hand.refusal.message}</Alert>}
      <Button
        size="lg"
        wide
        disabled={state.sides.length < RECOVERY_SIDES.length}
        isBusy={hand.isRunning}
        onClick={() => void hand.run()}
      >
        {t("recovery.pictures.submit")}
      </Button>
    </div>
  );
}
