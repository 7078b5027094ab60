/** Sends one picture or PDF of a document, or the video. */
import { Declined } from "#sdk/declined.ts";
import { type UploadAnswer, uploadRefused } from "#sdk/calls/upload-refused.ts";
import type { OwnVerification } from "#contract/compliance/verification.ts";
import type { Side } from "#contract/compliance/verification-names.ts";

type Wanted = { readonly reference: string; readonly side: Side; readonly picture: Blob };

export function uploadPicture({ reference, side, picture }: Wanted): Promise<OwnVerification> {
  const name = side === "video" ? "video" : `${side}.${isPdf(picture) ? "pdf" : "jpg"}`;
  return uploadTo(`/rest/v1/verification/${reference}/pictures/${side}`, { picture, name });
}

/** As the browser calls it; what it is says the server by its bytes. */
export const isPdf = ({ type }: Blob): boolean => type === "application/pdf";

/** One file to where it belongs. */
export async function uploadTo<T>(path: string, { picture, name }: { picture: Blob; name: string }): Promise<T> {
  const form = new FormData();
  form.append("file", picture, name);
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
  const response = await fetch(path, {
    method: "POST",
    body: form,
    headers: { "X-Requested-With": "XMLHttpRequest", "X-CSRF-Token": token, "Idempotency-Key": crypto.randomUUID() },
  }).catch(() => undefined);
  if (!response) throw new Declined(0, "network", "");
  const body = (await response.json().catch(() => ({}))) as UploadAnswer<T>;
  if (!body.data) throw await uploadRefused(response.status, body);
  return body.data;
}
