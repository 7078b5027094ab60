/** Keeps a file for a trade, a dispute or a picture of oneself. */
import type { Upload } from "#contract/market/trades/chat.ts";
import type { PageKit } from "../page-kit.ts";

type Progress = (share: number) => void;

export async function uploadFile(
  { call }: PageKit,
  file: File,
  onProgress: Progress = () => undefined,
): Promise<Upload> {
  const { uploadFile: upload } = await import("#contract/market/trades/chat.ts");
  return (await call(upload, { file, onProgress })).data;
}
