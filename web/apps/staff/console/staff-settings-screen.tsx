/** Every setting with its value, default and range; search and filter are in the address. */
import { useState } from "react";
import type { ConsoleSetting } from "#contract/staff/console.ts";
import type { StaffSettingsProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { useFocusBySlash } from "#sdk/focus-by-slash.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { Input, Select } from "#ui/forms/input.tsx";
import { ChangeDialog } from "../changes/dialog.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { SettingDialog } from "./settings/dialog.tsx";
import { SettingTable } from "./settings/table.tsx";

export const screen: PageScreen<"staff-settings", typeof SettingsScreen> = {
  title: "console.title",
  texts: [...NAV_TEXTS, "console", "staff", "proof"],
};

type Filters = StaffSettingsProps["filters"];

export default function SettingsScreen(props: StaffSettingsProps) {
  const page = usePage();
  const t = useT();
  const { data: settings = props.settings, refetch } = usePageQuery<ConsoleSetting[]>({
    queryKey: ["settings"],
    initialData: props.settings,
    refetchOnWindowFocus: "always",
    queryFn: async () => {
      const { listSettings } = await import("#contract/staff/console.ts");
      return (await page.call(listSettings, {})).data;
    },
  });
  const [filters, setFilters] = useFilters(props.filters);
  const [asked, ask] = useState<StaffChange | null>(null);
  const rows = settings.filter((one) => isShown(one, filters, page.locale));
  const opened = settings.find(({ name }) => name === filters.name);
  return (
    <ConsoleFrame title={t("console.title")} here="staffSettings">
      <Search filters={filters} onFilters={setFilters} settings={settings} />
      {rows.length === 0 ? (
        <EmptyState shape={scale} title={t("console.none")} />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-1 p-2">
          <SettingTable rows={rows} onOpen={(name) => setFilters({ ...filters, name })} />
          <p className="px-3 pb-1 text-2xs text-muted max-sm:hidden">{t("console.keys")}</p>
        </Card>
      )}
      {opened && !asked && (
        <SettingDialog
          key={opened.name}
          setting={opened}
          onAsk={ask}
          onClose={() => setFilters({ ...filters, name: "" })}
        />
      )}
      {asked && (
        <ChangeDialog
          change={asked}
          onDone={() => void refetch()}
          onClose={() => {
            ask(null);
            setFilters({ ...filters, name: "" });
          }}
        />
      )}
    </ConsoleFrame>
  );
}

/** The address follows what is typed; nothing is loaded anew. */
function useFilters(first: Filters): [Filters, (next: Filters) => void] {
  const page = usePage();
  const [filters, set] = useState(first);
  return [
    filters,
    (next) => {
      set(next);
      const query = new URLSearchParams(Object.entries(next).filter(([key, value]) => value && value !== NORMAL[key]));
      const text = query.toString();
      const path = page.href("staffSettings", undefined);
      history.replaceState(history.state, "", text ? `${path}?${text}` : path);
    },
  ];
}
const NORMAL: Readonly<Record<string, string>> = { show: "all" };

function isShown(one: ConsoleSetting, { q, show }: Filters, locale: keyof ConsoleSetting["says"]): boolean {
  if (show === "changed" && !isChanged(one)) return false;
  const text = `${one.name} ${one.says[locale]}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const isChanged = ({ value, initial }: ConsoleSetting) => JSON.stringify(value) !== JSON.stringify(initial);

type SearchProps = {
  readonly filters: Filters;
  readonly onFilters: (next: Filters) => void;
  readonly settings: readonly ConsoleSetting[];
};

function Search({ filters, onFilters, settings }: SearchProps) {
  const t = useT();
  const field = useFocusBySlash();
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <Field label={t("console.search")}>
        {(ids) => (
          <Input
            {...ids}
            ref={field}
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            value={filters.q}
            onChange={(event) => onFilters({ ...filters, q: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("console.which")}>
        {(ids) => (
          <Select
            {...ids}
            value={filters.show}
            onChange={(event) => onFilters({ ...filters, show: event.target.value === "changed" ? "changed" : "all" })}
          >
            <option value="all">{t("console.all", { count: settings.length })}</option>
            <option value="changed">{t("console.changed", { count: settings.filter(isChanged).length })}</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
