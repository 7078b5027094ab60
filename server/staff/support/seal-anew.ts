/** Exchanges the secret that tickets, messages and the keys of files are sealed with, and by which a guest's email is found. */
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { sealKeyAgain } from "../../platform/files/encrypted-file.ts";
import { type SealRound, sealInRounds } from "../../platform/seal-rounds.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { emailMark } from "../../people/accounts/index.ts";
import * as rows from "./seal-rows.ts";
import { openBody, openEmail, openRating, placeOfFile, sealBody, sealEmail, sealRating } from "./sealed-ticket.ts";

/** As the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealTicketsAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  const tickets = await sealInRounds(db, sealTickets);
  const messages = await sealInRounds(db, sealMessages);
  const files = await sealInRounds(db, sealFiles);
  return `sealed ${tickets} support tickets, ${messages} messages and ${files} files with the new secret`;
}

const sealTickets: SealRound = async (tx, bound) => {
  const found = await rows.lockTicketsBefore(tx, bound);
  for (const { id, number, email_sealed: sealed, rating_sealed: rating } of found) {
    const email = sealed && openEmail(sealed, number);
    await rows.putTicketAnew(tx, {
      id,
      email_sealed: email === null ? null : sealEmail(email, number),
      mark: email === null ? null : emailMark(email),
      rating_sealed: rating && sealRating(openRating(rating, number), number),
    });
  }
  return found.length;
};

const sealMessages: SealRound = async (tx, bound) => {
  const found = await rows.lockMessagesBefore(tx, bound);
  for (const { ticket_id, seq, number, body_sealed: sealed } of found) {
    const place = { number, seq };
    await rows.putMessageAnew(tx, { ticket_id, seq, body_sealed: sealBody(openBody(sealed, place), place) });
  }
  return found.length;
};

const sealFiles: SealRound = async (tx, bound) => {
  const found = await rows.lockFilesBefore(tx, bound);
  for (const { hash, key_sealed: sealed } of found)
    await rows.putFileAnew(tx, { hash, key_sealed: sealKeyAgain(sealed, placeOfFile(hash)) });
  return found.length;
};
