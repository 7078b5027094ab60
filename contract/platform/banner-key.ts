/** The key of a line above the page: the server sends the current keys, and the browser removes other lines. */
import type { Banner } from "./page.ts";

export const bannerKey = ({ kind, proof }: Pick<Banner, "kind" | "proof">): string =>
  proof ? `${kind}:${proof}` : kind;
