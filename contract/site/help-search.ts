/** Finds articles of the help by words; the same in the browser and on the server, which answers where no script runs. */
import type { SupportTopic } from "../reach/support/names.ts";

export const HELP_AREAS = [
  "start",
  "trading",
  "offers",
  "wallet",
  "payments",
  "security",
  "products",
  "account",
] as const;
export type HelpArea = (typeof HELP_AREAS)[number];

export type HelpArticle = {
  key: string;
  area: HelpArea;
  title: string;
  description: string;
  words: string;
  topics: SupportTopic[];
};

/** In small letters, without accents, and with one form of each Arabic letter. Chinese is cut into pairs of characters. */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}|\u0640/gu, "")
    .replace(/[أإآ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .toLowerCase()
    .replaceAll("đ", "d");
  return plain
    .split(/[^\p{L}\p{N}]+|(\p{Script=Han}+)/u)
    .flatMap((run = "") => (isHan(run) ? pairsOf(run) : run))
    .filter((word) => word.length > 1 || isHan(word));
}

export function isHan(word: string): boolean {
  return /\p{Script=Han}/u.test(word);
}

/** Chinese has no spaces between words: each two neighboring characters are searched like a word. */
function pairsOf(run: string): string[] {
  return run.length < 3 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
}

const WEIGHTS = { title: 8, description: 3, words: 1 } as const;
const FIELDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
/** Words that are this long are also found by their first letters: "transfers" finds "transfer". */
const STEM = 5;

/** The best first. An article has to match more than half of the words that were typed. */
export function findArticles(articles: readonly HelpArticle[], typed: string, most = 20): HelpArticle[] {
  const asked = [...new Set(searchWords(typed))].slice(0, 12);
  if (asked.length === 0) return [];
  const found = articles.flatMap((article) => {
    const words = new Map(FIELDS.map((field) => [field, searchWords(article[field])]));
    const scores = asked.map((word) =>
      Math.max(...FIELDS.map((field) => (words.get(field)?.some((one) => isLike(one, word)) ? WEIGHTS[field] : 0))),
    );
    const matched = scores.filter((score) => score > 0).length;
    return matched * 2 > asked.length ? [{ article, score: scores.reduce((sum, score) => sum + score, 0) }] : [];
  });
  return found
    .sort((one, two) => two.score - one.score)
    .slice(0, most)
    .map(({ article }) => article);
}

function isLike(word: string, asked: string): boolean {
  return word.startsWith(asked) || (asked.length > STEM && word.length >= STEM && asked.startsWith(word));
}

/** For a ticket: those that its words find, then those of its topic. */
export function suggestArticles(
  articles: readonly HelpArticle[],
  { topic, text }: { topic: SupportTopic | ""; text: string },
): HelpArticle[] {
  const ofTopic = topic === "" ? [] : articles.filter(({ topics }) => topics.includes(topic));
  return [...new Set([...findArticles(articles, text, 2), ...ofTopic])].slice(0, 3);
}
