// Guards: a channel that the market does not have is not offered, and one switch turns a channel on or off for a whole group but its fixed events.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NotificationSettings } from "#contract/reach/notifications.ts";
import { shownChannels, stateOf, withChannel } from "./shown-channels.ts";

type Event = NotificationSettings["events"][number];

const one = (event: string, channels: Event["channels"], fixed: Event["fixed"] = []): Event => ({
  event,
  area: "trades",
  channels,
  fixed,
});

test("Telegram is absent where this market has no bot, unless a chat is linked", () => {
  assert.deepEqual(shownChannels({ telegram: { isOffered: false, name: null } }), ["web", "email", "app"]);
  assert.ok(shownChannels({ telegram: { isOffered: true, name: null } }).includes("telegram"));
  assert.ok(shownChannels({ telegram: { isOffered: false, name: "ada" } }).includes("telegram"));
});

test("a switch of a group says all, some or none, and changes what is not fixed", () => {
  const events = [one("a", ["web", "email"]), one("b", ["web"]), one("c", ["web", "email"], ["web", "email"])];
  assert.deepEqual(stateOf(events, "web"), { isAll: true, isSome: true, isFixed: false });
  assert.deepEqual(stateOf(events, "email"), { isAll: false, isSome: true, isFixed: false });
  assert.deepEqual(stateOf(events, "app"), { isAll: false, isSome: false, isFixed: false });
  assert.deepEqual(stateOf(events.slice(2), "email"), { isAll: true, isSome: true, isFixed: true });
  assert.deepEqual(withChannel(events, "email", true), { b: ["web", "email"] });
  assert.deepEqual(withChannel(events, "email", false), { a: ["web"] });
});
