/** What an issuer of cards does, whichever it is. */
import type { CardIssuerName } from "#contract/products/staff-card-names.ts";
import type { CardNumber } from "#contract/products/cards.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Line } from "./statement-rows.ts";

/** What the row of a card has when it is made. */
export type BegunCard = { readonly last4: string; readonly numberSealed: Buffer; readonly numberIndex: Buffer };

/** Of a card whose owner proved themselves just now. */
export type ShownCard = { readonly hash: string; readonly numberSealed: Buffer; readonly expiresOn: string };

/** For the processes that answer users. */
export type CardIssuer = {
  readonly name: CardIssuerName;
  /** It is the one of the demo. */
  readonly isSimulated: boolean;
  /** Card numbers are sealed in our tables; without it the issuer has them. */
  readonly numbers: {
    begin(hash: string): BegunCard;
    show(card: ShownCard): CardNumber;
  };
};

/** For workers, which alone believe what the issuer says. */
export type IssuerDesk = {
  readonly name: CardIssuerName;
  /** What of its messages waits is verified and booked, in the order of their arrival; each of its ids has one effect. */
  bookMessages(app: Pick<AppPorts, "db">): Promise<void>;
  /** Of a past day: what it booked by then and named in no statement before. Reversals are not in it. */
  statement(tx: Tx, day: string): Promise<readonly Line[]>;
};
