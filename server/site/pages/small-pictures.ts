/**
 * Flags and marks of methods are inline in a page, instead of as addresses: a request for each has three times its
 * weight in headers, and takes the line from the scripts. The browser's code leaves what it finds there.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GENERATED, PICTURE_FOLDERS } from "./generated.ts";

/** Larger pictures are better fetched once for all pages. */
const MOST_BYTES = 1500;
const PICTURE = /(<img src=")(\/assets\/[\w/-]+\.svg)"/g;

/** Reads them once; returns what puts them into a document. */
export function smallPictures(): (html: string) => string {
  const known = new Map<string, string>();
  for (const folder of PICTURE_FOLDERS) {
    for (const file of readdirSync(join(GENERATED, folder))) {
      const svg = readFileSync(join(GENERATED, folder, file), "utf8");
      if (svg.length <= MOST_BYTES) known.set(`/assets/${folder}/${file}`, addressOf(svg));
    }
  }
  return (html) => html.replace(PICTURE, (_, open: string, path: string) => `${open}${known.get(path) ?? path}"`);
}

/** As a data URL; single quotes, since it is inside double ones. */
function addressOf(svg: string): string {
  const text = svg.replaceAll('"', "'").replace(/[%#<>&]/g, (letter) => encodeURIComponent(letter));
  return `data:image/svg+xml,${text.replaceAll("\n", " ")}`;
}
