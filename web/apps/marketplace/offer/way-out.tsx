/** From why a trade does not start to where that is mended. */
import { wayOutOf } from "#contract/compliance/ways-out.ts";
import { usePage, useT } from "#sdk/page-kit.ts";

export function WayOut({ code }: { code: string }) {
  const page = usePage();
  const t = useT();
  const way = wayOutOf(code);
  if (!way) return null;
  return (
    <a href={page.href(way, undefined)} className="inline-block font-semibold text-brand underline">
      {t(`offer.way.${way}`)}
    </a>
  );
}
