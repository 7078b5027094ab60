/** Terms of the demo's offers, by group of payment method. */
import type { PaymentMethod } from "../../reference/catalog/index.ts";
import type { Draw } from "./draw.ts";

type Group = PaymentMethod["group"];

const TERMS: Readonly<Record<Group, readonly string[]>> = {
  "bank-transfers": [
    "Pay from an account in your own name and leave the reference empty.",
    "One transfer for the whole sum, please. No cash at the counter.",
    "I release as soon as my bank shows the money; most days that is within minutes.",
    "Send the receipt in this chat once the transfer is out.",
  ],
  "online-transfers": [
    "Send from your own balance, not from a linked card.",
    "Friends or goods, both are fine, but write no note with the payment.",
    "Check the name on my account before you confirm.",
    "Payments from a stranger's account go back the same way.",
  ],
  "mobile-money": [
    "Send to the number that I show after the start, and keep the message of the network.",
    "Fees of the network are yours; the sum that arrives has to be whole.",
    "Registered lines only, the name must match.",
    "Tell me the last four digits of the transaction number.",
  ],
  "gift-cards": [
    "A sharp photo of the card and the receipt, nothing cropped.",
    "Codes are checked before I release; that takes a few minutes.",
    "Cards bought today are released first.",
    "Unused and unscratched until I ask for it.",
  ],
  "cash-deposits": [
    "Deposit in one piece and send a photo of the slip.",
    "Write nothing on the slip but the account number.",
    "At the counter, not through the machine, please.",
    "I confirm with my branch before I release.",
  ],
  "debitcredit-cards": [
    "Your own card only; I compare the name.",
    "One attempt, please: a declined card ends the trade.",
    "No corporate cards and no prepaid cards from abroad.",
    "I wait for the authorisation, then I release.",
  ],
  "digital-currencies": [
    "Send on the network that I name, others are lost.",
    "Two confirmations, then I release.",
    "Exact sum, fees of the network on your side.",
  ],
  "goods-and-services": [
    "Tell me what you have and where it can be used.",
    "I check it first and release then.",
    "Photos of the item and of the receipt, please.",
  ],
  services: ["Show me some earlier work before you start.", "We agree on the result first, then the trade begins."],
};

const MANNERS = [
  "Questions are welcome before you start.",
  "Please start only when you are ready to pay.",
  "I am usually here from morning to evening.",
  "Be kind, it costs nothing.",
  "If something goes wrong, write first; we find a way.",
  "No hurry within the window.",
  "Regulars get the first look at larger sums.",
  "I keep to the price that the market shows.",
];

const DETAILS = [
  "Thank you for trading with me. My account is shown in the chat within a minute; pay the exact sum, then press the button.",
  "Here we go: wait for my details in the chat, send the sum in one piece, keep the receipt until the trade is closed.",
  "Good to have you here. First my details, then your payment, then my release: three steps and we are done.",
  "Please greet me in the chat, so that I know you are there. The details follow at once.",
  "Use the name on my account exactly as written and leave any note empty. I release when the money is in.",
];
const PLAY = " This is the demo market: do not send real money.";

export function makeTerms(draw: Draw, group: Group): { terms: string; details: string } {
  const own = draw.some(TERMS[group], draw.between(1, 2));
  return { terms: [...own, draw.pick(MANNERS)].join(" "), details: draw.pick(DETAILS) + PLAY };
}
