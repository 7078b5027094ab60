// Guards: an email's HTML has the content of its text, executes no user text, and links to this market only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mailHtml } from "./mail-html.ts";

const origin = "https://parley.example";
const html = (text: string) => mailHtml({ text, lang: "en", origin });

test("paragraphs and lines stay, and what looks like HTML is text", () => {
  const body = html("One <script>alert('1')</script>\nline & \"two\"\n\nSecond\n");
  assert.match(
    body,
    /<p[^>]*>One &lt;script&gt;alert\(&#39;1&#39;\)&lt;\/script&gt;<br>line &amp; &quot;two&quot;<\/p><p[^>]*>Second<\/p>/,
  );
  assert.match(mailHtml({ text: "x", lang: "ar", origin }), /<html lang="ar" dir="rtl">/);
});

test("addresses of this market can be pressed, and nobody else's", () => {
  assert.match(
    html(`See ${origin}/trade/x?a=1&b=2.`),
    /<a href="https:\/\/parley\.example\/trade\/x\?a=1&amp;b=2" dir="ltr">[^<]*<\/a>\./,
  );
  assert.match(html(`${origin}`), /<a href/);
  for (const other of ["https://evil.example/parley.example/", `${origin}.evil.example/x`, "http://parley.example/"])
    assert.doesNotMatch(html(`Press ${other} now`), /<a href/, other);
});
