/** Another address in the place of a confirmed email: asked for, confirmed, and taken back from the old one. */
export { module } from "./module.ts";
