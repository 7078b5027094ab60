/** The placeholders of canned replies, for the server that fills them and for the preview of who writes one. */

export const REPLY_PLACEHOLDERS = ["name", "number", "topic", "brand"] as const;
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

const isKnown = (name: string): name is ReplyPlaceholder => REPLY_PLACEHOLDERS.some((one) => one === name);

/** Of a text that is saved there are none: a customer would read them. */
export function unknownPlaceholders(body: string): string[] {
  return [...body.matchAll(PLACEHOLDER)].map(([, name = ""]) => name).filter((name) => !isKnown(name));
}

/** Fills each placeholder once: a value with braces in it stays as it is. */
export function fillReply(body: string, values: Readonly<Record<ReplyPlaceholder, string>>): string {
  return body.replace(PLACEHOLDER, (whole, name: string) => (isKnown(name) ? values[name] : whole));
}
