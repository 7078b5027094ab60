/** One side of a document: taken by the camera or chosen as a file, a PDF where it may be one, shown, and sent at once. */
import { useEffect, useId, useState } from "react";
import { mayBePdf, type Side } from "#contract/compliance/verification/names.ts";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonClass } from "#ui/button.tsx";
import { checkCircle } from "#ui/icons/shapes.ts";
import { CameraView } from "./camera-view.tsx";
import { isPdf, uploadPicture } from "./upload-picture.ts";

type Props = {
  readonly reference: string;
  readonly side: Side;
  readonly isThere: boolean;
  /** Of a PDF that is there. */
  readonly pages?: number | null;
  /** With the new state of the verification, unless the upload went elsewhere. */
  readonly onAdded: (own?: OwnVerification) => void;
  /** Of a case that is no verification: its own words, and where it goes. */
  readonly name?: string;
  readonly hint?: string;
  readonly send?: (picture: Blob) => Promise<unknown>;
};

export function PictureField({ reference, side, isThere, pages = null, onAdded, ...own }: Props) {
  const page = usePage();
  const t = useT();
  const id = useId();
  const isPaper = mayBePdf(side);
  const [isFilming, film] = useState(false);
  const [shown, show] = useShown();
  const send = useAction(
    async (picture: Blob, _at: number) => {
      show(isPdf(picture) ? null : picture);
      if (!own.send) return onAdded(await uploadPicture(page, { reference, side, picture }));
      await own.send(picture);
      onAdded();
    },
    { quiet: true },
  );
  // The upload time distinguishes two pictures.
  const take = (picture: Blob) => void send.run(picture, performance.now());
  const fault = send.refusal && (send.refusal.message || t("shell.error.generic"));
  const name = own.name ?? t(`verification.side.${side}`);
  return (
    <section
      className="grid content-start gap-3 rounded-lg border border-line p-4"
      aria-labelledby={id}
      data-side={side}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 id={id} className="text-sm font-semibold">
          {name}
        </h3>
        {isThere && !send.isRunning && (
          <Badge tone="good" icon={checkCircle}>
            {t("verification.picture.saved")}
          </Badge>
        )}
      </div>
      {isThere && isPaper && !send.isRunning && (
        <p className="text-xs font-medium" data-paper={pages === null ? "picture" : "pdf"}>
          {pages === null ? t("verification.picture.is_picture") : t("verification.picture.is_pdf", { count: pages })}
        </p>
      )}
      <p className="text-xs text-muted">{own.hint ?? t(`verification.hint.${side}`)}</p>
      {isFilming ? (
        <CameraView
          facing={side === "selfie" ? "user" : "environment"}
          onPicture={(picture) => {
            film(false);
            take(picture);
          }}
          onCancel={() => film(false)}
        />
      ) : (
        <>
          {shown && (
            <img
              src={shown}
              alt={t("verification.picture.preview", { side: name })}
              className="max-h-56 w-full rounded-lg bg-sunken object-contain"
            />
          )}
          {fault && (
            <p role="alert" className="text-xs font-medium text-bad">
              {fault}
            </p>
          )}
          {send.isRunning && (
            <p role="status" className="text-xs text-muted">
              {t("verification.picture.sending")}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" look="secondary" onClick={() => film(true)}>
              {t("verification.picture.camera")}
            </Button>
            <label
              className={`${buttonClass({ look: "quiet", size: "sm" })} cursor-pointer has-focus-visible:outline-2`}
            >
              {t(isThere ? "verification.picture.replace" : "verification.picture.file")}
              <input
                type="file"
                accept={isPaper ? "application/pdf,image/jpeg,image/png" : "image/jpeg,image/png"}
                className="sr-only"
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  event.target.value = "";
                  if (file) take(file);
                }}
              />
            </label>
          </div>
        </>
      )}
    </section>
  );
}

/** The address of what was taken last, until the next takes its place. */
function useShown() {
  const [picture, setPicture] = useState<Blob | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return undefined;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return [address, setPicture] as const;
}
