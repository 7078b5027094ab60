/** The typed details of a document, as they are stored: sealed as one text, bound to their verification. */
import { OWNERS_MAX } from "#contract/compliance/company-names.ts";
import type { VerificationKind } from "#contract/compliance/verification/names.ts";
import { blindIndex, seal, unseal } from "../../platform/sealed.ts";

export type Details = Readonly<Record<string, string>>;

/** Of each owner of a company the name and the share. */
const OWNER_FIELDS = Array.from({ length: OWNERS_MAX }, (_, place) => [
  `owner_${place + 1}_name`,
  `owner_${place + 1}_share`,
]);

/** The owners of a company in their stored form. */
export function ownerDetails(owners: readonly { readonly name: string; readonly share: number }[]): Details {
  return Object.fromEntries(
    owners.flatMap(({ name, share }, place) => [
      [`owner_${place + 1}_name`, name],
      [`owner_${place + 1}_share`, String(share)],
    ]),
  );
}

/** Every named person: the person of the document, or the company and its owners. */
export function namesIn(details: Details): string[] {
  const {
    first_name_original: first,
    middle_name_original: middle,
    last_name_original: last,
    legal_name: legal,
  } = details;
  const person = [first, middle, last].filter(Boolean).join(" ");
  const owners = OWNER_FIELDS.map(([name = ""]) => details[name]);
  return [person, legal, ...owners].filter((name) => name !== undefined && name !== "") as string[];
}

/** Of the bodies that start a verification, in the order in which a reviewer reads them. */
const FIELDS = [
  ...["first_name_original", "middle_name_original", "last_name_original", "document_number"],
  ...["legal_name", "registration_number", "position"],
  ...OWNER_FIELDS.flat(),
  ...["address_line_1", "address_line_2", "city_name", "region_name", "zip_code"],
  ...["nga_nin", "nga_bvn"],
  "video_code",
];

/** Empty fields are not stored. */
export function detailsOf(typed: Readonly<Record<string, string | undefined>>): Details {
  return Object.fromEntries(FIELDS.flatMap((field) => (typed[field] ? [[field, typed[field]]] : [])));
}

const placeOf = (reference: string) => `verifications.details:${reference}`;

export const sealDetails = (details: Details, reference: string): Buffer =>
  seal(JSON.stringify(details), placeOf(reference));

export const openDetails = (sealed: Uint8Array, reference: string): Details =>
  JSON.parse(unseal(sealed, placeOf(reference))) as Details;

type Numbered = {
  readonly kind: VerificationKind;
  readonly countryIso3: string;
  readonly documentType: string;
  readonly details: Details;
};

/** Equal for the same document or company, for every user and every spacing of its number; null for one without a number. */
export function documentMark({ kind, countryIso3, documentType, details }: Numbered): Buffer | null {
  const given = details.document_number ?? details.registration_number;
  const number = given && bareNumber(given);
  // A company is the same one whatever its form is called.
  const type = kind === "company" ? kind : documentType;
  return number ? blindIndex([countryIso3, type, number].join("\n"), "verifications.document") : null;
}

/** Letters of other alphabets that look Latin are read as Latin ones: a Greek card says "ΑΚ", its owner may type "AK". */
const LOOKS = new Map(
  [..."ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXАAВBЕEКKМMНHОOРPСCТTУYХXІIЅS"].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1] ?? letter] as const] : [],
  ),
);

const bareNumber = (number: string): string =>
  [
    ...number
      .normalize("NFKC")
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ""),
  ]
    .map((letter) => LOOKS.get(letter) ?? letter)
    .join("");

/** A line of JSON that the database made of a row, for its owner: the sealed part is in base64, and opened here. */
export function openDetailsLine(line: string): string {
  const { details_sealed: sealed, ...fields } = JSON.parse(line) as Record<string, string>;
  return JSON.stringify({
    ...fields,
    details: openDetails(Buffer.from(sealed ?? "", "base64"), String(fields.reference)),
  });
}
