/** Removes quoted values, which may be personal data, from a message. */

/** From the first quotation mark of a line to its last, since what is quoted may quote; one that never ends was cut off. */
const QUOTED = /["“«‘].*["”»’]|["“«‘].*$|'.*'|`.*`|[\w.+-]+@[\w.-]+|[A-Za-z0-9_-]{20,}|\d{4,}/gm;

/** A page's words without what they quote: emails, numbers, addresses, everything between quotation marks. */
export const withoutQuotes = (text: string): string => text.replace(QUOTED, "…");
