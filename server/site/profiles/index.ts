/** Users as they see themselves and as others see them. */
export { avatarSvg } from "./avatar/avatar.ts";
/** For the route of pictures. */
export { avatarFile } from "./avatar/rows.ts";
export { module } from "./module.ts";
export { viewProfile } from "./profile.ts";
export { viewTraderProgram } from "./trader-program.ts";
