/** Right calls about pictures of people, by those who have just registered. */
import { ids } from "../../../../server/platform/ids.ts";
import type { TestApp } from "../../../../server/testing/index.ts";
import { aPicture, uploadAs } from "../../../../server/testing/people/upload.ts";

export function avatarAsks(
  app: TestApp,
  registered: () => Promise<{ token: string }>,
  { staff, username }: { staff: string; username: () => Promise<string> },
) {
  return {
    processAvatar: async () => {
      const { token } = await registered();
      return { by: token, body: { fileUrl: (await uploadAs(app, app.client(token), await aPicture())).url } };
    },
    removeAvatarByStaff: async () => {
      const name = await username();
      await app.owner.query("select set_avatar(id, $2, $2) from users where username = $1", [name, ids.secret()]);
      return { by: staff, params: { username: name }, body: { reason: "shows somebody else" } };
    },
  };
}
