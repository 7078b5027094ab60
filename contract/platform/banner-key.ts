/** What names a line above the page: the server says which stand, and a browser takes away the others. */
import type { Banner } from "./page.ts";

export const bannerKey = ({ kind, proof }: Pick<Banner, "kind" | "proof">): string =>
  proof ? `${kind}:${proof}` : kind;
