/** The id of the offer that somebody names by its link, in any language, or by the id itself; undefined for anything else. Pure. */
export function namedOffer(text: string): string | undefined {
  return /^(?:\S*\/offer\/)?([A-Za-z0-9]{10,32})(?:[/?#]\S*)?$/.exec(text.trim())?.[1];
}
