// Guards: a visitor who has to sign in comes back to the page, and the action that required it runs once, in that tab only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownPath } from "#contract/platform/own-path.ts";
import { pathOf } from "#contract/platform/paths.ts";
import type { PageKit } from "./page-kit.ts";
import { pressAfterSignIn, signInHref, takePress } from "./sign-in-first.ts";

const page = { href: (key, input) => pathOf("es", key, input) } as Pick<PageKit, "href"> as PageKit;

test("the way to sign in names the page to come back to, with its filters, as a place of this site", () => {
  const back = "/es/trading/buy-btc?fiat-min=100&countryIso=DE";
  const href = new URL(signInHref(page, back), "https://parley.test");
  assert.equal(href.pathname, pathOf("es", "login", undefined));
  assert.equal(href.searchParams.get("next"), back);
  assert.equal(ownPath(href.searchParams.get("next") ?? ""), back);
});

test("a visitor's press waits through the sign-in and is taken once, by the button that was pressed", () => {
  const kept = new Map<string, string>();
  let went = "";
  const globals = {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    location: {
      ...{ pathname: "/offer/abc", search: "?fiat-min=5", href: "https://parley.test/offer/abc", host: "parley.test" },
      assign: (to: string) => {
        went = to;
      },
    },
  };
  Object.assign(globalThis, globals, { addEventListener: () => undefined });
  pressAfterSignIn(page, "favorite:abc");
  assert.equal(new URL(went, "https://parley.test").searchParams.get("next"), "/offer/abc?fiat-min=5");
  assert.equal(takePress("favorite:other"), false);
  assert.equal(takePress("favorite:abc"), true);
  assert.equal(takePress("favorite:abc"), false);
  pressAfterSignIn(page, "favorite:abc", "/es/offer/abc");
  assert.equal(new URL(went, "https://parley.test").searchParams.get("next"), "/es/offer/abc");
});
