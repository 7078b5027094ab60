/** The head of each screen of the console: its name, and the way to the others. */
import { CONSOLE_PLACES, type ConsolePlace } from "#contract/staff/console-places.ts";
import { holdsRight } from "#contract/staff/staff-rights.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";

const PLACES = Object.keys(CONSOLE_PLACES) as ConsolePlace[];

/** The texts that a screen with this head needs. */
export const NAV_TEXTS = ["console.nav", ...PLACES.map((place) => CONSOLE_PLACES[place].label)] as const;

type Props = { readonly title: string; readonly here: ConsolePlace };

export function ConsoleHead({ title, here }: Props) {
  const page = usePage();
  const t = useT();
  const roles = useSession()?.roles ?? [];
  const others = PLACES.filter((place) => place !== here && holdsRight(roles, CONSOLE_PLACES[place].right));
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
      <nav aria-label={t("console.nav.label")} className="flex flex-wrap gap-2">
        {others.map((place) => (
          <LinkButton key={place} look="secondary" size="sm" href={page.href(place, undefined)}>
            {t(CONSOLE_PLACES[place].label)}
          </LinkButton>
        ))}
      </nav>
    </header>
  );
}
