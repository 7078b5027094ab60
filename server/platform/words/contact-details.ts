/**
 * Ways to reach a person outside of the platform in what people write: email addresses, links, telephone numbers and names in
 * messengers, however they are spelled. Ordinary talk about prices, years and amounts is none of these. Pure, and linear in
 * the text: no pattern begins with a run of any length, and every gap has a bound.
 */
import { latinDigits } from "#contract/platform/plain-text.ts";
import { hasPhoneNumber } from "./phone-words.ts";

/** `strict`: also a messenger, a site or a number that is only named, as in a profile. */
export function holdsContactDetails(text: string, { strict = false } = {}): boolean {
  const plain = plainSigns(text);
  return (
    hasEmail(plain) ||
    LINK.test(plain) ||
    hasHandle(plain) ||
    hasPhoneNumber(plain, { strict }) ||
    clausesOf(plain).some((clause) => namesMessenger(clause, { strict })) ||
    (strict && hasSite(plain))
  );
}

/** One form of each sign: Latin digits, no invisible ones, "(at)" and "[dot]" as signs. */
export function plainSigns(text: string): string {
  return latinDigits(text.normalize("NFKC"))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll("\u20e3", " ")
    .replaceAll(/\s{0,3}[([{<]\s?(?:at|arroba|arobase|собака|آت|ات)\s?[)\]}>]\s{0,3}/giu, "@")
    .replaceAll(/\s{0,3}[([{<]\s?(?:dot|punto|ponto|punkt|point|точка|نقطة)\s?[)\]}>]\s{0,3}/giu, ".");
}

const COMMON_TOP = "com|net|org|io|info|biz|xyz|ru|edu|online|app|co|de|fr|es|it|br|mx|ar|uk|cn|in|ng|me";
const PROVIDERS = "gmail|googlemail|hotmail|outlook|yahoo|ymail|icloud|protonmail|proton|gmx|yandex|aol";
const DOT = "(?:dot|punto|ponto|punkt|point|точка|نقطة)";
const AT = "(?:at|arroba|arobase|собака)";

