/** From row to row of a queue by the arrow keys. */
import type { KeyboardEvent } from "react";

/** To what can be pressed first in the next row, or in the one before. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  // Within what is typed or chosen, and in a dialog that a row has opened, the keys have another meaning.
  if (!(event.target instanceof Element) || event.target.closest("input, textarea, select, dialog, [role=dialog]"))
    return;
  const next =
    event.key === "ArrowDown"
      ? event.currentTarget.nextElementSibling
      : event.key === "ArrowUp"
        ? event.currentTarget.previousElementSibling
        : null;
  // The page may have the buttons twice, for wide screens and for phones.
  const shown = [...(next?.querySelectorAll<HTMLElement>("a, button") ?? [])].filter(
    (one) => one.offsetParent !== null,
  );
  const target = shown.find((one) => one.tagName === "BUTTON") ?? shown[0];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
