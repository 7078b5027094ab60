/** Users as they see themselves and as others see them. */
export { avatarSvg } from "./avatar.ts";
/** For the route of pictures. */
export { avatarFile } from "./avatar-rows.ts";
export { module } from "./module.ts";
export { viewProfile } from "./view-profile.ts";
export { viewTraderProgram } from "./view-trader-program.ts";
