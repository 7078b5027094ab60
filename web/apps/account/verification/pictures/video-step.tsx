/** Showing oneself on video: a code that is new, the camera or a file, and the press that hands it in. */
import { useEffect, useRef, useState } from "react";
import { VIDEO_SECONDS } from "#contract/compliance/verification/names.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, buttonClass } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { uploadPicture } from "./upload-picture.ts";
import { useRecorder } from "./use-recorder.ts";

type Coded = { readonly reference: string; readonly code: string; readonly until: string };
type Props = { readonly onSubmitted: () => void; readonly onCancel: () => void };

export function VideoStep({ onSubmitted, onCancel }: Props) {
  const page = usePage();
  const t = useT();
  const [coded, setCoded] = useState<Coded | null>(null);
  const [video, setVideo] = useState<Blob | null>(null);
  const begin = useAction(async () => {
    const { startVideoVerification } = await import("#contract/compliance/verification/verification.ts");
    const { data } = await page.call(startVideoVerification, {});
    setVideo(null);
    setCoded({ reference: data.verification.verificationReference, code: data.code, until: data.codeExpiresAt });
  });
  const send = useAction(async ({ reference }: Coded, taken: Blob) => {
    const { uploadVideoVerification } = await import("#contract/compliance/verification/verification.ts");
    await uploadPicture(page, { reference, side: "video", picture: taken });
    await page.call(uploadVideoVerification, { body: { url: `/rest/v1/verification/${reference}/pictures/video` } });
    onSubmitted();
  });
  return (
    <Card className="grid gap-5 p-5" data-step="video">
      <h2 className="text-lg font-semibold">{t("verification.video.title")}</h2>
      {coded && (
        <>
          <Code coded={coded} />
          <p className="text-sm">{t("verification.video.how", { seconds: VIDEO_SECONDS })}</p>
          {video ? (
            <Taken key={coded.reference} video={video} />
          ) : (
            <Recording key={coded.reference} onVideo={setVideo} />
          )}
        </>
      )}
      <p className="text-xs text-muted">{t("verification.video.privacy")}</p>
      <div className="flex flex-wrap gap-2">
        {coded && video && (
          <>
            <Button isBusy={send.isRunning} onClick={() => void send.run(coded, video)}>
              {t("verification.video.send")}
            </Button>
            <Button look="secondary" disabled={send.isRunning} onClick={() => setVideo(null)}>
              {t("verification.video.again")}
            </Button>
          </>
        )}
        <Button look={coded ? "quiet" : "primary"} isBusy={begin.isRunning} onClick={() => void begin.run()}>
          {t(coded ? "verification.start_over" : "verification.video.begin")}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t("verification.picture.cancel")}
        </Button>
      </div>
    </Card>
  );
}

function Code({ coded }: { coded: Coded }) {
  const t = useT();
  return (
    <div className="grid gap-1 rounded-lg border border-line p-4 text-center">
      <p className="text-sm text-muted">{t("verification.video.write")}</p>
      <p className="text-3xl font-bold tracking-widest tabular-nums" dir="ltr" data-code>
        {coded.code}
      </p>
      <p className="text-xs text-muted">
        {t("verification.video.until")} <LocalTime at={coded.until} />
      </p>
    </div>
  );
}

function Recording({ onVideo }: { onVideo: (video: Blob) => void }) {
  const t = useT();
  const shown = useRef<HTMLVideoElement>(null);
  const { state, secondsLeft, record, stop } = useRecorder(shown, onVideo);
  return (
    <div className="grid gap-3">
      {state === "failed" ? (
        <Alert kind="warning" size="sm">
          {t("verification.video.no_recorder")}
        </Alert>
      ) : (
        <video ref={shown} muted playsInline className="aspect-video w-full rounded-lg bg-sunken object-contain" />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {state === "recording" ? (
          <>
            <Button size="sm" onClick={stop}>
              {t("verification.video.stop")}
            </Button>
            <span role="timer" className="text-sm text-muted">
              {t("verification.video.left", { seconds: secondsLeft })}
            </span>
          </>
        ) : (
          <>
            {state !== "failed" && (
              <Button size="sm" disabled={state !== "ready"} onClick={record}>
                {t("verification.video.record")}
              </Button>
            )}
            <label
              className={`${buttonClass({ look: "quiet", size: "sm" })} cursor-pointer has-focus-visible:outline-2`}
            >
              {t("verification.picture.file")}
              <input
                type="file"
                accept="video/webm,video/mp4"
                className="sr-only"
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  event.target.value = "";
                  if (file) onVideo(file);
                }}
              />
            </label>
            <span className="text-xs text-muted">{t("verification.video.formats")}</span>
          </>
        )}
      </div>
    </div>
  );
}

/** The recording, before it is sent. */
function Taken({ video }: { video: Blob }) {
  const t = useT();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(video);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [video]);
  return address === null ? null : (
    <video
      src={address}
      controls
      muted
      playsInline
      aria-label={t("verification.video.preview")}
      className="aspect-video w-full rounded-lg bg-sunken object-contain"
    />
  );
}
