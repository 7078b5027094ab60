/** From why a trade does not start to where that is mended. */
import { wayOutOf } from "#contract/compliance/ways-out.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { stepHref } from "#sdk/sign-in-first.ts";

/** `back` is the offer. */
export function WayOut({ code, back }: { code: string; back: string }) {
  const page = usePage();
  const t = useT();
  const way = wayOutOf(code);
  if (!way) return null;
  return (
    <a href={stepHref(page, way, back)} className="inline-block font-semibold text-brand underline">
      {t(`offer.way.${way}`)}
    </a>
  );
}
