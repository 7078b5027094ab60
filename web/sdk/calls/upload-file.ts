/** Sends a file with its progress; fetch cannot tell how far an upload is. */
import type { Upload } from "#contract/market/trades/chat.ts";
import { Declined } from "#sdk/declined.ts";
import { type UploadAnswer, uploadRefused } from "#sdk/calls/upload-refused.ts";

export function uploadFile(file: File, onProgress: (share: number) => void): Promise<Upload> {
  const form = new FormData();
  form.append("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", "/rest/v1/uploads");
  request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
  request.setRequestHeader(
    "X-CSRF-Token",
    document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "",
  );
  request.setRequestHeader("Idempotency-Key", crypto.randomUUID());
  return new Promise((resolve, reject) => {
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onerror = () => reject(new Declined(0, "network", ""));
    request.onload = () => {
      const body = answerIn(request.responseText);
      if (body.data) resolve(body.data);
      else void uploadRefused(request.status, body).then(reject);
    };
    request.send(form);
  });
}

/** A proxy's page is no answer; the status says enough. */
function answerIn(text: string): UploadAnswer<Upload> {
  try {
    return JSON.parse(text || "{}") as UploadAnswer<Upload>;
  } catch {
    return {};
  }
}
