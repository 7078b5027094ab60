/** What people and staff write, as it is kept: sealed, and bound to its ticket. */
import { createHash } from "node:crypto";
import { seal, unseal } from "../../platform/sealed.ts";

const placeOfBody = (number: string, seq: number) => `support_messages.body:${number}:${seq}`;
export const sealBody = (body: string, { number, seq }: { number: string; seq: number }): Buffer =>
  seal(body, placeOfBody(number, seq));
export const openBody = (sealed: Uint8Array, { number, seq }: { number: string; seq: number }): string =>
  unseal(sealed, placeOfBody(number, seq));

const placeOfEmail = (number: string) => `support_tickets.email:${number}`;
export const sealEmail = (email: string, number: string): Buffer => seal(email, placeOfEmail(number));
export const openEmail = (sealed: Uint8Array, number: string): string => unseal(sealed, placeOfEmail(number));

const placeOfRating = (number: string) => `support_tickets.rating:${number}`;
export const sealRating = (text: string, number: string): Buffer => seal(text, placeOfRating(number));
export const openRating = (sealed: Uint8Array, number: string): string => unseal(sealed, placeOfRating(number));

export const placeOfFile = (hash: string): string => `support_files.key:${hash}`;

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Opens a line of the archive of somebody's own data. */
export function openOwnLine(line: string): string {
  const fields = JSON.parse(line) as {
    number: string;
    ratingText_sealed?: string | null;
    messages: { seq: number; text_sealed?: string | null }[] | null;
  };
  const { ratingText_sealed: rating, messages, ...ticket } = fields;
  return JSON.stringify({
    ...ticket,
    ratingText: rating ? openRating(Buffer.from(rating, "base64"), ticket.number) : null,
    messages: (messages ?? []).map(({ text_sealed: text, ...message }) => ({
      ...message,
      text: text ? openBody(Buffer.from(text, "base64"), { number: ticket.number, seq: message.seq }) : null,
    })),
  });
}
