/** The frame of each screen of the console: the way to the others with what waits there, and the name of this one. */
import type { ReactNode } from "react";
import { CONSOLE_PLACES, type ConsolePlace } from "#contract/staff/console-places.ts";
import { QUEUE_PLACES } from "#contract/staff/queue-names.ts";
import type { StaffQueue } from "#contract/staff/queues.ts";
import { holdsRight } from "#contract/staff/rights.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";
import { SideLinks } from "#ui/side-links.tsx";

const PLACES = Object.keys(CONSOLE_PLACES) as ConsolePlace[];
const QUEUES: ReadonlySet<string> = new Set(QUEUE_PLACES);
const GROUPS = [
  { key: "queues", isOf: (place: ConsolePlace) => CONSOLE_PLACES[place].right !== "console" },
  { key: "administration", isOf: (place: ConsolePlace) => CONSOLE_PLACES[place].right === "console" },
] as const;

/** The texts that a screen in this frame needs. */
export const NAV_TEXTS = ["console.nav", ...PLACES.map((place) => CONSOLE_PLACES[place].label)] as const;

const LOOK_AGAIN_MS = 60_000;

/** `first` is what the page knows already. */
export function useQueues(first?: readonly StaffQueue[]): readonly StaffQueue[] {
  const page = usePage();
  const { data } = usePageQuery<readonly StaffQueue[]>({
    queryKey: ["staff-queues"],
    refetchInterval: LOOK_AGAIN_MS,
    ...(first ? { initialData: first } : {}),
    queryFn: async () => {
      const { listStaffQueues } = await import("#contract/staff/queues.ts");
      return (await page.call(listStaffQueues, {})).data;
    },
  });
  return data ?? [];
}

function useMine(): readonly ConsolePlace[] {
  const roles = useSession()?.roles ?? [];
  return PLACES.filter((place) => holdsRight(roles, CONSOLE_PLACES[place].right));
}

type Props = { readonly title: string; readonly here: ConsolePlace };
type FrameProps = Props & { readonly queues?: readonly StaffQueue[]; readonly children: ReactNode };

export function ConsoleFrame({ title, here, queues: first, children }: FrameProps) {
  const t = useT();
  const mine = useMine();
  const queues = useQueues(first);
  const waiting = queues.reduce((sum, one) => sum + one.waiting, 0);
  const links = <Links here={here} mine={mine} queues={queues} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 py-6 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
      <nav aria-label={t("console.nav.label")} className="lg:sticky lg:top-22">
        <details className="rounded-xl border border-line bg-raised lg:hidden">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 text-sm font-medium">
            <span>{t("console.nav.label")}</span>
            <span className="flex items-center gap-2">
              {waiting > 0 && <Count count={waiting} isHere={false} />}
              <Icon shape={chevronDown} className="text-muted" />
            </span>
          </summary>
          <div className="border-t border-line p-2">{links}</div>
        </details>
        <div className="max-lg:hidden">{links}</div>
      </nav>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
        {children}
      </div>
    </div>
  );
}

type LinksProps = Pick<Props, "here"> & {
  readonly mine: readonly ConsolePlace[];
  readonly queues: readonly StaffQueue[];
};

function Links({ here, mine, queues }: LinksProps) {
  const page = usePage();
  const t = useT();
  const countOf = (place: ConsolePlace) => queues.find((one) => one.place === place)?.waiting ?? 0;
  return (
    <div className="grid gap-4">
      {GROUPS.map(({ key, isOf }) => {
        const places = mine.filter(isOf);
        if (places.length === 0) return null;
        return (
          <div key={key} className="grid gap-1">
            <p className="px-3 text-2xs font-semibold text-muted">{t(`console.nav.${key}`)}</p>
            <SideLinks
              isDense
              here={here}
              links={places.map((place) => ({
                key: place,
                href: page.href(place, undefined),
                label: t(CONSOLE_PLACES[place].label),
                after: QUEUES.has(place) && countOf(place) > 0 && (
                  <Count count={countOf(place)} isHere={place === here} />
                ),
              }))}
            />
          </div>
        );
      })}
    </div>
  );
}

function Count({ count, isHere }: { count: number; isHere: boolean }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <span
      className={cx(
        "min-w-6 rounded-full px-1.5 text-center text-2xs font-semibold tabular-nums",
        isHere ? "bg-brand text-on-brand" : "bg-sunken text-ink",
      )}
    >
      {countText(locale, count)}
      <span className="sr-only"> {t("console.nav.waiting")}</span>
    </span>
  );
}
