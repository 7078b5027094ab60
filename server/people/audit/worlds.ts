/** Declarations of this module for the campaigns. */
import type { ModuleWorld } from "../../platform/module-world.ts";

export const WORLD: ModuleWorld = {
  // A look-up that finds nobody is an act of its own.
  writtenInPart: { staff_acts: "act <> 'person.look_missed'" },
};
