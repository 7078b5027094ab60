/** Cuts a square out of a picture: by pointer or finger, by arrow keys, nearer by a slider; then sends it. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { uploadFile } from "#sdk/calls/upload-file.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { firstFrame, type Frame, MOST_ZOOM, sideOf, withFrame } from "./crop-frame.ts";

const SHOWN = 256;
const SENT = 512;
const STEP = 0.04;

export type CropProps = {
  readonly picture: ImageBitmap;
  readonly onClose: () => void;
  readonly onShown: (url: string) => void;
};

export function CropDialog({ picture, onClose, onShown }: CropProps) {
  const t = useT();
  const page = usePage();
  const [frame, setFrame] = useState(() => firstFrame(picture));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  const change = (part: Partial<Frame>) => setFrame((known) => withFrame(picture, known, part));
  const save = useAction(async () => {
    const upload = await uploadFile(await cutOut(picture, frame), () => undefined);
    const { processAvatar } = await import("#contract/people/accounts.ts");
    const { data } = await page.call(processAvatar, { body: { fileUrl: upload.url } });
    page.toast("success", t("account.avatar.shown"));
    onShown(data.url);
  });
  return (
    <Dialog
      isOpen={isOpen}
      isSheet
      onClose={onClose}
      title={t("account.avatar.crop")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t("shell.close")}
          </Button>
          <Button isBusy={save.isRunning} onClick={() => void save.run()}>
            {t("account.avatar.show")}
          </Button>
        </>
      }
    >
      <Cut picture={picture} frame={frame} change={change} />
      <Field label={t("account.avatar.zoom")}>
        {(ids) => (
          <input
            {...ids}
            type="range"
            min={1}
            max={MOST_ZOOM}
            step={0.05}
            value={frame.zoom}
            className="min-h-11 w-full accent-brand"
            onChange={(event) => change({ zoom: Number(event.target.value) })}
          />
        )}
      </Field>
    </Dialog>
  );
}

type CutProps = {
  readonly picture: ImageBitmap;
  readonly frame: Frame;
  readonly change: (part: Partial<Frame>) => void;
};

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Cut({ picture, frame, change }: CutProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const side = sideOf(picture, frame);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, frame);
  }, [picture, frame]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const scale = side / event.currentTarget.clientWidth;
    change({ x: frame.x - event.movementX * scale, y: frame.y - event.movementY * scale });
  };
  const move = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    change({ x: frame.x + x * side * STEP, y: frame.y + y * side * STEP });
  };
  return (
    <canvas
      ref={canvas}
      width={SHOWN}
      height={SHOWN}
      aria-label={t("account.avatar.move")}
      tabIndex={0}
      className="mx-auto mb-4 block size-64 cursor-move touch-none rounded-full border border-line"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={move}
    />
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, frame: Frame): void {
  const side = sideOf(picture, frame);
  canvas
    .getContext("2d")
    ?.drawImage(picture, frame.x - side / 2, frame.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}

async function cutOut(picture: ImageBitmap, frame: Frame): Promise<File> {
  const canvas = Object.assign(document.createElement("canvas"), { width: SENT, height: SENT });
  draw(canvas, picture, frame);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the picture was not drawn");
  return new File([blob], "avatar.png", { type: "image/png" });
}