const WRITTEN = /[\p{L}\p{N}._%+'-]@((?:[\p{L}\p{N}-]{1,63}\.){1,5})\p{L}{2,24}/gu;
const SPACED_EMAILS = [
  new RegExp(`[\\w.+-]{2}\\s{0,3}@\\s{0,3}[\\w-]{2,63}\\.(?:${COMMON_TOP})(?![\\p{L}\\p{N}])`, "iu"),
  /[\w.+-]{2}\s{0,3}@\s{0,3}[\w-]{2,63}\s{0,3}\.\s{0,3}(?:com|net|org)(?![\p{L}\p{N}])/iu,
  new RegExp(`(?:@|(?<![\\p{L}\\p{N}])${AT}\\s)\\s{0,3}(?:${PROVIDERS})(?![\\p{L}\\p{N}])`, "iu"),
  new RegExp(`[\\w.+-]{2}\\s{0,3}(?:${PROVIDERS})\\s?(?:\\.|\\s${DOT}|)\\s?com(?![\\p{L}\\p{N}])`, "iu"),
  new RegExp(`[\\w.+-]{2}\\s${AT}\\s[\\w-]{2,63}\\s${DOT}\\s[a-z]{2}`, "iu"),
];

/** "Sold@1.05.Fast" is a price: the name before the last point has a letter, or is a provider's of digits. */
export function hasEmail(plain: string): boolean {
  const isWritten = [...plain.matchAll(WRITTEN)].some(([, domain = ""]) => {
    const label = domain.split(".").at(-2) ?? "";
    return /\p{L}/u.test(label) || /^(?:126|139|163|189)$/.test(label);
  });
  return isWritten || SPACED_EMAILS.some((pattern) => pattern.test(plain));
}

const LINK = new RegExp(
  "(?<!\\p{L})(?:https?|hxxps?|tg):\\/\\/|(?<!\\p{L})www\\s?\\.|(?<![\\p{L}\\p{N}'’])(?:t|wa|m|ig|signal|telegram)(?:\\s?\\.\\s?|\\s" +
    DOT +
    "\\s)me\\s?(?:\\/|slash|barra)|(?:telegram|signal|wa)\\.me(?!\\p{L})|(?:discord\\.gg|linktr\\.ee|bit\\.ly|tinyurl\\.com|chat\\.whatsapp)",
  "iu",
);

const SITE = /(?<![\p{L}\p{N}.-])([\p{L}\p{N}-]{2,63})\.(com|net|org|io|me|xyz|ru|cn|info|app)(?![\p{L}\p{N}])(\/?)/giu;
/** Names of what people pay with, not addresses of theirs. */
const PAID_WITH = /^(?:amazon|cash|crypto|wise|paypal|payoneer|skrill|ebay|walmart|apple|steam)$/i;

function hasSite(plain: string): boolean {
  const isOwn = [...plain.matchAll(SITE)].some(([, name = "", , slash]) => slash !== "" || !PAID_WITH.test(name));
  return (
    isOwn ||
    new RegExp(`(?<!\\p{L})[\\p{L}\\p{N}-]{2,63}\\s${DOT}\\s(?:com|net|org|io|ru|info)(?!\\p{L})`, "iu").test(plain)
  );
}

const HANDLE = /(?:^|[\s([:])@\s?([a-z][\w.]{2,31})/giu;
/** What is sold at: "@ spot", "@market". */
const PRICES =
  /^(?:spot|market|mercado|marktpreis|price|prices|precio|preço|prix|rate|rates|taxa|tasa|kurs|best|least|any|all|home|cost|premium|par|bank|binance|kraken|fair|mid|current|discount|the|my|your|this|that|once|night|noon|low|high|very|only|around|about|above|below|over|under|zero|half|last|live|same|good|great)(?:[._].*)?\.?$/i;

function hasHandle(plain: string): boolean {
  return [...plain.matchAll(HANDLE)].some(([whole, name = ""]) => !/@\s/.test(whole) && !PRICES.test(name));
}

const STRONG =
  "(?:wh[a4@]t['’]?s[\\s._-]?[a4@]pp|wats[\\s._-]?app?|wasap|guasap|t[\\s._-]?[e3][\\s._-]?[l1][\\s._-]?[e3][\\s._-]?g[\\s._-]?r[\\s._-]?[a4][\\s._-]?m|" +
  "wechat|weixin|viber|skype|discord|snapchat|instagram|kakaotalk|телеграмм?\\p{L}{0,2}|телеге|телега|ват?са[пб]п?\\p{L}{0,2}|вотса[пб]п?\\p{L}{0,2}|" +
  "вайбер\\p{L}{0,2}|скайп\\p{L}{0,2}|واتس\\s?[اآ]ب|الواتس\\p{L}{0,3}|ت[يل]*[غج]رام|تيل[يغج]+رام|سناب\\s?شات|[إا]نستغرام|فايبر|سكايب)";
const BRAND = `(?<![\\p{L}\\p{N}])(?:ال)?${STRONG}(?!\\p{L})`;
const ASKS =
  "(?:contact\\p{L}*|contáct\\p{L}*|write|text|message|msg|dm|add|ping|reach|find|hit|chat|join|follow|talk|speak|escr[ií]b\\p{L}*|h[aá]bl\\p{L}*|agr[eé]g\\p{L}*|" +
  "b[uú]sca\\p{L}*|encuentr\\p{L}*|chama\\p{L}*|adicion\\p{L}*|escrev\\p{L}*|fal[ae]\\p{L}*|schreib\\p{L}*|kontakt\\p{L}*|erreich\\p{L}*|écri\\p{L}*|" +
  "ajout\\p{L}*|joign\\p{L}*|пиши\\p{L}*|напиши\\p{L}*|добав\\p{L}*|свяж\\p{L}*|راسل\\p{L}*|تواصل\\p{L}*|كلم\\p{L}*|اكتب\\p{L}*|أضف\\p{L}*|" +
  "i['’]?m|am|also|available|my|estoy|tambi[eé]n|mi|estou|meu|bin|auch|mein|suis|aussi|mon|мой|я|متواجد|موجود)";
const STRONG_WAYS = [
  new RegExp(`(?<!\\p{L})${ASKS}(?!\\p{L})[^.!?\\n]{0,30}${BRAND}`, "iu"),
  new RegExp(`${BRAND}[^.!?\\n]{0,12}[@:+=]\\s?\\S`, "iu"),
  new RegExp(`${BRAND}\\D{0,12}\\d(?:[\\s.()-]?\\d){4}`, "iu"),
  new RegExp(`${BRAND}\\s{0,2}(?:id|nick|user|username|handle|number|nr|me|channel|canal|group|grupo)(?!\\p{L})`, "iu"),
];
const NAMED = new RegExp(BRAND, "iu");
/** Words of other meanings as well: "I signal within 5 min". */
const WEAK_WAYS = [
  new RegExp(
    `(?<!\\p{L})${ASKS}(?!\\p{L})[^.!?\\n]{0,30}(?<!\\p{L})(?:on|via|by|over|en|por|no|per|über|auf|sur|par|в|через|على)\\s(?:signal|tg|insta|wpp|zap|тг)(?!\\p{L})`,
    "iu",
  ),
  /(?<!\p{L})signal\s{0,2}(?:app|messenger|id|username)(?!\p{L})/iu,
  /(?<!\p{L})(?:signal|wa|line\s?id)\s{0,2}(?:number|nr|id|is|:|=|-)?\s{0,2}[:=]?\s{0,2}(?:[a-z]\w{2,31}[._]\d{1,9}|\w{2,31}_\w{1,31})(?![\p{L}\p{N}])/iu,
  /(?<!\p{L})line\s?id\s{0,2}[:=-]?\s?\w{4}/iu,
  /(?<!\p{L})(?:tg|ig|insta|snap|wpp|zap|тг)\s{0,2}[:=@]\s{0,2}@?[a-z][\w.]{3}/iu,
];
const DENIES =
  /(?<![\p{L}\p{N}])(?:no|not|never|don['’]?t|do\s?not|without|won['’]?t|cannot|can['’]?t|nor|nunca|jam[aá]s|ning[uú]n\p{L}*|sin|n[aã]o|sem|nie|niemals|kein\p{L}*|nicht|ohne|ne|n['’]\p{L}+|pas|jamais|sans|aucun\p{L}*|не|никогда|нет|без|لا|ليس\p{L}*|بدون|لن|غير)(?!\p{L})/iu;
/** "Chama no WhatsApp": there "no" is "on the". */
const PORTUGUESE_ON =
  /((?<!\p{L})(?:cham|fal[ae]|adicion|escrev|mand|procur|estou|contat)\p{L}*(?:\s(?:me|eu|comigo))?\s)no(?=\s)/giu;
const clausesOf = (plain: string): string[] =>
  plain.split(/[.!?;\n](?=\s|$)|[,،](?=\s)|\s(?:but|pero|mas|aber|sondern|mais|но|لكن)\s/iu);

function namesMessenger(clause: string, { strict }: { strict: boolean }): boolean {
  if (DENIES.test(clause.replace(PORTUGUESE_ON, "$1"))) return false;
  if (strict && NAMED.test(clause)) return true;
  return [...STRONG_WAYS, ...WEAK_WAYS].some((pattern) => pattern.test(clause));
}
