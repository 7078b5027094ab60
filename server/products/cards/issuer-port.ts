/** What an issuer of cards does, whichever it is. */
import type { CardIssuerName } from "#contract/products/cards/staff-card-names.ts";
import type { CardKey, CardNumber } from "#contract/products/cards/cards.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Line } from "./statement-rows.ts";

/** What the row of a card has when it is made. Without a number the issuer makes the card afterwards, and has the number. */
export type BegunCard = {
  readonly last4: string | null;
  readonly numberSealed: Buffer | null;
  readonly numberIndex: Buffer;
};

/** Of a card whose owner proved themselves just now. */
export type ShownCard = { readonly hash: string; readonly numberSealed: Buffer; readonly expiresOn: string };

/** For the processes that answer users. */
export type CardIssuer = {
  readonly name: CardIssuerName;
  /** It is the one of the demo. */
  readonly isSimulated: boolean;
  begin(hash: string): BegunCard;
  readonly numbers:
    | { readonly are: "here"; show(card: ShownCard): CardNumber }
    | {
        readonly are: "at_issuer";
        /** For the issuer's script in browsers. */
        readonly publishableKey: string;
        /** Throws where the issuer does not answer. */
        keyFor(issuerCard: string, nonce: string): Promise<CardKey>;
      };
};

/** For workers, which alone believe what the issuer says. */
export type IssuerDesk = {
  readonly name: CardIssuerName;
  /** What of its messages waits is verified and booked, in the order of their arrival; each of its ids has one effect. */
  bookMessages(): Promise<void>;
  /** Makes cards, and makes them pay, freeze or end as their users want. An answer that was lost is looked up. Absent where our tables are the cards. */
  sendCards?(): Promise<void>;
  /** Opens what users dispute there. Absent where our tables are the disputes. */
  sendDisputes?(): Promise<void>;
  /** Of a past day: what it booked by then and named in no statement before. Reversals are not in it. */
  statement(day: string): Promise<readonly Line[]>;
};

export type DeskPorts = Pick<AppPorts, "db" | "log" | "config">;
