/** Guesses the language of a short text by its script and its most frequent words. It needs no model and runs in the browser. */

/** Words that are frequent in chats and terms, and of which few are words of another of these languages. */
const WORDS: Readonly<Record<string, string>> = {
  en: "the and you your to for is are of in on it not with my have will please thanks thank hello hi send sent paid pay payment only this that can when after before do me i am if or from account bank wait money",
  es: "el la los las de del que y en un una por para con no es su tu mi ya al lo se si pero hola gracias favor pago pague pagué enviar envié cuenta banco solo sólo cuando puedes usted buenos dias días listo espera esta está dinero he ha tengo hacer como",
  pt: "o os as do da dos das que e em um uma por para com não nao é seu sua meu minha já ja ao se mas olá ola oi obrigado obrigada favor pagamento paguei enviar enviei conta banco só quando você voce pode bom dia está esta dinheiro tenho fazer como no na",
  fr: "le la les de des du que et en un une pour avec ne pas est votre vous je tu mon ma au se si mais bonjour salut merci plaît plait paiement payé envoyer envoyé compte banque seulement quand peux pouvez c'est j'ai dans sur ce cette argent attendre",
  it: "il lo gli le di del della che e in un una per con non è suo tuo mio già al si ma ciao grazie favore pagamento pagato inviare inviato conto banca solo quando puoi può buongiorno sono ho questo denaro come",
  ca: "el la els les de del que i en un una per amb no és seu teu meu ja al es si però gràcies sisplau pagament pagat enviar enviat compte banc només quan pots bon dia està diners tinc com aquest",
  de: "der die das und ich du sie es ist nicht ein eine zu mit für auf von den dem bitte danke hallo zahlung bezahlt senden gesendet konto nur wenn kann haben geld warten nach",
};
const LISTS = Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(" "))] as const);

const SCRIPTS: readonly (readonly [RegExp, (text: string) => string | undefined])[] = [
  [
    /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/gu,
    (text) => (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? "ja" : "zh"),
  ],
  [/\p{sc=Hangul}/gu, () => "ko"],
  [/\p{sc=Devanagari}/gu, () => "hi"],
  [/\p{sc=Arabic}/gu, (text) => (/[ٹڈڑںےہھ]/.test(text) ? "ur" : /[پچژگکی]/.test(text) ? "fa" : "ar")],
  [/\p{sc=Cyrillic}/gu, (text) => (/[іїєґ]/i.test(text) ? "uk" : /[ўјљњќѓђћџ]/i.test(text) ? undefined : "ru")],
];
/** Letters that only Vietnamese has. */
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/giu;

/** Undefined where nothing says it: few words, or as many of one language as of another. */
export function guessLanguage(text: string): string | undefined {
  const letters = countOf(text, /\p{L}/gu);
  for (const [script, language] of SCRIPTS) if (countOf(text, script) > letters / 2) return language(text);
  if (countOf(text, VIETNAMESE) >= 2) return "vi";
  const words = wordsOf(text);
  const scores = LISTS.map(([language, list]) => ({ language, hits: words.filter((word) => list.has(word)).length }));
  const [best, second] = scores.sort((a, b) => b.hits - a.hits);
  if (!best || best.hits === 0 || best.hits === second?.hits) return undefined;
  // One known word decides only about a text of a few words.
  return best.hits >= 2 || words.length <= 3 ? best.language : undefined;
}

export function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []
  );
}

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;
