/** The rules of usernames: the form, and no likeness to a name of the staff. Pure. */
import { BRAND } from "#contract/platform/brand.ts";
import { fieldRefusal } from "#contract/platform/refusals.ts";

/** Letters of one look are one letter, dashes are nothing. The first four as username_skeleton() in the database does it. */
function skeletonOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_-]/g, "")
    .replace(/0/g, "o")
    .replace(/[1l]/g, "i")
    .replace(/3/g, "e")
    .replace(/5/g, "s")
    .replace(/4/g, "a")
    .replace(/7/g, "t")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w");
}

const words = (list: string) => list.split(" ").map(skeletonOf);

/** Reserved at any position. */
const OURS = words(BRAND.toLowerCase());
/** Reserved at the beginning and at the end. */
const OF_STAFF = words("admin moderator support helpdesk official");
/** Reserved between dashes, digits and the ends. */
const OF_OFFICE = words("mod staff escrow security dispute disputes compliance arbiter arbitrator");
/** Reserved as they are. */
const WHOLE = words("help helpdesk system root bot robot team payments null undefined anonymous me");

/** Words of our addresses at the position of a username, as in `/rest/v1/users/current_user`; a test compares the routes. */
const OF_ROUTES =
  "me current_user settings set-username tour process-avatar avatar corporate-accounts api-keys send-phone-code confirm-phone reset-phone kyc-check postpone-company-verification";
const ROUTE_WORDS = OF_ROUTES.split(" ");
const ROUTE_LOOKS = words(OF_ROUTES);

/** Whether an address with this word at the position of a username belongs to another call, even if a user has that name. */
export const isRouteWord = (name: string): boolean => ROUTE_WORDS.includes(name.toLowerCase());

/** As settings have it. */
export type NameLengths = { readonly least: number; readonly most: number };

/** Refuses auth.username_reserved, or auth.username_form. */
export function checkUsername(name: string, { least, most }: NameLengths): void {
  const fits = name.length >= least && name.length <= most && /^[A-Za-z0-9_-]{3,20}$/.test(name);
  if (!fits) throw fieldRefusal("auth.username_form", "username", { min: least, max: most });
  const wholes = looksOf(name);
  const parts = name.split(/[_-]+/).flatMap(looksOf);
  const isReserved =
    wholes.some((look) => OURS.some((word) => look.includes(word))) ||
    wholes.some((look) => OF_STAFF.some((word) => look.startsWith(word) || look.endsWith(word))) ||
    [...parts, ...wholes].some((look) => OF_OFFICE.includes(look)) ||
    wholes.some((look) => WHOLE.includes(look) || ROUTE_LOOKS.includes(look));
  if (isReserved) throw fieldRefusal("auth.username_reserved", "username");
}

/** With its digits read as letters, and without those at its ends. */
function looksOf(text: string): string[] {
  return [skeletonOf(text), skeletonOf(text.replace(/^[\d_-]+|[\d_-]+$/g, ""))];
}
