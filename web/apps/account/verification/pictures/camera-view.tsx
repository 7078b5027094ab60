/** The camera's picture, and the button that takes it. Ends with the component: no light stays on. */
import { useEffect, useRef, useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";

type Props = {
  readonly facing: "user" | "environment";
  readonly onPicture: (picture: Blob) => void;
  readonly onCancel: () => void;
};

export function CameraView({ facing, onPicture, onCancel }: Props) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"waiting" | "filming" | "failed">("waiting");
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
      });
      if (isGone) return stop(stream);
      if (!video.current) return;
      video.current.srcObject = stream;
      await video.current.play();
      setState("filming");
    };
    // Refused, absent, or not a secure page: a file will do.
    begin().catch(() => !isGone && setState("failed"));
    return () => {
      isGone = true;
      if (stream) stop(stream);
    };
  }, [facing]);
  const take = () => {
    const shown = video.current;
    if (!shown) return;
    const canvas = document.createElement("canvas");
    canvas.width = shown.videoWidth;
    canvas.height = shown.videoHeight;
    canvas.getContext("2d")?.drawImage(shown, 0, 0);
    canvas.toBlob((picture) => picture && onPicture(picture), "image/jpeg", 0.92);
  };
  return (
    <div className="grid gap-3">
      {state === "failed" ? (
        <Alert kind="warning" size="sm">
          {t("verification.picture.no_camera")}
        </Alert>
      ) : (
        // The camera records no sound.
        <video ref={video} muted playsInline className="aspect-4/3 w-full rounded-lg bg-sunken object-contain" />
      )}
      <div className="flex flex-wrap gap-2">
        {state !== "failed" && (
          <Button size="sm" disabled={state !== "filming"} onClick={take}>
            {t("verification.picture.take")}
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={onCancel}>
          {t("verification.picture.cancel")}
        </Button>
      </div>
    </div>
  );
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
