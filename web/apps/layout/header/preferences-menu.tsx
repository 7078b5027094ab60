/** Language and appearance. What the menu shows is loaded when it is opened. */
import { type ComponentType, useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { globe } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Menu } from "#ui/dialogs/menu.tsx";

export function PreferencesMenu() {
  const page = usePage();
  const t = useT();
  const [Preferences, setPreferences] = useState<ComponentType | null>(null);
  const open = () =>
    void import("./preferences.tsx").then((module) => setPreferences(() => module.default), reportError);
  return (
    <Menu
      label={t("shell.nav.preferences")}
      onOpen={open}
      button={
        <>
          <Icon shape={globe} size={18} />
          <span className="text-xs uppercase">{page.locale.slice(0, 2)}</span>
        </>
      }
    >
      {Preferences ? <Preferences /> : <p className="min-h-11" />}
    </Menu>
  );
}
