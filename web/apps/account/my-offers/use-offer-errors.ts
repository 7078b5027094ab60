/** Does one change of an offer, and keeps in its group why it was declined until it is tried again. */
import { useState } from "react";
import { isDeclined } from "#sdk/declined.ts";
import { type ErrorGroup, NO_ERRORS, noteError, type OfferErrors } from "./offer/errors.ts";

export type Attempt = <Done>(group: ErrorGroup, hash: string, work: () => Promise<Done>) => Promise<Done>;

export function useOfferErrors(): { readonly errors: OfferErrors; readonly attempt: Attempt } {
  const [errors, setErrors] = useState(NO_ERRORS);
  const attempt: Attempt = async (group, hash, work) => {
    const note = (message: string | null) => setErrors((known) => noteError(known, { group, hash, message }));
    note(null);
    try {
      return await work();
    } catch (error) {
      if (isDeclined(error)) note(error.message);
      throw error;
    }
  };
  return { errors, attempt };
}
