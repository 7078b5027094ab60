/** The words of messages and reports, sealed at rest for the place where they are stored. */
import { seal, unseal } from "../../platform/sealed.ts";

/** A copy in a report keeps the place of its message. */
export type MessagePlace = { readonly conversationId: bigint; readonly seq: number };

const bodyPlace = ({ conversationId, seq }: MessagePlace) => `direct_messages.body:${conversationId}:${seq}`;
const wordsPlace = (number: string) => `direct_reports.words:${number}`;

export const sealBody = (text: string, place: MessagePlace): Buffer => seal(text, bodyPlace(place));
export const openBody = (sealed: Uint8Array, place: MessagePlace): string => unseal(sealed, bodyPlace(place));
export const sealWords = (text: string, number: string): Buffer => seal(text, wordsPlace(number));
export const openWords = (sealed: Uint8Array, number: string): string => unseal(sealed, wordsPlace(number));

type OwnMessage = { conversationId?: number; seq?: number; body_sealed?: string };

/** For the archive of own data: the words of a message instead of the sealed ones. */
export function openMessageLine(line: string): string {
  const { conversationId = 0, seq = 0, body_sealed: sealed = "", ...shown } = JSON.parse(line) as OwnMessage;
  const text = openBody(Buffer.from(sealed, "base64"), { conversationId: BigInt(conversationId), seq });
  return JSON.stringify({ ...shown, text });
}

type OwnReport = { number?: string; words_sealed?: string | null };

export function openReportLine(line: string): string {
  const { words_sealed: sealed, ...shown } = JSON.parse(line) as OwnReport;
  const text = sealed ? openWords(Buffer.from(sealed, "base64"), shown.number ?? "") : null;
  return JSON.stringify({ ...shown, text });
}
