/** All pages of text. The files are read once, when the process starts. */
import { join } from "node:path";
import { type ContentPage, readContent } from "./read-content.ts";

export const CONTENT: readonly ContentPage[] = readContent(join(import.meta.dirname, "../../../content"));
