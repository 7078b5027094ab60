/** Every feature flag: for how many it is on, for whom by name, and who changed it. */
import { useState } from "react";
import type { ConsoleFlag } from "#contract/staff/console.ts";
import type { FlagName } from "#contract/reference/flag-names.ts";
import type { StaffFlagsProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";
import { ChangeDialog } from "../changes/dialog.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { FlagDialog } from "./settings/flag-dialog.tsx";
import { queueHref, QueueFilters } from "./queue/filters.tsx";
import { moveByArrows } from "./queue/move-by-arrows.ts";

export const screen: PageScreen<"staff-flags", typeof FlagsScreen> = {
  title: "console.flags.title",
  texts: [...NAV_TEXTS, "console", "staff", "proof"],
};

export default function FlagsScreen(props: StaffFlagsProps) {
  const page = usePage();
  const t = useT();
  const { data: flags = props.flags, refetch } = usePageQuery<ConsoleFlag[]>({
    queryKey: ["flags", props.who],
    initialData: props.flags,
    refetchOnWindowFocus: "always",
    queryFn: async () => {
      const { listFlags } = await import("#contract/staff/console.ts");
      return (await page.call(listFlags, { query: props.who === "" ? {} : { who: props.who } })).data;
    },
  });
  const [name, setName] = useOpened(props.name, props.who);
  const [asked, ask] = useState<StaffChange | null>(null);
  const opened = flags.find((flag) => flag.name === name);
  const head = [t("console.flags.head"), t("console.flags.share"), t("console.flags.people"), t("console.head.last")];
  return (
    <ConsoleFrame title={t("console.flags.title")} here="staffFlags">
      <p className="max-w-prose text-sm text-muted">{t("console.flags.about")}</p>
      <QueueFilters
        base={page.href("staffFlags", undefined)}
        fields={[{ name: "who", label: t("console.flags.who"), value: props.who }]}
      />
      <Card className="p-2">
        {flags.length === 0 && <p className="p-3 text-sm text-muted">{t("console.flags.none_of_them")}</p>}
        <Table isStacked caption={t("console.flags.title")} head={[...head, t("console.head.act")]} wide={[2, 3]}>
          {flags.map((flag) => (
            <Row key={flag.name} flag={flag} onOpen={() => setName(flag.name)} />
          ))}
        </Table>
      </Card>
      {opened && !asked && <FlagDialog key={opened.name} flag={opened} onAsk={ask} onClose={() => setName(null)} />}
      {asked && (
        <ChangeDialog
          change={asked}
          onDone={() => void refetch()}
          onClose={() => {
            ask(null);
            setName(null);
          }}
        />
      )}
    </ConsoleFrame>
  );
}

/** The open one is in the address. */
function useOpened(first: FlagName | null, who: string): [FlagName | null, (next: FlagName | null) => void] {
  const page = usePage();
  const [name, set] = useState(first);
  return [
    name,
    (next) => {
      set(next);
      const path = page.href("staffFlags", undefined);
      history.replaceState(history.state, "", queueHref(path, { who, name: next ?? "" }));
    },
  ];
}

function Row({ flag, onOpen }: { flag: ConsoleFlag; onOpen: () => void }) {
  const t = useT();
  return (
    <tr tabIndex={-1} data-flag={flag.name} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
      <td className="max-w-md">
        <p className="font-medium [overflow-wrap:anywhere]">
          <bdi>{flag.name}</bdi>
        </p>
        <p className="text-xs text-muted">{t(`console.flags.say.${flag.name}`)}</p>
      </td>
      <td className="tabular-nums">{t("console.flags.share_of", { percent: flag.percent })}</td>
      <td className="max-w-56 text-xs [overflow-wrap:anywhere] max-sm:hidden">
        {flag.people.length === 0
          ? t("console.flags.nobody")
          : flag.people.map(({ username, isOn }) => (
              <span key={username} className="block">
                <bdi>{username}</bdi>: {t(isOn ? "console.flags.on" : "console.flags.off")}
              </span>
            ))}
        {flag.people.length > 1 && flag.peopleTotal > flag.people.length && (
          <span className="block text-muted">
            {t("console.flags.others", { count: flag.peopleTotal - flag.people.length })}
          </span>
        )}
      </td>
      <td className="text-xs text-muted max-sm:hidden">
        {flag.changedAt ? (
          <>
            <LocalTime at={flag.changedAt} />
            <bdi className="block">{flag.changedBy ?? t("console.operator")}</bdi>
          </>
        ) : (
          t("console.never")
        )}
      </td>
      <td>
        <Button look="secondary" size="sm" aria-label={t("console.edit", { name: flag.name })} onClick={onOpen}>
          {t("console.change")}
        </Button>
      </td>
    </tr>
  );
}
