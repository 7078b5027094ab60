/** The state of thousands of schedules during a run. */
import type { Draw, Model } from "../market/types.ts";
import type { Owner } from "./bonds.ts";
import type { Pair, WideApp, WidePlace } from "./place.ts";

export type Schedule = {
  readonly pair: Pair;
  readonly model: Model;
  readonly random: Draw;
  readonly hashes: string[];
  /** The model's: that of the pair's seller, and special ones. */
  readonly offers: string[];
  /** In the rounds of rest it begins no trade. */
  readonly rests: boolean;
  accepted: number;
};

export type WideRun = {
  readonly app: WideApp;
  readonly place: WidePlace;
  readonly schedules: readonly Schedule[];
  /** Of offers that need a bond. */
  readonly owners: readonly Owner[];
  readonly count: Map<string, number>;
  /** The ends of an owner's special offers: sellers have some with several pairs. */
  readonly standing: Map<bigint, readonly number[]>;
  nowMin: number;
};
