/** Writes a brotli twin beside every static text file; the server sends the twin to who accepts it. */
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { filesBelow } from "./place.ts";

const brotli = promisify(brotliCompress);

export async function compressBelow(folders: string[]): Promise<void> {
  const files = folders.flatMap(filesBelow).filter((file) => /\.(js|css|svg|json|webmanifest)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file);
      await writeFile(`${file}.br`, await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    }),
  );
}
