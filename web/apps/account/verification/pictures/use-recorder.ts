/** Records the camera, without sound and for a bounded time. Ends with the component: no light stays on. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { VIDEO_SECONDS } from "#contract/compliance/verification/names.ts";

/** The first that the browser can write is taken; both are accepted. */
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const BITS_A_SECOND = 1_200_000;

type State = "waiting" | "ready" | "recording" | "failed";

export function useRecorder(shown: RefObject<HTMLVideoElement | null>, onVideo: (video: Blob) => void) {
  const stream = useRef<MediaStream | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);
  const [state, setState] = useState<State>("waiting");
  const [secondsLeft, setSecondsLeft] = useState(VIDEO_SECONDS);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    let isOver = false;
    const begin = async () => {
      const taken = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "user", width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      if (isOver) return end(taken);
      if (typeof MediaRecorder === "undefined") {
        end(taken);
        throw new Error("this browser records nothing");
      }
      stream.current = taken;
      if (!shown.current) return;
      shown.current.srcObject = taken;
      await shown.current.play();
      setState("ready");
    };
    // No camera, no permission, no secure page: a file will do.
    begin().catch(() => !isOver && setState("failed"));
    return () => {
      [isOver, isGone.current] = [true, true];
      if (recorder.current?.state === "recording") recorder.current.stop();
      if (stream.current) end(stream.current);
    };
  }, [shown]);
  useEffect(() => {
    if (state !== "recording") return undefined;
    const began = performance.now();
    const timer = setInterval(() => {
      const left = Math.ceil(VIDEO_SECONDS - (performance.now() - began) / 1000);
      setSecondsLeft(Math.max(0, left));
      if (left <= 0 && recorder.current?.state === "recording") recorder.current.stop();
    }, 250);
    return () => clearInterval(timer);
  }, [state]);
  const record = useCallback(() => {
    if (!stream.current) return;
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const made = new MediaRecorder(stream.current, {
      videoBitsPerSecond: BITS_A_SECOND,
      ...(mimeType ? { mimeType } : {}),
    });
    const parts: Blob[] = [];
    made.addEventListener("dataavailable", ({ data }) => parts.push(data));
    // A recording that ends after a restart has an outdated code.
    made.addEventListener("stop", () => !isGone.current && onVideo(new Blob(parts, { type: made.mimeType })));
    recorder.current = made;
    made.start();
    setSecondsLeft(VIDEO_SECONDS);
    setState("recording");
  }, [onVideo]);
  const stop = useCallback(() => recorder.current?.stop(), []);
  return { state, secondsLeft, record, stop };
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
