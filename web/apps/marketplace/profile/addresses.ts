/** The address of a profile with its tab, page and filters: all of them are links. */
import type { ProfileProps } from "#contract/market/pages.ts";

type Wish = { tab: ProfileProps["tab"]; page: number } & ProfileProps["filters"];

export function profileAddress(base: string, { tab, page, rating, role }: Wish, place = ""): string {
  const query = new URLSearchParams({ tab });
  if (page > 1) query.set("page", String(page));
  if (rating) query.set("rating", rating);
  if (role) query.set("role", role);
  return `${base}?${query}${place}`;
}
