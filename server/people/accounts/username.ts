/** The rules of usernames: the form, and no likeness to a name of the staff. Pure. */
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { looksLikeStaff, skeletonOf } from "./looks.ts";

/** Words of our addresses at the position of a username, as in `/rest/v1/users/current_user`; a test compares the routes. */
const OF_ROUTES =
  "me current_user settings set-username tour process-avatar avatar corporate-accounts api-keys send-phone-code confirm-phone reset-phone kyc-check postpone-company-verification";
const ROUTE_WORDS = OF_ROUTES.split(" ");
const ROUTE_LOOKS = ROUTE_WORDS.map(skeletonOf);

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
  const isReserved = looksLikeStaff({ wholes, words: parts }) || wholes.some((look) => ROUTE_LOOKS.includes(look));
  if (isReserved) throw fieldRefusal("auth.username_reserved", "username");
}

/** With its digits read as letters, and without those at its ends. */
function looksOf(text: string): string[] {
  return [skeletonOf(text), skeletonOf(text.replace(/^[\d_-]+|[\d_-]+$/g, ""))];
}
