/** Sends one picture or PDF of a document, or the video. */
import type { PageKit } from "#sdk/page-kit.ts";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import type { Side } from "#contract/compliance/verification/names.ts";

type Wanted = { readonly reference: string; readonly side: Side; readonly picture: Blob };

export async function uploadPicture({ call }: PageKit, { reference, side, picture }: Wanted): Promise<OwnVerification> {
  const { addVerificationPicture } = await import("#contract/compliance/verification/verification.ts");
  const name = side === "video" ? "video" : `${side}.${isPdf(picture) ? "pdf" : "jpg"}`;
  const file = new File([picture], name, { type: picture.type });
  return (await call(addVerificationPicture, { params: { reference, side }, file })).data;
}

/** As the browser calls it; what it is says the server by its bytes. */
export const isPdf = ({ type }: Blob): boolean => type === "application/pdf";
