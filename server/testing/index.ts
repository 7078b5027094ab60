/** What tests are built with: a real database, the whole app, and makers that go through the verbs. */
export { type Answer, testApp, type TestApp, type TestClient } from "./app.ts";
export { testDb, type TestDatabase, testLog } from "./database.ts";
export { aUser, signIn, TEST_PASSWORD } from "./people.ts";
