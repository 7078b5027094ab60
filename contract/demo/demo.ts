/** The people that a newcomer can play in the demo market. Their password is no secret: the money is play money. */
export const DEMO_PASSWORD = "parley demo market";

/** The honest robot that the tour sends newcomers to. */
export const TOUR_ROBOT = "HonestHana";

export const DEMO_PEOPLE = [
  { username: "alice", email: "alice@demo.parley.invalid", role: "trader" },
  { username: "bob", email: "bob@demo.parley.invalid", role: "trader" },
  { username: "mara", email: "mara@demo.parley.invalid", role: "moderator" },
  { username: "milo", email: "milo@demo.parley.invalid", role: "moderator" },
  { username: "ada", email: "ada@demo.parley.invalid", role: "admin" },
  { username: "amir", email: "amir@demo.parley.invalid", role: "admin" },
] as const;
