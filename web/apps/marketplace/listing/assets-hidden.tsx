/** In place of offers that the viewer's level does not open: the requirement, and a way to see them anyway. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { eyeOff } from "#ui/icons/shapes.ts";

export function AssetsHidden({ onShow }: { onShow: () => void }) {
  const page = usePage();
  const t = useT();
  return (
    <EmptyState
      shape={eyeOff}
      title={t("listing.assets.title")}
      action={
        <>
          <LinkButton href={page.href("accountLevel", undefined)}>{t("listing.assets.level")}</LinkButton>
          <Button look="secondary" onClick={onShow}>
            {t("listing.assets.show")}
          </Button>
        </>
      }
    >
      {t("listing.assets.text")}
    </EmptyState>
  );
}
