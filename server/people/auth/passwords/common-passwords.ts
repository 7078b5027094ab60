/**
 * What guessers try first: words of our own list with or without digits behind them, what was found most often in
 * breaches, and what consists of the market's own words.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const LINES = [
  "0000000000 0123456789 0987654321 1029384756 1111111111 1122334455 1212121212 123123123 123321123 1234567890",
  "12345678910 123456789a 147258369 159753456 1q2w3e4r5t 1qaz2wsx 741852963 987654321 9876543210 a123456789",
  "abc123 admin123 adminadmin administrator amanda america andrew angel angels argentina arsenal asdasdasd",
  "asdfghjkl ashley autumn babyboy babygirl barcelona baseball baseball1 batman batman123 beautiful believe",
  "bitcoin blessed blessing blockchain brazil butterfly canada changeme charlie chelsea chicago chocolate",
  "computer cookie correcthorse correcthorsebatterystaple crypto daniel december default123 diamond dragon",
  "england ethereum facebook february flower football football1 forever fortnite france freedom friday germany",
  "ghana godisgood golden google guest12345 handsome heaven hodl hunter iloveyou iloveyou123 iloveyou2 india",
  "instagram internet january jennifer jessica jesus jesuschrist jordan joshua juventus kenya killer letmein",
  "letmein123 letmeinnow liverpool london lovelove loveyou manchester marketplace master matthew messi10 mexico",
  "michael minecraft monday monkey mylove mypassword naruto newpassword newyork nigeria nopassword november",
  "october oldpassword opensesame openthedoor p@ssw0rd p@ssw0rd123 p@ssword pa55word parley passw0rd",
  "passw0rd123 password password1 password12 password123 password1234 password12345 passwordpassword pepper",
  "philippines pikachu pokemon princess princess1 q1w2e3r4t5 qazwsxedc qwe123qwe qweasdzxc qwerty qwerty123",
  "qwertyuiop rainbow realmadrid robert roblox ronaldo root123456 samsung satoshi secret september shadow",
  "silver spring starwars summer sunshine sunshine1 superman superman1 sweetheart telegram temppassword",
  "test123456 tether thepassword thomas trustno1 trustno1trustno1 usdt user123456 vietnam welcome welcome123",
  "whatever whatsapp winter youtube zaq12wsx zxcvbnm",
];

const COMMON = new Set(LINES.flatMap((line) => line.split(" ")));

/** The words of this market; docs/protection.md lists them. A longer one precedes the shorter one in it. */
export const MARKET_WORDS =
  "supermoderator administrator marketplace moderator ethereum exchange password satoshi account bitcoin trading " +
  "support crypto escrow market parley seller signin tether trader wallet admin buyer login offer staff ether " +
  "trade coin sell usdt btc buy eth";
const OF_MARKET = new RegExp(MARKET_WORDS.split(" ").join("|"), "g");
/** Fewer letters beside the market's words make no password of them. */
const LEAST_OTHER_LETTERS = 4;

/** Read at the first registration: most processes never ask. */
let breached: ReadonlySet<string> | undefined;
const readBreached = (): ReadonlySet<string> =>
  new Set(readFileSync(join(import.meta.dirname, "../generated/breached-passwords.txt"), "utf8").split("\n"));

/** Of a password in small letters. */
export function isCommonPassword(folded: string): boolean {
  breached ??= readBreached();
  const stem = folded.replace(/[\d!@#$.\s]+$/, "");
  if ([folded, stem].some((text) => COMMON.has(text) || breached?.has(text))) return true;
  const others = folded.replace(OF_MARKET, "");
  return others !== folded && others.replace(/[^\p{L}]/gu, "").length < LEAST_OTHER_LETTERS;
}
