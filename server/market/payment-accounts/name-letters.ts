/**
 * How banks write letters that their systems do not have: ICAO Doc 9303, the rules of the SEPA character set, and what is
 * usual in each country. A letter has several spellings; two letters that are written together precede single ones.
 */

const LATIN =
  "ä:a,ae ö:o,oe ü:u,ue ő:o,oe ű:u,ue å:a,aa ø:o,oe æ:ae,a œ:oe,o ß:ss,s,sz ł:l đ:d,dj ð:d,dh,th þ:th ħ:h ŋ:n,ng ŧ:t ı:i " +
  "ə:e,a ĸ:k,q ɓ:b ɗ:d ƙ:k ƴ:y ơ:o ư:u";

const CYRILLIC =
  "ий:y,i,ii,iy,ij,yi,yy ый:y,yi,yy,iy кс:ks,x ия:ia,iya,iia,ija,ya ья:ia,ya,iia,ja а:a б:b в:v,w г:g,h ґ:g д:d е:e,ye,ie,je ё:e,yo,io,jo,ye " +
  "ж:zh,z,j и:i,y й:i,y,j к:k л:l м:m н:n о:o п:p р:r с:s,ss т:t у:u,ou ф:f,ph х:kh,h,ch ц:ts,tc,c,tz ч:ch,c,tch ш:sh,s,sch щ:shch,sch,sht,sc " +
  "ъ:,ie,a,u,y ы:y,i ь:,i,y э:e ю:yu,iu,ju,u я:ya,ia,ja,a є:ie,ye,je,e і:i ї:i,yi,ji ў:u,w ј:j ђ:dj,d љ:lj,l њ:nj,n ћ:c,ch џ:dz,dj " +
  "ѓ:g,gj ќ:k,kj ѕ:dz қ:k,q ғ:g,gh ң:n,ng ө:o,u ұ:u ү:u һ:h ә:a,e";

const GREEK =
  "ου:ou,u γγ:ng,gg γκ:gk,g,nk γχ:nch,gch μπ:b,mp ντ:d,nt αυ:av,af,au ευ:ev,ef,eu α:a β:v,b γ:g,y δ:d ε:e ζ:z η:i,h,e θ:th ι:i κ:k,c " +
  "λ:l μ:m ν:n ξ:x,ks ο:o π:p ρ:r σ:s ς:s τ:t υ:y,u,i φ:f,ph χ:ch,h,x ψ:ps ω:o,w";

/** Letters of Arabic and Persian; short vowels are not written in Arabic script, see SHORT_VOWELS. */
const ARABIC_VOWELS =
  "ا:a,aa,e,i,o,u, أ:a,e,i,o,u إ:i,e آ:a,aa ى:a,i ء:, ئ:,i,e,y ؤ:,u,o,w ع:,a,e,i,o,u,aa,ou ي:i,y,ee,ei,ey,ai,ay,e,yy,ie ی:i,y,ee,ei,ey,ai,ay,e " +
  "و:w,u,o,ou,oo,aw,ow,au,v,wa,we,wo ة:a,ah,at,eh,e ه:h,ah,eh,a,e,ha,he,hi,hu,ho";
const ARABIC_CONSONANTS =
  "ب:b پ:p ت:t ث:th,t,s ج:j,g,dj چ:ch ح:h خ:kh د:d ذ:dh,z,d,th ر:r ز:z ژ:zh,j س:s ش:sh,ch ص:s ض:d,dh,z ط:t ظ:z,dh غ:gh,g ف:f ق:q,k,g ك:k,c ک:k " +
  "گ:g ل:l م:m ن:n";
const SHORT_VOWELS = ["", "a", "e", "i", "o", "u"];

type Spellings = ReadonlyMap<string, readonly string[]>;

const listed = (table: string): [string, string[]][] =>
  table.split(" ").map((entry) => {
    const [letter = "", spellings = ""] = entry.split(":");
    return [letter, spellings.split(",")];
  });

const SPELLINGS: Spellings = new Map([
  ...listed(`${LATIN} ${CYRILLIC} ${GREEK} ${ARABIC_VOWELS}`),
  ...listed(ARABIC_CONSONANTS).map(([letter, spellings]): [string, string[]] => {
    const doubled = spellings.flatMap((one) => (one.length === 1 ? [one, one + one] : [one]));
    return [letter, doubled.flatMap((one) => SHORT_VOWELS.map((vowel) => one + vowel))];
  }),
]);

/** Without accents: what a bank writes most. */
export function bareWord(word: string): string {
  return word.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** The letters of a word in small letters, each with its spellings in the Latin alphabet; of other scripts itself. */
export function spellingsOf(word: string): (readonly string[])[] {
  const letters = [...word.normalize("NFC")].flatMap((letter) =>
    SPELLINGS.has(letter) ? [letter] : [...bareWord(letter)],
  );
  const spelled: (readonly string[])[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? "";
    const pair = SPELLINGS.get(letter + (letters[at + 1] ?? " "));
    if (pair) at += 1;
    spelled.push(pair ?? SPELLINGS.get(letter) ?? [letter]);
  }
  return spelled;
}

/** Whether one choice of spellings is that word. Keeps the places that are reached, so its time is bounded. */
export function isSpelled(spelled: readonly (readonly string[])[], word: string): boolean {
  let places = new Set([0]);
  for (const spellings of spelled) {
    const next = new Set<number>();
    for (const place of places)
      for (const one of spellings) if (word.startsWith(one, place)) next.add(place + one.length);
    places = next;
  }
  return places.has(word.length);
}
