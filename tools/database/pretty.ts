/** What PostgreSQL prints of a constraint, a default or an index, as this code writes SQL. The catalog's test sees whether it means the same. */

const WORDS =
  /\b(PRIMARY KEY|FOREIGN KEY|REFERENCES|UNIQUE|CHECK|NOT VALID|ON DELETE CASCADE|ON DELETE SET NULL|IS NOT DISTINCT FROM|IS DISTINCT FROM|IS NOT NULL|IS NULL|IS TRUE|IS FALSE|NULLS NOT DISTINCT|NULLS LAST|NULLS FIRST|INCLUDE|EXISTS|SELECT|FROM|WHERE|WITH|AND|OR|NOT|NULL|ANY|ALL|ARRAY|BETWEEN|SIMILAR TO|LIKE|CASE|WHEN|THEN|ELSE|END|DESC|ASC|COALESCE|GREATEST|LEAST|RETURN|DEFERRABLE|INITIALLY DEFERRED|EXTRACT|DISTINCT|AT TIME ZONE|USING)\b/g;

/** Calls `change` for what stands outside of quotes. */
function outside(text: string, change: (part: string) => string): string {
  return text
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

export function pretty(text: string): string {
  const lower = outside(text, (part) =>
    part
      .replace(WORDS, (word) => word.toLowerCase())
      .replaceAll("timestamp with time zone", "timestamptz")
      .replace(/\binteger\b/g, "int")
      .replace(/\bpublic\./g, ""),
  );
  return withoutPairs(
    lower
      .replace(/('(?:[^']|'')*')::(?:text|bpchar|interval(?= *\))|jsonb)(?!\[)/g, (all, word: string) =>
        all.endsWith("::text") ? word : all,
      )
      .replace(
        /(\(?[\w.]+\)?(?:::text)?) = any \(array\[((?:'(?:[^']|'')*'|-?\d+)(?:, (?:'(?:[^']|'')*'|-?\d+))+)\]\)/g,
        "$1 in ($2)",
      )
      .replace(
        /(\(?[\w.]+\)?(?:::text)?) <> all \(array\[((?:'(?:[^']|'')*'|-?\d+)(?:, (?:'(?:[^']|'')*'|-?\d+))+)\]\)/g,
        "$1 not in ($2)",
      ),
  );
}

/** A pair right inside of another says nothing, and a simple member of a chain of and or or needs none. */
function withoutPairs(text: string): string {
  let now = text;
  for (let before = ""; before !== now; ) {
    before = now;
    now = withoutDouble(now);
    now = now
      .replace(
        /(\b(?:and|or) |\bwhere |\((?=\([\w.]+ [^()]*\) (?:and|or)\b))\(([\w.]+ (?:is not null|is null|[<>=]+ [\w.]+|[<>=]+ '[^']*'))\)/g,
        "$1$2",
      )
      .replace(/\bwhere \(((?:[^()]|\([^()]*\))*)\)$/, "where $1");
  }
  return now;
}

function withoutDouble(text: string): string {
  const open: number[] = [];
  const end = new Map<number, number>();
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (text[at] === "(") open.push(at);
    if (text[at] === ")") end.set(open.pop() ?? -1, at);
  }
  for (const [from, to] of end)
    if (text[from + 1] === "(" && end.get(from + 1) === to - 1)
      return withoutDouble(text.slice(0, from) + text.slice(from + 1, to) + text.slice(to + 1));
  return text;
}
