// Guards: a document's head has the rules that its markup uses, in the sheet's order, and no others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { classesIn, criticalCss } from "./critical-css.ts";

const style = (text: string) => ({ href: "/x.css", text });
const used = (text: string, markup: string) => criticalCss(style(text), classesIn(markup));

test("a rule stays when an element has all classes of one of its selectors", () => {
  const sheet = ".a{color:red}.b{color:blue}.a .c,.d{margin:0}";
  assert.equal(used(sheet, '<p class="a">'), ".a{color:red}");
  assert.equal(used(sheet, '<p class="a c">'), ".a{color:red}.a .c,.d{margin:0}");
  assert.equal(used(sheet, '<p class="d">'), ".a .c,.d{margin:0}");
});

test("rules of elements, variables and animations always stay", () => {
  const sheet = ":root{--x:1}p{margin:0}@keyframes spin{to{rotate:1turn}}";
  assert.equal(used(sheet, "<p>"), sheet);
});

test("a block of which nothing is used goes, around what is used it stays", () => {
  const sheet = "@layer utilities{@media (width>=40rem){.sm\\:p-4{padding:1rem}}.p-2{padding:.5rem}}";
  assert.equal(used(sheet, '<p class="p-2">'), "@layer utilities{.p-2{padding:.5rem}}");
  assert.equal(used(sheet, '<p class="sm:p-4">'), "@layer utilities{@media (width>=40rem){.sm\\:p-4{padding:1rem}}}");
});

test("a class that the markup escapes is found, and braces in quotes end no rule", () => {
  const sheet = '.\\[\\&\\>p\\]\\:m-0>p{margin:0}.q:before{content:"}"}.r{margin:0}';
  assert.equal(used(sheet, '<div class="[&amp;&gt;p]:m-0">'), ".\\[\\&\\>p\\]\\:m-0>p{margin:0}");
  assert.equal(used(sheet, '<div class="q">'), '.q:before{content:"}"}');
});

test("statements, and a first comment of the tool that made the sheet, are no rules", () => {
  assert.equal(used("/*! made by a tool */@layer a,b;.a{margin:0}", "<p>"), "@layer a,b;");
  assert.equal(used('@import "x.css";', "<p>"), '@import "x.css";');
  assert.equal(used(".a{margin:0} ", '<p class="a">'), ".a{margin:0}");
  assert.equal(used("", "<p>"), "");
});

test("the fallback for browsers without registered properties waits for the whole sheet", () => {
  const standIn = "@layer properties{@supports (x:y){*{--x:0}}}";
  assert.equal(used(`${standIn}@layer base{p{margin:0}}`, "<p>"), "@layer base{p{margin:0}}");
});

test("blocks of each kind are opened, and one of which nothing is left goes with its head", () => {
  for (const head of ["@media print", "@supports (display:grid)", "@scope (.a)", "@layer x"]) {
    assert.equal(used(`${head}{.a{margin:0}.b{margin:1px}}`, '<p class="a">'), `${head}{.a{margin:0}}`);
    assert.equal(used(`${head}{.a{margin:0}}`, "<p>"), "");
  }
  const faces = "@font-face{src:url(/a.woff2)}@font-face{src:url(/b.woff2)}";
  assert.equal(criticalCss({ href: "", text: faces }, new Set(), ["/b.woff2"]), "@font-face{src:url(/b.woff2)}");
});

test("a selector needs its own classes: not those that it excludes, nor those that only lower its weight", () => {
  assert.equal(used(".a:not(.b){margin:0}", '<p class="a">'), ".a:not(.b){margin:0}");
  assert.equal(used(":where(.b) .a{margin:0}", '<p class="a">'), ":where(.b) .a{margin:0}");
  assert.equal(used(".a.b{margin:0}", '<p class="a">'), "");
  assert.equal(used(".a.b{margin:0}", '<p class="b a">'), ".a.b{margin:0}");
  assert.equal(used("p,.a{margin:0}", "<p>"), "p,.a{margin:0}");
});

test("a comma within brackets, parentheses or behind a backslash does not end a selector", () => {
  assert.equal(used('.a[data-x="1,2"] .b{margin:0}', '<p class="b">'), "");
  assert.equal(used(".a:is(.b,.c){margin:0}", '<p class="c">'), "");
  assert.equal(used(".a:is(.b,.c),.d{margin:0}", '<p class="d">'), ".a:is(.b,.c),.d{margin:0}");
  assert.equal(used(".w-\\[1\\,2\\].e{margin:0}", '<p class="e">'), "");
  assert.equal(used(".w-\\[1\\,2\\].e{margin:0}", '<p class="w-[1,2] e">'), ".w-\\[1\\,2\\].e{margin:0}");
  assert.equal(used(".a\\(b,.c{margin:0}", '<p class="c">'), ".a\\(b,.c{margin:0}");
  assert.equal(used(".a\\)b,.c{margin:0}", '<p class="c">'), ".a\\)b,.c{margin:0}");
});

test("each letter that markup or a sheet escapes is read as itself", () => {
  assert.equal(used(".\\32 xl{margin:0}", '<p class="2xl">'), ".\\32 xl{margin:0}");
  assert.equal(used(".größe{margin:0}", '<p class="größe">'), ".größe{margin:0}");
  for (const [inMarkup, inSheet] of [
    ["a&lt;b", "a\\<b"],
    ["a&gt;b", "a\\>b"],
    ["a&quot;b", 'a\\"b'],
    ["a&#x27;b", "a\\'b"],
    ["a&amp;b", "a\\&b"],
    ["a&amp;lt;b", "a\\&lt\\;b"],
  ] as const)
    assert.equal(used(`.${inSheet}{margin:0}`, `<p class="${inMarkup}">`), `.${inSheet}{margin:0}`, inMarkup);
});

test("braces in quotes of both kinds and behind a backslash end no rule", () => {
  for (const content of ['"}"', "'}'", '"{"', "'{'", '"\\\\"'])
    assert.equal(used(`.a{content:${content}}.b{margin:0}`, '<p class="b">'), ".b{margin:0}", content);
  assert.equal(used(".a{content:\\}}.b{margin:0}", '<p class="b">'), ".b{margin:0}");
  assert.equal(used(".a{.c{margin:0}}.b{margin:0}", '<p class="b">'), ".b{margin:0}");
});

test("a sheet that is cut off is taken as far as it goes", () => {
  assert.equal(used(".b{margin:0}.a{margin:0", '<p class="a">'), ".a{margin:0");
  assert.equal(used(".b{margin:0}.a", '<p class="a b">'), ".b{margin:0}");
});
