/** Sends one picture of a document, or the video. */
import { Declined } from "#sdk/declined.ts";
import type { OwnVerification } from "#contract/verification.ts";
import type { Side } from "#contract/verification-names.ts";

type Wanted = { readonly reference: string; readonly side: Side; readonly picture: Blob };

export async function uploadPicture({ reference, side, picture }: Wanted): Promise<OwnVerification> {
  const form = new FormData();
  form.append("file", picture, side === "video" ? "video" : `${side}.jpg`);
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
  const response = await fetch(`/rest/v1/verification/${reference}/pictures/${side}`, {
    method: "POST",
    body: form,
    headers: { "X-Requested-With": "XMLHttpRequest", "X-CSRF-Token": token, "Idempotency-Key": crypto.randomUUID() },
  }).catch(() => undefined);
  if (!response) throw new Declined(0, "network", "");
  const body = (await response.json().catch(() => ({}))) as {
    data?: OwnVerification;
    message?: string;
    errors?: { code: string };
  };
  if (!body.data) throw new Declined(response.status, body.errors?.code ?? "upload", body.message ?? "");
  return body.data;
}
