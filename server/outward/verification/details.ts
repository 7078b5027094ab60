/** What somebody typed of a document, as it is kept: sealed as one text, bound to its verification. */
import { blindIndex, seal, unseal } from "../../platform/sealed.ts";

export type Details = Readonly<Record<string, string>>;

/** Of the bodies that start a verification, in the order in which a reviewer reads them. */
const FIELDS = [
  ...["first_name_original", "middle_name_original", "last_name_original", "document_number"],
  ...["address_line_1", "address_line_2", "city_name", "region_name", "zip_code"],
  ...["nga_nin", "nga_bvn"],
];

/** What somebody left empty is not kept. */
export function detailsOf(typed: Readonly<Record<string, string | undefined>>): Details {
  return Object.fromEntries(FIELDS.flatMap((field) => (typed[field] ? [[field, typed[field]]] : [])));
}

const placeOf = (reference: string) => `verifications.details:${reference}`;

export const sealDetails = (details: Details, reference: string): Buffer =>
  seal(JSON.stringify(details), placeOf(reference));

export const openDetails = (sealed: Uint8Array, reference: string): Details =>
  JSON.parse(unseal(sealed, placeOf(reference))) as Details;

type Numbered = { readonly countryIso3: string; readonly documentType: string; readonly details: Details };

/** Equal for the same document, whoever shows it and however its number is spaced; null for one without a number. */
export function documentMark({ countryIso3, documentType, details }: Numbered): Buffer | null {
  const number = details.document_number?.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return number ? blindIndex([countryIso3, documentType, number].join("\n"), "verifications.document") : null;
}

/** A line of JSON that the database made of a row, for its owner: the sealed part is in base64, and opened here. */
export function openDetailsLine(line: string): string {
  const { details_sealed: sealed, ...fields } = JSON.parse(line) as Record<string, string>;
  return JSON.stringify({
    ...fields,
    details: openDetails(Buffer.from(sealed ?? "", "base64"), String(fields.reference)),
  });
}
