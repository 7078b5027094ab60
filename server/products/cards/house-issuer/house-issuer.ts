/** The issuer of the demo: numbers are made and sealed here, and what it says is signed with the market's own secret. */
import { cvvOf, newNumber, numberMark, openNumber, sealNumber } from "./number.ts";
import { bookWaiting } from "../messages.ts";
import type { CardIssuer, DeskPorts, IssuerDesk } from "../issuer-port.ts";
import { houseStatement } from "./statement.ts";

/** For so long a page shows a number. */
const SHOWN_SEC = 60;
const NAME = "house_issuer";

export const houseIssuer: CardIssuer = {
  name: NAME,
  isSimulated: true,
  begin(hash) {
    const number = newNumber();
    return { last4: number.slice(-4), numberSealed: sealNumber(number, hash), numberIndex: numberMark(number) };
  },
  numbers: {
    are: "here",
    show({ hash, numberSealed, expiresOn }) {
      const number = openNumber(numberSealed, hash);
      const [expiresYear = "", expiresMonth = ""] = expiresOn.split("-");
      return { number, expiresMonth, expiresYear, cvv: cvvOf(number, expiresOn), seconds: SHOWN_SEC };
    },
  },
};

export const houseDesk = ({ db }: DeskPorts): IssuerDesk => ({
  name: NAME,
  bookMessages: () => bookWaiting({ db }),
  statement: (day) => db.read((tx) => houseStatement(tx, day)),
});
