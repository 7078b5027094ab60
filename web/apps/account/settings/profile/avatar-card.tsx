/** The user's public picture: shown, replaced or removed. */
import { type ComponentType, useRef, useState } from "react";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { pictureOf } from "#contract/people/avatar.ts";
import type { CropProps } from "./crop-dialog.tsx";
import { SettingsCard } from "../settings-card.tsx";

type Cropping = { readonly Crop: ComponentType<CropProps>; readonly picture: ImageBitmap };

export function AvatarCard() {
  const page = usePage();
  const session = useSession();
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const show = (avatarUrl: string) => session && page.session.set({ ...session, avatarUrl });
  const open = async (file: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!file) return;
    try {
      const [{ CropDialog }, picture] = await Promise.all([import("./crop-dialog.tsx"), createImageBitmap(file)]);
      setCropping({ Crop: CropDialog, picture });
    } catch {
      page.toast("error", t("account.avatar.broken"));
    }
  };
  const remove = useAction(async () => {
    const { removeAvatar } = await import("#contract/people/accounts.ts");
    show((await page.call(removeAvatar, {})).data.url);
    page.toast("success", t("account.avatar.removed"));
  });
  if (!session) return null;
  return (
    <SettingsCard title={t("account.avatar.title")} lead={t("account.avatar.lead")}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={session.username} url={session.avatarUrl} size={72} />
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png"
          className="hidden"
          onChange={(event) => void open(event.target.files?.[0])}
        />
        <Button look="quiet" onClick={() => input.current?.click()}>
          {t("account.avatar.choose")}
        </Button>
        {pictureOf(session.avatarUrl) && (
          <Button look="quiet" isBusy={remove.isRunning} onClick={() => void remove.run()}>
            {t("account.avatar.remove")}
          </Button>
        )}
      </div>
      {cropping && (
        <cropping.Crop
          picture={cropping.picture}
          onClose={() => setCropping(null)}
          onShown={(url) => {
            show(url);
            setCropping(null);
          }}
        />
      )}
    </SettingsCard>
  );
}
