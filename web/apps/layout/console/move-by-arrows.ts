/** From row to row of a table by the arrow keys. */
import type { KeyboardEvent } from "react";

/** To what can be pressed first in the next row, or in the one before. */
export function moveByArrows(event: KeyboardEvent<HTMLTableRowElement>): void {
  const next =
    event.key === "ArrowDown"
      ? event.currentTarget.nextElementSibling
      : event.key === "ArrowUp"
        ? event.currentTarget.previousElementSibling
        : null;
  // The buttons may stand twice, for wide screens and for phones.
  const shown = [...(next?.querySelectorAll<HTMLElement>("a, button") ?? [])].filter(
    (one) => one.offsetParent !== null,
  );
  const target = shown.find((one) => one.tagName === "BUTTON") ?? shown[0];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
