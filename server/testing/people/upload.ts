/** A file that somebody uploads, as a browser sends it. */
import sharp from "sharp";
import type { TestApp, TestClient } from "../app.ts";

/** A picture of one color, as a phone would take it: with what it knows of the place. */
export const aPicture = ({ width = 64, height = 48, background = "#47a" } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Make: "SpyCam" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } })
    .toBuffer();

/** A photo whose head says how large it is, and nothing that could be drawn in that size. */
export async function aPhotoOfSize(width: number, height: number): Promise<Buffer> {
  const photo = await aPicture();
  const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
  photo.writeUInt16BE(height, frame + 5);
  photo.writeUInt16BE(width, frame + 7);
  return photo;
}

/** Returns its id and its address, or the refusal's code. */
export async function uploadAs(
  { app }: Pick<TestApp, "app">,
  { token }: TestClient,
  bytes: Uint8Array,
  name = "picture.jpg",
): Promise<{ id: string; url: string; code: string; retryAfter: string }> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), name);
  const packed = new Request("http://localhost", { method: "POST", body: form });
  const answer = await app.fastify.inject({
    method: "POST",
    url: "/rest/v1/uploads",
    headers: {
      cookie: `parley=${token}`,
      "x-csrf-token": app.forgery.tokenOf(token),
      "x-requested-with": "XMLHttpRequest",
      "content-type": packed.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await packed.arrayBuffer()),
  });
  const { data, errors } = answer.json() as { data?: { id: string; url: string }; errors?: { code: string } };
  return {
    id: data?.id ?? "",
    url: data?.url ?? "",
    code: errors?.code ?? "",
    retryAfter: String(answer.headers["retry-after"] ?? ""),
  };
}
