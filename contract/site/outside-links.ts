/** Links to accounts elsewhere, in the foot of every page. */

/** Names of networks, by the keys of the settings of links. */
const NETWORKS: Readonly<Record<string, string>> = {
  twitter: "X (Twitter)",
  facebook: "Facebook",
  instagram: "Instagram",
  youtube: "YouTube",
  tiktok: "TikTok",
  linkedin: "LinkedIn",
  discord: "Discord",
};

/** Links to elsewhere in the foot of every page: the operator's accounts, and the founder's. */
export type OutsideLinks = Readonly<
  Record<"social" | "founder", readonly { readonly name: string; readonly href: string }[]>
>;

/** Those that are set. */
export function outsideLinks(of: Readonly<Record<string, string>>): OutsideLinks["social"] {
  return Object.entries(of).flatMap(([key, href]) => (href === "" ? [] : [{ name: NETWORKS[key] ?? key, href }]));
}
