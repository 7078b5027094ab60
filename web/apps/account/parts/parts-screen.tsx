/** Every part of web/ui in its states, in light and dark and in both directions: for developers and operators, in the demo alone. */
import { type ComponentType, useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Switch } from "#ui/forms/checkbox.tsx";
import { ButtonParts, MessageParts, TagParts } from "./acting.tsx";
import { ChoiceParts, FieldParts } from "./filling.tsx";
import { OverParts, PictureParts, WayParts } from "./going.tsx";
import { FigureParts, ListParts } from "./showing.tsx";
import { Pane } from "./pane.tsx";

export const screen: PageScreen<"parts", typeof PartsScreen> = {
  title: "parts.title",
  texts: ["parts"],
};

const GROUPS = {
  buttons: ButtonParts,
  tags: TagParts,
  messages: MessageParts,
  figures: FigureParts,
  lists: ListParts,
  ways: WayParts,
  fields: FieldParts,
  choices: ChoiceParts,
  pictures: PictureParts,
  over: OverParts,
} as const satisfies Record<string, ComponentType>;
type Group = keyof typeof GROUPS;

export default function PartsScreen() {
  const t = useT();
  const [isSwapped, swap] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-6">
      <header className="grid max-w-3xl gap-2">
        <h1 className="text-2xl font-bold tracking-tight">{t("parts.title")}</h1>
        <p className="text-sm text-muted">{t("parts.lead")}</p>
        <Switch label={t("parts.swap")} isOn={isSwapped} onChange={swap} />
      </header>
      {(Object.keys(GROUPS) as Group[]).map((group) => {
        const Parts = GROUPS[group];
        return (
          <section key={group} aria-labelledby={`parts-${group}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h2 id={`parts-${group}`} className="text-lg font-semibold">
              {t(`parts.group.${group}`)}
            </h2>
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
              <Pane theme="light" isSwapped={isSwapped}>
                <Parts />
              </Pane>
              <Pane theme="dark" isSwapped={!isSwapped}>
                <Parts />
              </Pane>
            </div>
          </section>
        );
      })}
    </div>
  );
}
