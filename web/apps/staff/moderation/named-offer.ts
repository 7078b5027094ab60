/** The id of the offer that the link in the text names, in any language, or the id itself; undefined for anything else. Pure. */
export function namedOffer(text: string): string | undefined {
  return /^(?:\S*\/offer\/)?([A-Za-z0-9]{10,32})(?:[/?#]\S*)?$/.exec(text.trim())?.[1];
}
